//===- memlint_runtime.cuh - Counting inside an instrumented program ------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an instrumented source includes before anything else. Each access reports
/// its address through load, store or update; the warp's active lanes together count
/// the request in the record of their launch and site. Plain CUDA C++14, for compute
/// capability 7.0 and later. Launches are distinguished by PTX's %gridid.
///
/// At the end of the program, and before cudaDeviceReset, the counts are written to
/// the file that the environment variable CUDA_MEMLINT_COUNTS names; without it
/// nothing is written.
///
/// The source defines beforehand: MEMLINT_SITES, how many sites it has;
/// MEMLINT_SOURCE, its path, and MEMLINT_KEY, which distinguishes this numbering of sites
/// from others, as string literals.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_RUNTIME_MEMLINT_RUNTIME_CUH
#define CUDA_MEMLINT_RUNTIME_MEMLINT_RUNTIME_CUH

#include "memlint_requests.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

/// How many launches of this source's kernels are to be counted; later ones are not.
#ifndef MEMLINT_LAUNCHES
#define MEMLINT_LAUNCHES 100
#endif

namespace memlint_runtime {

/// And how many there is room for.
constexpr unsigned MostLaunches = MEMLINT_SITES < 1000 ? 512 : 64;
constexpr unsigned KeptLaunches =
    MEMLINT_LAUNCHES < MostLaunches ? MEMLINT_LAUNCHES : MostLaunches;

/// What one source has counted, in the form in which it is written.
struct SourceCounts {
  const char *Path;
  const char *Key;
  /// Reads and clears the counts of the current device, as JSON objects.
  void (*Collect)(std::string &Launches, unsigned long long &DroppedBlocks, std::string &Problem);
  std::string Launches;
  unsigned long long DroppedBlocks;
  std::string Problem;
};

/// Of the whole program, however many instrumented sources it is made of.
struct ProgramCounts {
  std::vector<SourceCounts *> Sources;
  unsigned long long Devices = 0; // a bit for each that was current at a launch
  bool Started = false;
};

inline ProgramCounts &program() {
  static ProgramCounts *Program = new ProgramCounts; // outlives all destructors
  return *Program;
}

inline void collectAll() {
  int Current = 0;
  if (cudaGetDevice(&Current) != cudaSuccess)
    return;
  unsigned long long Devices = program().Devices | 1ull << Current;
  for (int Device = 0; Device != 64; ++Device) {
    if (!(Devices >> Device & 1) || cudaSetDevice(Device) != cudaSuccess)
      continue;
    for (SourceCounts *Source : program().Sources)
      Source->Collect(Source->Launches, Source->DroppedBlocks, Source->Problem);
  }
  cudaSetDevice(Current);
}

inline void appendQuoted(std::string &To, const char *Text) {
  To += '"';
  for (; *Text; ++Text) {
    unsigned char Letter = static_cast<unsigned char>(*Text);
    if (Letter == '"' || Letter == '\\')
      To += '\\';
    To += Letter < 32 ? ' ' : *Text;
  }
  To += '"';
}

inline void writeCounts() {
  const char *Path = std::getenv("CUDA_MEMLINT_COUNTS");
  if (!Path || !*Path)
    return;
  collectAll();
  std::string Text = "{\"version\": 1, ";
  int Device = 0;
  cudaDeviceProp Properties;
  if (cudaGetDevice(&Device) == cudaSuccess &&
      cudaGetDeviceProperties(&Properties, Device) == cudaSuccess) {
    Text += "\"device\": ";
    appendQuoted(Text, Properties.name);
    Text += ", \"compute_capability\": \"" + std::to_string(Properties.major) + "." +
            std::to_string(Properties.minor) + "\", ";
  }
  Text += "\"sources\": [";
  const char *Separator = "\n";
  for (SourceCounts *Source : program().Sources) {
    Text += Separator;
    Separator = ",\n";
    Text += " {\"path\": ";
    appendQuoted(Text, Source->Path);
    Text += ", \"key\": ";
    appendQuoted(Text, Source->Key);
    Text += ", \"problem\": ";
    appendQuoted(Text, Source->Problem.c_str());
    Text += ", \"dropped_blocks\": " + std::to_string(Source->DroppedBlocks);
    Text += ", \"launches\": [" + Source->Launches + "]}";
  }
  Text += "\n]}\n";
  std::string Partial = std::string(Path) + ".partial";
  std::FILE *File = std::fopen(Partial.c_str(), "wb");
  bool Written = File && std::fwrite(Text.data(), 1, Text.size(), File) == Text.size();
  if (File)
    Written = std::fclose(File) == 0 && Written;
  if (!Written || std::rename(Partial.c_str(), Path) != 0)
    std::fprintf(stderr, "cuda-memlint: cannot write the counts to '%s'\n", Path);
}

/// Called at the start of main and before each launch. The device is initialised
/// first: what is registered later runs earlier at the end, when it still answers.
inline void begin() {
  if (!program().Started) {
    program().Started = true;
    cudaFree(nullptr);
    std::atexit(writeCounts);
  }
  int Device = 0;
  if (cudaGetDevice(&Device) == cudaSuccess && Device < 64)
    program().Devices |= 1ull << Device;
}

inline cudaError_t deviceReset() {
  collectAll();
  return cudaDeviceReset();
}

// Of each source its own: sources of one program have different sites.
namespace {

enum Space : unsigned { Global, Shared, Constant, Spaces };
enum Counter : unsigned { Requests, Lanes, Cost, Ideal, Counters };

struct Launch {
  unsigned long long Id; // %gridid + 1; 0: free
  unsigned long long Blocks;
  unsigned Grid[3];
  unsigned Block[3];
  int Kernel; // 1 + the kernel's number; 0: unknown
  char Function[512];
};

struct SiteCounters {
  unsigned long long Counts[Spaces][Counters];
};

__device__ Launch LaunchTable[KeptLaunches];
__device__ SiteCounters CounterTable[KeptLaunches][MEMLINT_SITES + 1];
/// Of launches that there was no room for.
__device__ unsigned long long DroppedBlocks;
/// The %gridid + 1 of one of those, which need not search again.
__device__ unsigned long long DroppedLaunch;

/// The lanes that are here together, one of whom this thread is.
class ConvergedLanes {
public:
  typedef unsigned Value;

