//===- Trace.cpp - What the instrumented code reports ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace oracle {

namespace {

struct Request {
  uint32_t Place;
  Space Where;
  uint32_t Mask = 0;
  uint32_t Next = 0; ///< 1 + index of the next execution at the same place
  std::array<uint64_t, LanesPerWarp> Address;
};

struct WarpLog {
  std::unordered_map<uint64_t, uint32_t> First;
  std::vector<Request> Requests;
};

/// Between allocations, so that what runs over an end is seen.
constexpr uint64_t Gap = 4096;

struct State {
  std::vector<AccessSite> Sites;
  std::vector<PathLabel> Labels;
  std::vector<Kernel> Kernels;
  std::vector<Object> Variables;
  /// By start; of the launch that runs.
  std::vector<Object> Objects;
  std::vector<Object> Allocations;
  std::vector<std::pair<uint64_t, uint64_t>> ParameterMemory;
  std::deque<Path> Paths;
  std::map<std::tuple<std::string, uint32_t, uint32_t, Kind, uint32_t>, uint32_t> Places;
  std::unordered_map<uint64_t, uint32_t> PlaceNumbers; ///< by site and path
  std::vector<WarpLog> Warps;
  FILE *File = nullptr;
  uint32_t LastBlock = 0;

  State() { Paths.emplace_back(); }
  ~State() {
    if (File && std::fclose(File) != 0)
      std::fprintf(stderr, "oracle: cannot write the trace\n");
  }
};

State &state() {
  static State Only;
  return Only;
}

void put(uint32_t Number) { std::fwrite(&Number, sizeof Number, 1, state().File); }
void put(uint64_t Number) { std::fwrite(&Number, sizeof Number, 1, state().File); }
void put(const std::string &Words) {
  put(uint32_t(Words.size()));
  std::fwrite(Words.data(), 1, Words.size(), state().File);
}
void put(Tag Which) { put(uint32_t(Which)); }

void openFile() {
  if (state().File)
    return;
  const char *Name = std::getenv("ORACLE_TRACE");
  if (!Name)
    fail("ORACLE_TRACE must name the file to write");
  state().File = std::fopen(Name, "wb");
  if (!state().File)
    fail(std::string("cannot write ") + Name);
}

/// The place of an access: its own, or that of the innermost call from outside
/// of the shims.
uint32_t placeNumber(uint32_t Site, const Path *At) {
  State &Log = state();
  uint64_t Key = uint64_t(At->Number) << 32 | Site;
  auto [Known, New] = Log.PlaceNumbers.try_emplace(Key, 0);
  if (!New)
    return Known->second;
  const AccessSite &Access = Log.Sites[Site];
  SourcePoint Place = pointOutsideShims(Access.At, At);
  auto [Number, First] = Log.Places.try_emplace(
      {Place.File, Place.Line, Place.Column, Access.What, Access.Bytes}, Log.Places.size());
  if (First) {
    put(Tag::Place);
    put(Number->second);
    put(Place.Line);
    put(Place.Column);
    put(uint32_t(Access.What));
    put(Access.Bytes);
    put(std::string(Place.File));
  }
  return Known->second = Number->second;
}

/// The space of \p Address; Other: automatic memory, or a parameter's own.
Space spaceOf(uint64_t Address, uint32_t Bytes, uint32_t Site) {
  State &Log = state();
  if (isOnStack(Address))
    return Space::Other;
  auto After =
      std::upper_bound(Log.Objects.begin(), Log.Objects.end(), Address,
                       [](uint64_t Left, const Object &Right) { return Left < Right.Start; });
  if (After != Log.Objects.begin() && Address + Bytes <= After[-1].Start + After[-1].Bytes)
    return After[-1].Where;
  for (auto [Start, Size] : Log.ParameterMemory)
    if (Address >= Start && Address < Start + Size)
      return Space::Other;
  const SourcePoint &At = Log.Sites[Site].At;
  fail("a kernel touches memory that is not its own: " + std::string(At.File) + ":" +
       std::to_string(At.Line));
}

void observe(uint32_t Site, void *Pointer, uint64_t Range) {
  const AccessSite &Access = state().Sites[Site];
  uint64_t Address = reinterpret_cast<uint64_t>(Pointer);
  if (!isOnStack(Address))
    Observing->onAccess(Access, pointOutsideShims(Access.At, Current->At), Address, Range);
}

} // namespace

