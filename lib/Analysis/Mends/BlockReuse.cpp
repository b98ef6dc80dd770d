//===- BlockReuse.cpp - What the threads of a block load again ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Mends/BlockReuse.h"

#include "MendTrials.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Analysis/Mends/KernelTraffic.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <map>

using namespace llvm;

namespace memlint {

/// A tile holds a few dozen iterations.
static constexpr uint64_t MostIterationsOfTile = 32;

/// Addresses that are worked out for the loads of one array.
static constexpr uint64_t MostAddresses = 1u << 15;

/// What a tile is worth: the same is loaded so often.
static constexpr uint64_t LeastReuse = 3;

/// Less stays in any cache, as coefficients do.
static constexpr uint64_t LeastBytes = 256;

namespace {

/// A load with all but threadIdx and the counter of the innermost loop put in.
struct KnownLoad {
  unsigned Id;
  unsigned Bytes;
  ExprRef Offset;
  std::vector<ExprRef> Guards;
};

/// Addresses of bytes, by words of 64 with a bit for each.
class ByteSet {
public:
  void insert(int64_t Start, unsigned Size) {
    while (Size != 0) {
      unsigned Bit = unsigned(Start & 63), Here = std::min(Size, 64 - Bit);
      Words[divideFloorSigned(Start, int64_t(64))] |= maskTrailingOnes<uint64_t>(Here) << Bit;
      Start += Here;
      Size -= Here;
    }
  }
  uint64_t size() const {
    uint64_t Sum = 0;
    for (const auto &[Number, Word] : Words)
      Sum += unsigned(llvm::popcount(Word));
    return Sum;
  }

private:
  DenseMap<int64_t, uint64_t> Words;
};

/// The loads of one array in one nest of loops, executed by the threads of one block.
class BlockRun {
public:
  BlockRun(ExprContext &Expressions, const KernelProgram &Kernel, const LaunchContext &Launch,
           const std::vector<unsigned> &Loops)
      : Expressions(Expressions), Kernel(Kernel), Launch(Launch), Loops(Loops) {}

  /// False: not all of it is known.
  bool add(const Access &Site);
  std::optional<BlockReuse> run();

private:
  std::optional<ExprRef> known(ExprRef Root) const;
  ExprRef counter() const { return Loops.empty() ? nullptr : Kernel.Loops[Loops.back()].Counter; }
  int64_t value(ExprRef Root, uint64_t Thread, uint64_t Iteration) const;
  void runWarp(const KnownLoad &Load, uint64_t First, uint64_t Iteration);