  __device__ ConvergedLanes(unsigned All, unsigned long long Address)
      : All(All), Address(Address) {}
  template <class FunctionT> __device__ Value each(FunctionT Function) const {
    return Function(lane());
  }
  __device__ unsigned atLeast(Value Number, unsigned Least) const {
    return __ballot_sync(All, Number >= Least);
  }
  __device__ unsigned long long own(unsigned) const { return Address; }
  __device__ unsigned long long other(unsigned Lane) const {
    return __shfl_sync(All, Address, int(Lane));
  }
  static __device__ unsigned lane() {
    unsigned Lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(Lane));
    return Lane;
  }

private:
  unsigned All;
  unsigned long long Address;
};

/// Never zero.
__device__ unsigned long long launchId() {
  unsigned long long Id;
  asm("mov.u64 %0, %%gridid;" : "=l"(Id));
  return Id + 1;
}

/// False also where this is not known yet.
__device__ bool isDropped() { return DroppedLaunch == launchId(); }

/// The location of this launch in the table; -1 when the table is full.
__device__ __noinline__ int findLaunch() {
  if (isDropped())
    return -1;
  unsigned long long Id = launchId();
  const unsigned Probes = KeptLaunches < 32 ? KeptLaunches : 32;
  for (unsigned Probe = 0; Probe != Probes; ++Probe) {
    int Index = int((Id + Probe) % KeptLaunches);
    Launch &Record = LaunchTable[Index];
    unsigned long long Before = *static_cast<volatile unsigned long long *>(&Record.Id);
    if (Before == 0)
      Before = atomicCAS(&Record.Id, 0ull, Id);
    if (Before == Id)
      return Index;
    if (Before != 0)
      continue;
    Record.Grid[0] = gridDim.x, Record.Grid[1] = gridDim.y, Record.Grid[2] = gridDim.z;
    Record.Block[0] = blockDim.x, Record.Block[1] = blockDim.y, Record.Block[2] = blockDim.z;
    return Index;
  }
  DroppedLaunch = Id;
  return -1;
}

/// Called by all \p All lanes that execute the site together.
__device__ __noinline__ void count(unsigned All, unsigned Site, const volatile void *Pointer,
                                   unsigned Bytes, SiteKind Kind) {
  // Compilers may join calls of different sites. From here on, no lane may go a way of its
  // own before all have been asked: at the end of it, it would meet lanes of another group,
  // and be taken for one of them.
  All = __match_any_sync(All, Site);
  if (__any_sync(All, isDropped()))
    return;
  const void *Accessed = const_cast<const void *>(Pointer);
  unsigned In = __isShared(Accessed)     ? Shared
                : __isConstant(Accessed) ? Constant
                : __isGlobal(Accessed)   ? Global
                                      : Spaces;
  unsigned long long Address = reinterpret_cast<unsigned long long>(Accessed);
  if (In == Shared)
    Address = __cvta_generic_to_shared(Accessed);
  const ConvergedLanes Warp(All, Address);
  for (unsigned Each = 0; Each != Spaces; ++Each) {
    unsigned Active = __ballot_sync(All, In == Each);
    if (!Active)
      continue;
    CountedCost Counted = {0, 0};
    if (Each == Global)
      Counted = globalRequest(Warp, Active, Bytes);
    else if (Each == Constant)
      Counted = constantRequest(Warp, Active);
    else if (Kind != AtomicLoop)
      Counted = sharedRequest(Warp, Active, Bytes, Kind);
    if (ConvergedLanes::lane() != unsigned(__ffs(int(Active))) - 1)
      continue;
    int Slot = findLaunch();
    if (Slot < 0)
      continue;
    unsigned long long *To = CounterTable[Slot][Site].Counts[Each];
    atomicAdd(&To[Requests], 1ull);
    atomicAdd(&To[Lanes], static_cast<unsigned long long>(lanesIn(Active)));
    atomicAdd(&To[Cost], static_cast<unsigned long long>(Counted.Cost));
    atomicAdd(&To[Ideal], static_cast<unsigned long long>(Counted.Ideal));
  }
  __syncwarp(All);
}

/// The pieces of \p Bytes at \p Offset, and so on, that an object is accessed by;
/// numbered from Site. None are given where it is one piece.
template <unsigned Site, unsigned... Pieces> struct PieceList;

template <unsigned Site> struct PieceList<Site> {
  static __device__ void count(unsigned, const volatile char *, SiteKind) {}
};

template <unsigned Site, unsigned Offset, unsigned Bytes, unsigned... Rest>
struct PieceList<Site, Offset, Bytes, Rest...> {
  static __device__ void count(unsigned All, const volatile char *Start, SiteKind Kind) {
    memlint_runtime::count(All, Site, Start + Offset, Bytes, Kind);
    PieceList<Site + 1, Rest...>::count(All, Start, Kind);
  }
};

template <unsigned Site, SiteKind Kind, unsigned WholeBytes, unsigned... Pieces>
__host__ __device__ __forceinline__ void report(const volatile char *Start) {
#ifdef __CUDA_ARCH__
  unsigned All = __activemask();
  if (sizeof...(Pieces) == 0)
    count(All, Site, Start, WholeBytes, Kind);
  else
    PieceList<Site, Pieces...>::count(All, Start, Kind);
#else
  (void)Start;
#endif
}

template <class T> __host__ __device__ __forceinline__ const volatile char *startOf(T &Object) {
  return &reinterpret_cast<const volatile char &>(Object);
}

/// An object that is about to be read.
template <unsigned Site, unsigned... Pieces, class T>
__host__ __device__ __forceinline__ T &load(T &Object) {
  report<Site, Load, sizeof(T), Pieces...>(startOf(Object));
  return Object;
}

/// An object that is about to be written.
template <unsigned Site, unsigned... Pieces, class T>
__host__ __device__ __forceinline__ T &store(T &Object) {
  report<Site, Store, sizeof(T), Pieces...>(startOf(Object));
  return Object;
}

/// An object that is about to be read, and then written.
template <unsigned LoadSite, unsigned StoreSite, class T>
__host__ __device__ __forceinline__ T &update(T &Object) {
  report<LoadSite, Load, sizeof(T)>(startOf(Object));
  report<StoreSite, Store, sizeof(T)>(startOf(Object));
  return Object;
}

/// A pointer through which a function is about to read, write or both.
template <unsigned Site, SiteKind Kind, class T>
__host__ __device__ __forceinline__ T *through(T *Pointer) {
  report<Site, Kind, sizeof(T)>(reinterpret_cast<const volatile char *>(Pointer));
  return Pointer;
}

__device__ __noinline__ void recordBlock(int Kernel, const char *Function) {
  int Index = findLaunch();
  if (Index < 0) {
    atomicAdd(&DroppedBlocks, 1ull);
    return;
  }
  Launch &Record = LaunchTable[Index];
  if (atomicAdd(&Record.Blocks, 1ull) != 0)
    return;
  Record.Kernel = Kernel + 1;
  for (unsigned At = 0; At + 1 < sizeof(Record.Function) && Function[At]; ++At)
    Record.Function[At] = Function[At];
}

/// Called by every thread of the kernel of this number at its start.
__device__ __forceinline__ void enter(int Kernel, const char *Function) {
  unsigned All = __activemask();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0)
    recordBlock(Kernel, Function);
  // Else the first thread would come to the first sites alone.
  __syncwarp(All);
}