void fail(const std::string &Words) {
  std::fflush(stdout);
  std::fprintf(stderr, "oracle: %s\n", Words.c_str());
  std::_Exit(3);
}

Observer *Observing = nullptr;

Path *pathRoot() { return &state().Paths.front(); }

const std::vector<Kernel> &kernels() { return state().Kernels; }
const std::vector<Object> &variables() { return state().Variables; }
const PathLabel &labelOf(const Path &At) { return state().Labels[At.Label]; }

SourcePoint pointOutsideShims(SourcePoint Place, const Path *At) {
  for (; Place.Shim && At->Parent; At = At->Parent)
    if (const PathLabel &Around = labelOf(*At); !Around.IsLoop)
      Place = Around.At;
  return Place;
}

void *allocate(size_t Bytes) {
  size_t Room = (std::max<size_t>(Bytes, 1) + 255) / 256 * 256;
  void *Memory = std::aligned_alloc(256, Room + Gap);
  if (!Memory)
    fail("out of memory");
  std::memset(Memory, 0, Room + Gap);
  state().Allocations.push_back(
      {uint64_t(Memory), std::max<size_t>(Bytes, 1), Space::Global, "allocation"});
  return Memory;
}

void (*findKernel(const std::string &Name))(void **) {
  for (const Kernel &Each : kernels())
    if (Each.Name == Name)
      return Each.Run;
  return nullptr;
}

void *findVariable(const std::string &Name) {
  for (const Object &Each : state().Variables)
    if (Each.Name == Name)
      return reinterpret_cast<void *>(Each.Start);
  return nullptr;
}

extern "C" {
alignas(1024) unsigned char oracleDynamicShared[DynamicSharedMost];
}

unsigned char *dynamicShared() { return oracleDynamicShared; }

void beginLaunch(const std::string &Name, Extent Grid, Extent Block, void **Arguments,
                 size_t SharedBytes) {
  State &Log = state();
  openFile();
  if (SharedBytes > DynamicSharedMost)
    fail("too much dynamic shared memory");
  auto Which = std::find_if(Log.Kernels.begin(), Log.Kernels.end(),
                            [&](const Kernel &Each) { return Each.Name == Name; });
  put(Tag::Launch);
  put(Name);
  put(Which->Line);
  for (unsigned Number : {Grid.X, Grid.Y, Grid.Z, Block.X, Block.Y, Block.Z})
    put(uint32_t(Number));
  put(uint32_t(Which->Parameters.size()));
  Log.ParameterMemory.clear();
  for (size_t Index = 0; Index != Which->Parameters.size(); ++Index) {
    const Parameter &Each = Which->Parameters[Index];
    std::vector<uint64_t> Words((Each.Bytes + 7) / 8);
    std::memcpy(Words.data(), Arguments[Index], Each.Bytes);
    put(Each.Form);
    put(Each.Bytes);
    for (uint64_t Word : Words)
      put(Word);
    Log.ParameterMemory.push_back({uint64_t(Arguments[Index]), Each.Bytes});
  }
  Log.Objects = Log.Allocations;
  Log.Objects.insert(Log.Objects.end(), Log.Variables.begin(), Log.Variables.end());
  if (SharedBytes != 0)
    Log.Objects.push_back({uint64_t(oracleDynamicShared), SharedBytes, Space::Shared, "dynamic"});
  std::sort(Log.Objects.begin(), Log.Objects.end(),
            [](const Object &Left, const Object &Right) { return Left.Start < Right.Start; });
  for (size_t Index = 0; Index != Log.Objects.size(); ++Index) {
    const Object &Each = Log.Objects[Index];
    put(Tag::Object);
    put(uint32_t(Index));
    put(uint32_t(Each.Where));
    put(Each.Start);
    put(Each.Bytes);
    put(Each.Name);
  }
  Log.Warps.assign((Block.count() + LanesPerWarp - 1) / LanesPerWarp, {});
}

void writeBlock() {
  State &Log = state();
  for (size_t Warp = 0; Warp != Log.Warps.size(); ++Warp) {
    WarpLog &Own = Log.Warps[Warp];
    for (const Request &Each : Own.Requests) {
      put(Tag::Request);
      put(Each.Place);
      put(uint32_t(Each.Where));
      put(Log.LastBlock);
      put(uint32_t(Warp));
      put(Each.Mask);
      for (unsigned Lane = 0; Lane != LanesPerWarp; ++Lane)
        if (Each.Mask >> Lane & 1)
          put(Each.Address[Lane]);
    }
    Own.First.clear();
    Own.Requests.clear();
  }
}

