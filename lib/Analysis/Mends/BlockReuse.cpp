//===- BlockReuse.cpp - What the threads of a block load again ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Mends/BlockReuse.h"

#include "MendTrials.h"

#include "cuda-memlint/Analysis/Aliasing/LoopMotion.h"
#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Analysis/Mends/KernelTraffic.h"
#include "cuda-memlint/Analysis/Races/ThreadProgram.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <map>

using namespace llvm;

namespace memlint {

/// A tile holds a few dozen iterations.
static constexpr uint64_t MostIterationsOfTile = 32;

/// Addresses that are worked out for the loads of one array.
static constexpr uint64_t MostAddresses = 1u << 17;

/// What a tile is worth that is loaded again for the next iterations: the same is loaded so often.
static constexpr uint64_t LeastReuse = 3;

/// What a tile is worth that serves all loads at once: nothing is done while it is loaded. Of the
/// stencils that docs/accuracy.md measures those below are slower with one, to 17 times.
static constexpr uint64_t LeastReuseOfAll = 24;

/// Less stays in any cache, as coefficients do.
static constexpr uint64_t LeastBytes = 256;
static constexpr uint64_t LeastBytesOfAll = 1024;

/// What a tile may take without opting in.
static constexpr uint64_t MostBytesOfTile = 48u << 10;

namespace {

/// A load with all but threadIdx and the counters of the loops around it put in.
struct KnownLoad {
  unsigned Id;
  unsigned Bytes;
  ExprRef Offset;
  std::vector<ExprRef> Guards;
  /// The steps that compute them.
  unsigned OffsetStep = 0;
  std::vector<unsigned> GuardSteps;
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

/// A loop around the loads, as the threads of the block execute it.
struct RunningLoop {
  unsigned Id;
  ExprRef Counter;
  /// The steps that compute its exits, and those that these need in each iteration.
  std::vector<unsigned> Exits;
  std::vector<unsigned> StepsOfExits;
  uint64_t Iteration = 0;
  /// How many iterations load something, as far as they are looked at.
  uint64_t Loading = 0;
  /// By thread: it has left the loop.
  std::vector<bool> HasLeft;
};

/// What a tile for some iterations of one loop holds and saves.
struct TileUse {
  std::optional<unsigned> Loop;
  uint64_t Iterations = 1;
  /// It is not loaded again: the loads stand in no loop, or the threads leave it while the tile
  /// serves them.
  bool ServesAll = true;
  /// Of all requests, and the different ones.
  uint64_t Sectors = 0, DifferentSectors = 0;
  /// Of all lanes, those of each request once, and the different ones.
  uint64_t Bytes = 0, RequestedBytes = 0, DifferentBytes = 0;

  double reuse() const { return double(Sectors) / double(std::max<uint64_t>(DifferentSectors, 1)); }
  bool isWorthwhile() const {
    uint64_t Times = ServesAll ? LeastReuseOfAll : LeastReuse;
    return Bytes >= Times * DifferentBytes && Sectors >= Times * DifferentSectors &&
           DifferentBytes >= (ServesAll ? LeastBytesOfAll : LeastBytes);
  }
};

/// The loads of one array in one nest of loops, executed by the threads of one block.
class BlockRun {
public:
  BlockRun(ExprContext &Expressions, const KernelProgram &Kernel, const LaunchContext &Launch,
           const std::vector<unsigned> &Around)
      : Expressions(Expressions), Kernel(Kernel), Launch(Launch),
        Threads(*Launch.threadsPerBlock()) {
    for (unsigned Loop : Around)
      Loops.push_back({Loop, Kernel.Loops[Loop].Counter, {}, {}, 0, 0, {}});
  }