__attribute__((unused)) void appendLaunch(std::string &To, const Launch &Record,
                                          const std::vector<SiteCounters> &Sites) {
  if (!To.empty())
    To += ',';
  To += "\n  {\"id\": " + std::to_string(Record.Id - 1) +
        ", \"kernel\": " + std::to_string(Record.Kernel - 1) + ", \"function\": ";
  appendQuoted(To, Record.Function);
  auto Triple = [&To](const char *Name, const unsigned *Extent) {
    To += std::string(", \"") + Name + "\": [" + std::to_string(Extent[0]) + ", " +
          std::to_string(Extent[1]) + ", " + std::to_string(Extent[2]) + "]";
  };
  Triple("grid", Record.Grid);
  Triple("block", Record.Block);
  To += ", \"blocks_entered\": " + std::to_string(Record.Blocks) + ", \"sites\": [";
  const char *Separator = "";
  for (unsigned Site = 0; Site != MEMLINT_SITES; ++Site)
    for (unsigned In = 0; In != Spaces; ++In) {
      const unsigned long long *Sums = Sites[Site].Counts[In];
      if (!Sums[Requests])
        continue;
      static const char *const Names[] = {"global", "shared", "constant"};
      To += std::string(Separator) + "\n   {\"site\": " + std::to_string(Site) + ", \"space\": \"" +
            Names[In] + "\", \"requests\": " + std::to_string(Sums[Requests]) +
            ", \"lanes\": " + std::to_string(Sums[Lanes]) +
            ", \"cost\": " + std::to_string(Sums[Cost]) +
            ", \"ideal\": " + std::to_string(Sums[Ideal]) + "}";
      Separator = ",";
    }
  To += "]}";
}