extern "C" {

void oracleRegisterSite(uint32_t, uint32_t Line, uint32_t Column, uint32_t Shim, const char *File,
                        uint32_t What, uint32_t Bytes) {
  state().Sites.push_back({{Line, Column, Shim != 0, File}, Kind(What), Bytes});
}

void oracleRegisterCall(uint32_t, uint32_t Line, uint32_t Column, uint32_t Shim, const char *File) {
  state().Labels.push_back({{Line, Column, Shim != 0, File}, false});
}

void oracleRegisterLoop(uint32_t, uint32_t Line, uint32_t Column, uint32_t Shim, const char *File) {
  state().Labels.push_back({{Line, Column, Shim != 0, File}, true});
}

void oracleRegisterKernel(const char *Name, void (*Run)(void **), uint32_t Line) {
  state().Kernels.push_back({Name, Run, Line, {}});
}

void oracleRegisterParameter(uint32_t Bytes, uint32_t Form) {
  state().Kernels.back().Parameters.push_back({Bytes, Form});
}

void oracleRegisterVariable(const char *Name, void *Start, uint64_t Bytes, uint32_t Where) {
  state().Variables.push_back({uint64_t(Start), Bytes, Space(Where), Name});
}

Path *oracleEnter(uint32_t Label) {
  Path *Before = Current->At;
  for (Path *Child = Before->FirstChild; Child; Child = Child->Sibling)
    if (Child->Label == Label) {
      Current->At = Child;
      return Before;
    }
  std::deque<Path> &Paths = state().Paths;
  Paths.push_back({Before, Label, 0, nullptr, nullptr, Before->FirstChild, uint32_t(Paths.size())});
  Before->FirstChild = &Paths.back();
  Current->At = &Paths.back();
  return Before;
}

void oracleRestore(Path *Before) { Current->At = Before; }

void oracleTick() {
  Path *Here = Current->At;
  if (!Here->NextIteration) {
    std::deque<Path> &Paths = state().Paths;
    Paths.push_back({Here->Parent, Here->Label, Here->Count + 1, nullptr, nullptr, nullptr,
                     uint32_t(Paths.size())});
    Here->NextIteration = &Paths.back();
  }
  Current->At = Here->NextIteration;
}

/// A copy, or what is set: of the trace, its pieces are part.
void oracleRange(uint32_t Site, void *Pointer, uint64_t Bytes) {
  if (Observing)
    observe(Site, Pointer, Bytes);
}

void oracleAccess(uint32_t Site, void *Pointer) {
  State &Log = state();
  if (Observing)
    return observe(Site, Pointer, 0);
  uint64_t Address = reinterpret_cast<uint64_t>(Pointer);
  Space Where = spaceOf(Address, Log.Sites[Site].Bytes, Site);
  if (Where == Space::Other)
    return;
  Log.LastBlock = Current->LinearBlock;
  WarpLog &Warp = Log.Warps[Current->Linear / LanesPerWarp];
  unsigned Lane = Current->Linear % LanesPerWarp;
  uint64_t Key = uint64_t(Current->At->Number) << 32 | Site;
  auto [First, New] = Warp.First.try_emplace(Key, Warp.Requests.size());
  uint32_t Index = First->second;
  auto Append = [&] {
    Warp.Requests.emplace_back();
    Warp.Requests.back().Place = placeNumber(Site, Current->At);
    Warp.Requests.back().Where = Where;
  };
  if (New)
    Append();
  // A cycle that is not a natural loop comes here again along the same path.
  while (Warp.Requests[Index].Mask >> Lane & 1) {
    if (Warp.Requests[Index].Next == 0) {
      Warp.Requests[Index].Next = Warp.Requests.size() + 1;
      Append();
    }
    Index = Warp.Requests[Index].Next - 1;
  }
  Request &Own = Warp.Requests[Index];
  Own.Mask |= 1u << Lane;
  Own.Address[Lane] = Address;
  if (Own.Where != Where)
    Own.Where = Space::Other;
}

} // extern "C"

} // namespace oracle