  ExprContext &Expressions;
  const KernelProgram &Kernel;
  const LaunchContext &Launch;
  const std::vector<unsigned> &Loops;
  std::vector<KnownLoad> Loads;
  std::vector<ExprRef> Exits;
  /// By thread: it has left the loop.
  std::vector<bool> HasLeft;
  ByteSet Bytes;
  DenseSet<int64_t> Sectors;
  /// Of all lanes, and of all requests.
  uint64_t BytesLoaded = 0, SectorsLoaded = 0;
};

} // namespace

std::optional<ExprRef> BlockRun::known(ExprRef Root) const {
  ExprRef Here = Expressions.substitute(
      withLaunchValues(Expressions, Root, Kernel, Launch), [&](ExprRef Leaf) -> ExprRef {
        const LeafInfo &Info = Leaf->leaf();
        if (Info.Kind == LeafKind::BlockIndex)
          return Expressions.constant(int64_t(*Launch.Grid[Info.Dimension] / 2));
        bool IsOuter = Info.Kind == LeafKind::LoopCounter && Leaf != counter();
        return IsOuter ? Expressions.constant(0) : nullptr;
      });
  bool IsKnown = allLeaves(Here, [&](ExprRef Leaf) {
    return Leaf->leaf().Kind == LeafKind::ThreadIndex || Leaf == counter();
  });
  return IsKnown ? std::optional(Here) : std::nullopt;
}

bool BlockRun::add(const Access &Site) {
  std::optional<ExprRef> Offset = known(Site.Offset);
  if (!Offset)
    return false;
  KnownLoad Load = {Site.Id, Site.Bytes, *Offset, {}};
  for (ExprRef Guard : Site.Guards) {
    std::optional<ExprRef> Known = known(Guard);
    if (!Known)
      return false;
    Load.Guards.push_back(*Known);
  }
  // What each iteration loads again stays in a register.
  bool MovesOn = !counter() || anyLeaf(*Offset, [&](ExprRef Leaf) { return Leaf == counter(); });
  if (MovesOn)
    Loads.push_back(std::move(Load));
  return true;
}

int64_t BlockRun::value(ExprRef Root, uint64_t Thread, uint64_t Iteration) const {
  uint64_t Width = *Launch.Block[0], Height = *Launch.Block[1];
  std::array<uint64_t, 3> Index = {Thread % Width, Thread / Width % Height,
                                   Thread / Width / Height};
  return evaluate(Root, [&](ExprRef Leaf) {
    return int64_t(Leaf == counter() ? Iteration : Index[Leaf->leaf().Dimension]);
  });
}

/// One request: the threads from number \p First on.
void BlockRun::runWarp(const KnownLoad &Load, uint64_t First, uint64_t Iteration) {
  unsigned UnitBytes = Kernel.Device.UnitBytes;
  uint64_t End = std::min<uint64_t>(First + Kernel.Device.WarpLanes, HasLeft.size());
  SmallDenseSet<int64_t, 64> OfRequest;
  for (uint64_t Thread = First; Thread != End; ++Thread) {
    if (HasLeft[Thread] ||
        any_of(Load.Guards, [&](ExprRef Guard) { return value(Guard, Thread, Iteration) == 0; }))
      continue;
    int64_t Start = value(Load.Offset, Thread, Iteration);
    BytesLoaded += Load.Bytes;
    Bytes.insert(Start, Load.Bytes);
    int64_t Last = divideFloorSigned(Start + Load.Bytes - 1, int64_t(UnitBytes));
    for (int64_t Unit = divideFloorSigned(Start, int64_t(UnitBytes)); Unit <= Last; ++Unit)
      OfRequest.insert(Unit);
  }
  SectorsLoaded += OfRequest.size();
  Sectors.insert(OfRequest.begin(), OfRequest.end());
}

std::optional<BlockReuse> BlockRun::run() {
  for (unsigned Loop : Loops)
    for (ExprRef Exit : Kernel.Loops[Loop].Exits) {
      std::optional<ExprRef> Known = known(Exit);
      if (!Known)
        return std::nullopt;
      if (Loop == Loops.back())
        Exits.push_back(*Known);
    }
  uint64_t Threads = *Launch.Block[0] * *Launch.Block[1] * *Launch.Block[2];
  uint64_t Most = Loads.empty() ? 0 : MostAddresses / (Threads * Loads.size());
  Most = std::min(Most, Loops.empty() ? 1 : MostIterationsOfTile);
  HasLeft.assign(Threads, false);
  BlockReuse Result;
  for (Result.Iterations = 0; Result.Iterations != Most; ++Result.Iterations) {
    uint64_t Before = BytesLoaded;
    for (const KnownLoad &Load : Loads)
      for (uint64_t First = 0; First < Threads; First += Kernel.Device.WarpLanes)
        runWarp(Load, First, Result.Iterations);
    if (BytesLoaded == Before)
      break;
    for (uint64_t Thread = 0; Thread != Threads; ++Thread)
      if (any_of(Exits, [&](ExprRef Exit) { return value(Exit, Thread, Result.Iterations) != 0; }))
        HasLeft[Thread] = true;
  }
  Result.Sectors = SectorsLoaded;
  Result.Different = Sectors.size();
  // Of a thread that uses its sectors one element after the other no element is loaded again.
  uint64_t Different = Bytes.size();
  if (BytesLoaded < LeastReuse * Different || SectorsLoaded < LeastReuse * Sectors.size() ||
      Different < LeastBytes)
    return std::nullopt;
  for (const KnownLoad &Load : Loads)
    Result.Loads.push_back(Load.Id);
  if (!Loops.empty())
    Result.Loop = Loops.back();
  return Result;
}

/// Whether the kernel only loads from \p Object, which begins where a sector does.
static bool isReadOnly(const KernelProgram &Kernel, const LaunchContext &Launch,
                       const MemoryObject &Object) {
  if (Object.Space != MemorySpace::Global || any_of(Kernel.Accesses, [&](const Access &Site) {
        return Site.Object == Object.Id && !isPlainGlobal(Kernel, Site) && !Site.IsUnused;
      }))
    return false;
  if (any_of(Kernel.Accesses, [&](const Access &Site) {
        return Site.Object == Object.Id && Site.Kind != AccessKind::Load;
      }))
    return false;
  if (!Object.ParameterIndex || *Object.ParameterIndex >= Launch.Arguments.size())
    return true;
  const LaunchArgument &Argument = Launch.Arguments[*Object.ParameterIndex];
  return Argument.AlignmentResidue % Kernel.Device.UnitBytes == 0;
}

std::vector<BlockReuse> findBlockReuse(ExprContext &Expressions, const KernelAnalysis &Kernel,
                                       const TargetModel &Target, unsigned Launch) {
  const KernelProgram &Program = Kernel.Program;
  const LaunchContext &In = Kernel.Launches[Launch];
  if (!In.blockKnown() || !In.gridKnown())
    return {};
  struct Group {
    BlockRun Run;
    bool IsKnown = true;
  };
  std::map<std::pair<unsigned, std::vector<unsigned>>, Group> Groups;
  for (const Access &Site : Program.Accesses) {
    if (!isReadOnly(Program, In, Program.Objects[Site.Object]))
      continue;
    std::optional<Access> Compiled = compiledAccess(Expressions, Program, Site);
    if (!Compiled)
      continue;
    auto Found = Groups.find({Site.Object, Site.Loops});
    if (Found == Groups.end())
      Found = Groups
                  .try_emplace({Site.Object, Site.Loops},
                               Group{BlockRun(Expressions, Program, In, Site.Loops)})
                  .first;
    Found->second.IsKnown &= Found->second.Run.add(*Compiled);
  }
  std::optional<KernelTraffic> Traffic;
  std::vector<BlockReuse> Found;
  for (auto &[Key, Each] : Groups) {
    std::optional<BlockReuse> Reuse = Each.IsKnown ? Each.Run.run() : std::nullopt;
    if (!Reuse)
      continue;
    if (!Traffic)
      Traffic = measureTraffic(Expressions, Program, In, Target);
    // What the tile saves has to be a tenth of what the kernel moves.
    double Sectors = 0;
    for (unsigned Id : Reuse->Loads)
      Sectors += Traffic->ByAccess[Id];
    double Saved = Sectors * (1 - double(Reuse->Different) / double(Reuse->Sectors));
    if (!Traffic->IsTotal || Saved >= 0.1 * Traffic->Sectors)
      Found.push_back(std::move(*Reuse));
  }
  return Found;
}

} // namespace memlint