__attribute__((unused)) cudaError_t takeCounts(std::string &Text, unsigned long long &Dropped) {
  cudaError_t Status = cudaDeviceSynchronize();
  if (Status != cudaSuccess)
    return Status;
  std::vector<Launch> Records(KeptLaunches);
  std::vector<SiteCounters> Sites(MEMLINT_SITES + 1);
  unsigned long long Lost = 0;
  if ((Status = cudaMemcpyFromSymbol(Records.data(), LaunchTable, sizeof(LaunchTable))) !=
          cudaSuccess ||
      (Status = cudaMemcpyFromSymbol(&Lost, DroppedBlocks, sizeof(Lost))) != cudaSuccess)
    return Status;
  Dropped += Lost;
  for (unsigned Index = 0; Index != KeptLaunches; ++Index) {
    if (Records[Index].Id == 0)
      continue;
    Status = cudaMemcpyFromSymbol(Sites.data(), CounterTable, sizeof(CounterTable[0]),
                                  Index * sizeof(CounterTable[0]));
    if (Status != cudaSuccess)
      return Status;
    appendLaunch(Text, Records[Index], Sites);
  }
  void *Start = nullptr;
  if ((Status = cudaGetSymbolAddress(&Start, LaunchTable)) == cudaSuccess)
    Status = cudaMemset(Start, 0, sizeof(LaunchTable));
  if (Status == cudaSuccess && (Status = cudaGetSymbolAddress(&Start, CounterTable)) == cudaSuccess)
    Status = cudaMemset(Start, 0, sizeof(CounterTable));
  if (Status == cudaSuccess &&
      (Status = cudaGetSymbolAddress(&Start, DroppedBlocks)) == cudaSuccess)
    Status = cudaMemset(Start, 0, sizeof(DroppedBlocks));
  return Status;
}

__attribute__((unused)) void collect(std::string &Text, unsigned long long &Dropped,
                                     std::string &Problem) {
  cudaError_t Status = takeCounts(Text, Dropped);
  if (Status != cudaSuccess && Problem.empty())
    Problem = cudaGetErrorString(Status);
}

/// Makes this source known to the program.
struct Registration {
  SourceCounts Counts;
  Registration() : Counts{MEMLINT_SOURCE, MEMLINT_KEY, collect, std::string(), 0, std::string()} {
    program().Sources.push_back(&Counts);
  }
};
Registration *const Registered = new Registration;

} // namespace
} // namespace memlint_runtime

// Resetting the device takes the counts with it.
#define cudaDeviceReset memlint_runtime::deviceReset

#endif // CUDA_MEMLINT_RUNTIME_MEMLINT_RUNTIME_CUH