  /// False: not all of it is known.
  bool add(const Access &Site);
  std::optional<BlockReuse> run();

private:
  std::optional<ExprRef> known(ExprRef Root) const;
  const RunningLoop *loopOf(ExprRef Leaf) const {
    return find_if(Loops, [&](const RunningLoop &Each) { return Each.Counter == Leaf; });
  }
  bool compile();
  void compute(ArrayRef<unsigned> Steps);
  int64_t value(unsigned Step, uint64_t Thread) const {
    return Compiled->value(Step, unsigned(Thread));
  }
  bool isActive(uint64_t Thread, size_t Depth) const;
  bool isAnyActive(size_t Depth) const;
  void runWarp(const KnownLoad &Load, uint64_t First);
  void runLoads();
  bool leave(size_t Depth);
  bool isFull(size_t Depth) const;
  bool iterate(size_t Depth);
  TileUse use(size_t Depth, bool ServesAll) const;
  TileUse findTile();

  ExprContext &Expressions;
  const KernelProgram &Kernel;
  const LaunchContext &Launch;
  uint64_t Threads;
  /// Outermost first.
  SmallVector<RunningLoop, 4> Loops;
  std::vector<KnownLoad> Loads;
  /// What the loads and the exits of the loops need, for all threads at once.
  std::optional<ThreadIndices> Indices;
  std::optional<ThreadProgram> Compiled;
  /// What is computed anew for the loads in each iteration.
  std::vector<unsigned> StepsOfLoads;
  uint64_t Addresses = 0;
  ByteSet Bytes;
  DenseSet<int64_t> Sectors;
  /// Of all lanes, and of all requests.
  uint64_t BytesLoaded = 0, BytesRequested = 0, SectorsLoaded = 0;
};

} // namespace

std::optional<ExprRef> BlockRun::known(ExprRef Root) const {
  ExprRef Here = Expressions.substitute(
      withLaunchValues(Expressions, Root, Kernel, Launch), [&](ExprRef Leaf) -> ExprRef {
        const LeafInfo &Info = Leaf->leaf();
        return Info.Kind == LeafKind::BlockIndex
                   ? Expressions.constant(int64_t(*Launch.Grid[Info.Dimension] / 2))
                   : nullptr;
      });
  bool IsKnown = allLeaves(Here, [&](ExprRef Leaf) {
    return Leaf->leaf().Kind == LeafKind::ThreadIndex || loopOf(Leaf) != Loops.end();
  });
  return IsKnown ? std::optional(Here) : std::nullopt;
}

bool BlockRun::add(const Access &Site) {
  std::optional<ExprRef> Offset = known(Site.Offset);
  if (!Offset)
    return false;
  KnownLoad Load = {Site.Id, Site.Bytes, *Offset, {}, 0, {}};
  for (ExprRef Guard : Site.Guards) {
    std::optional<ExprRef> Known = known(Guard);
    if (!Known)
      return false;
    Load.Guards.push_back(*Known);
  }
  // What each iteration loads again stays in a register.
  bool MovesOn =
      Loops.empty() || anyLeaf(*Offset, [&](ExprRef Leaf) { return Leaf == Loops.back().Counter; });
  if (MovesOn)
    Loads.push_back(std::move(Load));
  return true;
}

/// False: an exit is not known.
bool BlockRun::compile() {
  BlockShape Shape;
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
    Shape.Extent[Dimension] = *Launch.Block[Dimension];
  Compiled.emplace(Indices.emplace(Shape));
  std::vector<unsigned> OfLoads;
  for (KnownLoad &Load : Loads) {
    OfLoads.push_back(Load.OffsetStep = Compiled->add(Load.Offset));
    for (ExprRef Guard : Load.Guards)
      OfLoads.push_back(Load.GuardSteps.emplace_back(Compiled->add(Guard)));
  }
  StepsOfLoads = Compiled->needed(OfLoads);
  for (RunningLoop &Each : Loops) {
    for (ExprRef Exit : Kernel.Loops[Each.Id].Exits) {
      std::optional<ExprRef> Known = known(Exit);
      if (!Known)
        return false;
      Each.Exits.push_back(Compiled->add(*Known));
    }
    Each.StepsOfExits = Compiled->needed(Each.Exits);
  }
  return true;
}

/// Computes \p Steps in the iterations that the loops are in.
void BlockRun::compute(ArrayRef<unsigned> Steps) {
  for (const auto &[Number, Counter] : enumerate(Compiled->variables()))
    Compiled->set(unsigned(Number), int64_t(loopOf(Counter)->Iteration));
  Compiled->compute(Steps);
}

/// \p Thread is in the loop at \p Depth.
bool BlockRun::isActive(uint64_t Thread, size_t Depth) const {
  return none_of(ArrayRef(Loops).take_front(Depth + 1),
                 [&](const RunningLoop &Each) { return Each.HasLeft[Thread]; });
}

bool BlockRun::isAnyActive(size_t Depth) const {
  return any_of(seq<uint64_t>(0, Threads),
                [&](uint64_t Thread) { return isActive(Thread, Depth); });
}

/// One request: the threads from number \p First on.
void BlockRun::runWarp(const KnownLoad &Load, uint64_t First) {
  unsigned UnitBytes = Kernel.Device.UnitBytes;
  uint64_t End = std::min<uint64_t>(First + Kernel.Device.WarpLanes, Threads);
  SmallDenseSet<int64_t, 64> OfRequest;
  ByteSet BytesOfRequest;
  for (uint64_t Thread = First; Thread != End; ++Thread) {
    if ((!Loops.empty() && !isActive(Thread, Loops.size() - 1)) ||
        any_of(Load.GuardSteps, [&](unsigned Guard) { return value(Guard, Thread) == 0; }))
      continue;
    int64_t Start = value(Load.OffsetStep, Thread);
    BytesLoaded += Load.Bytes;
    Bytes.insert(Start, Load.Bytes);
    BytesOfRequest.insert(Start, Load.Bytes);
    int64_t Last = divideFloorSigned(Start + Load.Bytes - 1, int64_t(UnitBytes));
    for (int64_t Unit = divideFloorSigned(Start, int64_t(UnitBytes)); Unit <= Last; ++Unit)
      OfRequest.insert(Unit);
  }
  BytesRequested += BytesOfRequest.size();
  SectorsLoaded += OfRequest.size();
  Sectors.insert(OfRequest.begin(), OfRequest.end());
}

/// The loads of one iteration of all loops.
void BlockRun::runLoads() {
  uint64_t Before = BytesLoaded;
  compute(StepsOfLoads);
  for (const KnownLoad &Load : Loads)
    for (uint64_t First = 0; First < Threads; First += Kernel.Device.WarpLanes)
      runWarp(Load, First);
  Addresses += Threads * Loads.size();
  if (BytesLoaded != Before)
    for (RunningLoop &Each : Loops)
      Each.Loading = std::max(Each.Loading, Each.Iteration + 1);
}

/// Lets the threads leave the loop at \p Depth whose exits hold. True: none is left in it.
bool BlockRun::leave(size_t Depth) {
  RunningLoop &Loop = Loops[Depth];
  compute(Loop.StepsOfExits);
  // Mostly all threads go on.
  if (all_of(Loop.Exits,
             [&](unsigned Exit) { return !Compiled->variesByThread(Exit) && value(Exit, 0) == 0; }))
    return !isAnyActive(Depth);
  bool IsOver = true;
  for (uint64_t Thread = 0; Thread != Threads; ++Thread) {
    if (!isActive(Thread, Depth))
      continue;
    Loop.HasLeft[Thread] =
        any_of(Loop.Exits, [&](unsigned Exit) { return value(Exit, Thread) != 0; });
    IsOver &= Loop.HasLeft[Thread];
  }
  return IsOver;
}

/// The tile holds enough, or no more of the loop at \p Depth is looked at.
bool BlockRun::isFull(size_t Depth) const {
  if (Addresses + Threads * Loads.size() > MostAddresses)
    return true;
  return Loops[Depth].Iteration >= MostIterationsOfTile &&
         (Bytes.size() >= LeastBytes || Depth + 1 != Loops.size());
}

/// Executes the loop at \p Depth from its start. True: all threads have left it.
bool BlockRun::iterate(size_t Depth) {
  RunningLoop &Loop = Loops[Depth];
  Loop.HasLeft.assign(Threads, false);
  for (Loop.Iteration = 0; !isFull(Depth); ++Loop.Iteration) {
    if (Depth + 1 == Loops.size())
      runLoads();
    else if (!iterate(Depth + 1))
      return false;
    if (leave(Depth))
      return true;
  }
  // A loop whose condition is tested first is left in the iteration after the last.
  return leave(Depth);
}

TileUse BlockRun::use(size_t Depth, bool ServesAll) const {
  const RunningLoop &Loop = Loops[Depth];
  return {Loop.Id,        Loop.Loading, ServesAll,      SectorsLoaded,
          Sectors.size(), BytesLoaded,  BytesRequested, Bytes.size()};
}

/// The tile for the innermost loop or, where this ends while the tile holds it and a tile for a
/// loop around it saves more, for that one.
TileUse BlockRun::findTile() {
  constexpr double LeastGain = 1.5;
  for (RunningLoop &Each : Loops)
    Each.HasLeft.assign(Threads, false);
  if (Loops.empty()) {
    runLoads();
    return {std::nullopt,   1,           true,           SectorsLoaded,
            Sectors.size(), BytesLoaded, BytesRequested, Bytes.size()};
  }
  size_t Depth = Loops.size() - 1;
  bool IsOver = iterate(Depth);
  TileUse Best = use(Depth, IsOver);
  while (IsOver && Depth != 0) {
    --Depth;
    TileUse Next = use(Depth, false);
    for (IsOver = leave(Depth); !IsOver; IsOver = leave(Depth)) {
      ++Loops[Depth].Iteration;
      if (isFull(Depth)) {
        IsOver = leave(Depth);
        break;
      }
      if (!iterate(Depth + 1) || Sectors.size() * Kernel.Device.UnitBytes > MostBytesOfTile)
        break;
      Next = use(Depth, false);
    }
    Next.ServesAll = IsOver;
    if (Next.reuse() >= LeastGain * Best.reuse())
      Best = Next;
  }
  return Best;
}

std::optional<BlockReuse> BlockRun::run() {
  // Without them, a loop that nobody leaves would go on for ever.
  if (Loads.empty() || Threads * Loads.size() > MostAddresses || !compile())
    return std::nullopt;
  TileUse Tile = findTile();
  // Of a thread that uses its sectors one element after the other no element is loaded again.
  if (!Tile.isWorthwhile())
    return std::nullopt;
  BlockReuse Result = {{},
                       Tile.Loop,
                       Tile.Iterations,
                       Tile.Sectors,
                       Tile.DifferentSectors,
                       Tile.RequestedBytes,
                       Tile.DifferentBytes};
  for (const KnownLoad &Load : Loads)
    Result.Loads.push_back(Load.Id);
  return Result;
}

/// \p Load fills a tile: the next store in its loop is one to shared memory.
static bool fillsTile(const KernelProgram &Kernel, const Access &Load) {
  auto Rest = ArrayRef(Kernel.Accesses).drop_front(Load.Id + 1);
  const Access *Next = find_if(Rest, [&](const Access &Each) {
    return Each.Kind == AccessKind::Store && Each.Loops == Load.Loops;
  });
  return Next != Rest.end() && Next->Space == MemorySpace::Shared && Next->Bytes == Load.Bytes;
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
    /// And none of them fills a tile.
    bool IsKnown = true;
  };
  std::map<std::pair<unsigned, std::vector<unsigned>>, Group> Groups;
  std::vector<bool> AreReadOnly;
  for (const MemoryObject &Object : Program.Objects)
    AreReadOnly.push_back(isReadOnly(Program, In, Object));
  LoopMotion Moved(Expressions, Program);
  for (const Access &Site : Program.Accesses) {
    if (!AreReadOnly[Site.Object])
      continue;
    std::optional<Access> Compiled = compiledAccess(Expressions, Program, Moved, Site);
    if (!Compiled)
      continue;
    auto Found = Groups.find({Site.Object, Site.Loops});
    if (Found == Groups.end())
      Found = Groups
                  .try_emplace({Site.Object, Site.Loops},
                               Group{BlockRun(Expressions, Program, In, Site.Loops)})
                  .first;
    Found->second.IsKnown &= !fillsTile(Program, Site) && Found->second.Run.add(*Compiled);
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
