//===- GlobalMends.cpp - Changes that save sectors of global memory -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Mends/GlobalMends.h"

#include "MendTrials.h"

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Analysis/Layout/RecordVisits.h"
#include "cuda-memlint/Analysis/Layout/SharedLayout.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchArguments.h"
#include "cuda-memlint/Model/LaunchContexts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/MathExtras.h"

#include <array>
#include <limits>
#include <tuple>

using namespace llvm;

namespace memlint {

const Mend *GlobalMends::findFor(unsigned Site, std::optional<Mend::Kind> Only) const {
  // What saves less is not what the finding is about.
  constexpr double MostThatIsLeft = 0.9;
  for (const Mend &Each : Mends) {
    // That of the structure is judged by the array that the access is to.
    bool IsOfRecord = Each.What == Mend::Kind::AlignRecord || Each.What == Mend::Kind::SplitRecord;
    if ((Only && Each.What != *Only) || (IsOfRecord && !is_contained(Each.Changed, Site)))
      continue;
    // One of several that become one may cost what it did.
    double Now = 0, Then = 0;
    for (unsigned Id : is_contained(Each.Changed, Site) ? ArrayRef(Each.Changed) : ArrayRef(Site)) {
      Now += Before.ByAccess[Id];
      Then += Each.After.ByAccess[Id];
    }
    if (Then <= MostThatIsLeft * Now)
      return &Each;
  }
  return nullptr;
}

namespace {

class MendSearch {
public:
  MendSearch(ExprContext &Expressions, const KernelAnalysis &Kernel, const TargetModel &Target,
             unsigned Launch)
      : Expressions(Expressions), Kernel(Kernel), Target(Target), Number(Launch),
        Launch(Kernel.Launches[Launch]) {}

  GlobalMends run() &&;

private:
  using Change = function_ref<std::optional<ChangedKernel>(const LaunchContext &)>;

  KernelTraffic measure(const KernelProgram &Program, const LaunchContext &In,
                        bool AsTotals = true) const {
    return measureTraffic(Expressions, Program, In, Target, AsTotals);
  }
  KernelTraffic measure(const ChangedKernel &Changed, bool AsTotals = true) const;
  bool isAtFault(const Access &Site) const;
  /// Keeps \p New if the change pays in the launch in question and costs nothing in the others.
  void tryChange(Mend New, Change Make);
  bool isNoLossElsewhere(Change Make) const;
  bool isNoFaster(const KernelTraffic &After, const LaunchContext &Then) const;
  void countByIteration(Mend &New) const;

  bool canReplaceConstants(const StatedBlock &Stated, const std::array<uint64_t, 3> &Block) const;
  void tryBlocks(const StatedBlock &Stated);
  void tryOtherThreads();
  void tryExchange(unsigned Dimension);
  bool canMoveThreads(const KernelProgram &Program) const;
  void tryAxes();
  void tryStage();
  bool isNoLossToStage(ArrayRef<unsigned> Staged) const;
  uint64_t rowsOfTile(const Access &Site) const;
  std::optional<TileLayout> findTile(const Access &Site, double &Wavefronts) const;
  void tryRecord(unsigned Object);
  void tryWhole(unsigned Object);
  void tryWiderAccesses(unsigned Object);
  void tryStride(const Access &Site);
  void addMaybeExchanged(Mend &New) const;
  void tryRows(const Access &Site);
  void settleLayouts();

  ExprContext &Expressions;
  const KernelAnalysis &Kernel;
  const TargetModel &Target;
  unsigned Number;
  const LaunchContext &Launch;
  GlobalMends Result;
};

} // namespace

KernelTraffic MendSearch::measure(const ChangedKernel &Changed, bool AsTotals) const {
  KernelTraffic Traffic = measure(Changed.Program, Changed.Launch, AsTotals);
  for (auto [Id, Count] : Changed.StandsFor) {
    double &Sectors = Traffic.ByAccess[Id];
    Traffic.Sectors += Sectors * (Count - 1);
    Sectors *= Count;
  }
  return Traffic;
}

bool MendSearch::isAtFault(const Access &Site) const {
  if (Site.Space != MemorySpace::Global || Result.Before.ByAccess[Site.Id] == 0)
    return false;
  const AccessCost &Cost = Kernel.Verdicts[Site.Id][Number].Cost;
  return Cost.MeanCost > Cost.MeanIdeal;
}

/// More of one kernel are not tried.
static constexpr size_t MostLaunches = 8;

bool MendSearch::isNoLossElsewhere(Change Make) const {
  if (Kernel.Launches.size() > MostLaunches)
    return false;
  for (auto [Index, Other] : enumerate(Kernel.Launches)) {
    if (Index == Number)
      continue;
    std::optional<ChangedKernel> Changed = Make(Other);
    if (!Changed || !isNoWorse(measure(Kernel.Program, Other), measure(*Changed)))
      return false;
  }
  return true;
}

bool MendSearch::isNoFaster(const KernelTraffic &After, const LaunchContext &Then) const {
  return !Target.Shape.IsAmd && memlint::isNoFaster(Result.Before, Launch, After, Then);
}

/// One request that stands for several iterations, by iteration.
void MendSearch::countByIteration(Mend &New) const {
  for (unsigned Id : New.Changed) {
    double &Sectors = New.After.ByAccess[Id];
    double Each = Sectors * Kernel.Program.Accesses[Id].Bytes / New.Bytes;
    New.After.Sectors += Each - Sectors;
    Sectors = Each;
  }
}

void MendSearch::tryChange(Mend New, Change Make) {
  // What is not known stays as it is where only these accesses change.
  bool MayChange =
      New.Changed.empty() ? !Result.Before.Unknown.empty() : any_of(New.Changed, [&](unsigned Id) {
        return is_contained(Result.Before.Unknown, Id);
      });
  std::optional<ChangedKernel> Changed = MayChange ? std::nullopt : Make(Launch);
  if (!Changed)
    return;
  New.After = measure(*Changed);
  // What bounds take may be too much to count, and nothing without them.
  if (New.After.IsTotal && !Result.Before.IsTotal)
    New.After = measure(*Changed, /*AsTotals=*/false);
  if (New.What == Mend::Kind::JoinIterations && !New.After.IsTotal)
    countByIteration(New);
  // Another block is a change of this launch only, unless the kernel states it.
  bool IsOfLaunch = New.What == Mend::Kind::BlockShape && !New.hasConstants();
  // Sectors of loads that become sectors of stores, which no cache serves, may take longer.
  bool MovesThreads = New.Changed.empty();
  if (isWorthwhile(Result.Before, New.After) &&
      !(MovesThreads && isNoFaster(New.After, Changed->Launch)) &&
      (IsOfLaunch || isNoLossElsewhere(Make)))
    Result.Mends.push_back(std::move(New));
  else if (MovesThreads)
    Result.InVain.push_back(std::move(New));
}

/// Extents of blocks that are usual.
static constexpr std::array<std::array<uint64_t, 3>, 24> UsualBlocks = {
    {{1024, 1, 1}, {512, 2, 1}, {512, 1, 1}, {256, 4, 1}, {256, 2, 1}, {256, 1, 1},
     {128, 8, 1},  {128, 4, 1}, {128, 2, 1}, {128, 1, 1}, {64, 16, 1}, {64, 8, 1},
     {64, 4, 1},   {64, 2, 1},  {64, 1, 1},  {32, 32, 1}, {32, 16, 1}, {32, 8, 1},
     {32, 4, 1},   {32, 2, 1},  {32, 1, 1},  {16, 16, 1}, {16, 8, 1},  {16, 4, 1}}};

/// \p New has the block and grid of \p Changed, which has a known block.
static void setLaunch(Mend &New, const LaunchContext &Changed) {
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
    New.Block[Dimension] = *Changed.Block[Dimension];
    New.Grid[Dimension] = Changed.Grid[Dimension].value_or(0);
  }
}

/// The launch is in the source, and any thread of any block can take an element.
bool MendSearch::canMoveThreads(const KernelProgram &Program) const {
  return Launch.Origin == LaunchOrigin::Call && Program.Barriers.empty() &&
         Program.WarpOperations.empty() && Program.Unseen.empty() &&
         !Program.Attributes.ClusterDimensions &&
         none_of(Program.Accesses,
                 [](const Access &Site) { return Site.Space == MemorySpace::Shared; }) &&
         usesGlobalIndicesOnly(Expressions, Program);
}

/// Whether the constants that \p Stated has, and \p Block has others, are products in the source
/// that hold the extent and an index of blocks, from which nothing else is computed.
bool MendSearch::canReplaceConstants(const StatedBlock &Stated,
                                     const std::array<uint64_t, 3> &Block) const {
  std::array<bool, 3> AreNamed = {}, AreOthers = {};
  for (ExprRef Use : Kernel.Program.BlockUses)
    forEachLeaf(Use, [&](ExprRef Index) {
      unsigned Dimension = Index->leaf().Dimension;
      uint64_t Extent = *Launch.Block[Dimension];
      ExprRef Named = Expressions.multiply(Index, Expressions.constant(int64_t(Extent)));
      (Use == Named ? AreNamed : AreOthers)[Dimension] = true;
    });
  return all_of(seq(3u), [&](unsigned Dimension) {
    bool Changes = Stated.IsConstant[Dimension] && Block[Dimension] != *Launch.Block[Dimension];
    return !Changes || (AreNamed[Dimension] && !AreOthers[Dimension]);
  });
}

void MendSearch::tryBlocks(const StatedBlock &Stated) {
  uint64_t Threads = *Launch.threadsPerBlock();
  for (const std::array<uint64_t, 3> &Block : UsualBlocks) {
    std::optional<LaunchContext> Reshaped = withBlock(Launch, Block);
    if (!Reshaped || Block[0] * Block[1] * Block[2] != Threads ||
        !canReplaceConstants(Stated, Block))
      continue;
    Mend New;
    New.What = Mend::Kind::BlockShape;
    New.IsConstant = Stated.IsConstant;
    setLaunch(New, *Reshaped);
    tryChange(std::move(New), [&](const LaunchContext &In) -> std::optional<ChangedKernel> {
      if (std::optional<LaunchContext> There = withBlock(In, Block))
        return ChangedKernel{Stated.Program, *There};
      return std::nullopt;
    });
  }
}

void MendSearch::tryOtherThreads() {
  if (canMoveThreads(Kernel.Program)) {
    tryBlocks({Kernel.Program});
    tryAxes();
    return;
  }
  // Constants are those of all launches, also of those whose block is not known, and of all other
  // instances of the same template.
  bool IsInstance = !Kernel.Program.Symbol.empty();
  if (IsInstance || !all_of(Kernel.Launches, [&](const LaunchContext &Each) {
        return Each.Block == Launch.Block && !isGuessed(Each);
      }))
    return;
  StatedBlock Stated = withBlockDimensions(Expressions, Kernel.Program, Launch);
  if (canMoveThreads(Stated.Program))
    tryBlocks(Stated);
}

void MendSearch::tryExchange(unsigned Dimension) {
  if (*Launch.Block[0] == 1 || *Launch.Block[Dimension] == 1 || !canExchangeThreads(Kernel.Program))
    return;
  // A launch that is not followed states the block.
  if (isGuessed(Launch) && Kernel.UnfollowedLaunch.Line != 0)
    return;
  Mend New;
  New.What = Mend::Kind::ExchangeThreads;
  New.Dimension = Dimension;
  setLaunch(New, Launch);
  std::swap(New.Block[0], New.Block[Dimension]);
  tryChange(std::move(New), [&](const LaunchContext &In) {
    return std::optional(exchangeThreads(Expressions, Kernel.Program, In, Dimension));
  });
}

void MendSearch::tryAxes() {
  // Of a square block the threads alone are exchanged.
  if (Launch.Block[0] == Launch.Block[1])
    return;
  auto Exchange = [&](const LaunchContext &In) {
    return exchangeAxes(Expressions, Kernel.Program, In);
  };
  Mend New;
  New.What = Mend::Kind::ExchangeAxes;
  if (std::optional<ChangedKernel> Changed = Exchange(Launch)) {
    setLaunch(New, Changed->Launch);
    tryChange(std::move(New), Exchange);
  }
}

/// The threads of a block access as many elements in \p Site as there are threads, and nothing else
/// accesses the array in another way.
static bool canBeStaged(const KernelProgram &Kernel, const Access &Site) {
  if (!isPlainGlobal(Kernel, Site) || Site.Parts != 1)
    return false;
  for (unsigned Dimension : {0u, 1u})
    if (!anyLeaf(Site.Offset, [&](ExprRef Leaf) {
          return Leaf->leaf().Kind == LeafKind::ThreadIndex && Leaf->leaf().Dimension == Dimension;
        }))
      return false;
  // Exits that threads take at different times leave none for the barriers.
  for (unsigned Loop : Site.Loops)
    for (ExprRef Exit : Kernel.Loops[Loop].Exits)
      if (Exit->varies() > Uniformity::Block)
        return false;
  return all_of(Kernel.Accesses, [&](const Access &Other) {
    return Other.Object != Site.Object || Other.Kind == Site.Kind;
  });
}

/// The rows that the threads of a block access in all iterations of the loop around \p Site that
/// walks them, or at once.
uint64_t MendSearch::rowsOfTile(const Access &Site) const {
  constexpr uint64_t MostRows = 64;
  uint64_t Height = *Launch.Block[1];
  if (Site.Loops.empty())
    return Height;
  const Loop &Around = Kernel.Program.Loops[Site.Loops.back()];
  ExprRef Offset = withLaunchValues(Expressions, Site.Offset, Kernel.Program, Launch);
  int64_t PerRow = 0, PerIteration = 0;
  for (const Term &Part : termsOf(Offset)) {
    if (Part.Factors.size() != 1 || !Part.Factors.front()->isLeaf())
      continue;
    ExprRef Leaf = Part.Factors.front();
    if (Leaf == Around.Counter)
      PerIteration = Part.Coefficient;
    else if (Leaf->leaf().Kind == LeafKind::ThreadIndex && Leaf->leaf().Dimension == 1)
      PerRow = Part.Coefficient;
  }
  std::optional<uint64_t> Trips =
      constantTripCount(Expressions, Kernel.Program, Launch, Around, MostRows);
  bool WalksRows = Trips && PerRow != 0 && PerIteration == PerRow * int64_t(Height);
  return WalksRows && Height * *Trips <= MostRows ? Height * *Trips : Height;
}

KernelProgram withTile(const KernelProgram &Kernel) {
  KernelProgram Result = Kernel;
  MemoryObject Tile;
  Tile.Id = unsigned(Result.Objects.size());
  Tile.Kind = ObjectKind::StaticShared;
  Tile.Space = MemorySpace::Shared;
  Tile.Name = "tile";
  Tile.AlignmentBytes = 256;
  Result.Objects.push_back(Tile);
  return Result;
}

StagedAccesses useTile(ExprContext &Expressions, const KernelProgram &WithTile,
                       const LaunchContext &Launch, const Access &Site, const TileLayout &Layout) {
  auto Index = [&](unsigned Dimension) {
    LeafInfo Info;
    Info.Kind = LeafKind::ThreadIndex;
    Info.Dimension = uint8_t(Dimension);
    Info.Range = {0, int64_t(*Launch.Block[Dimension]) - 1};
    Info.Name = std::string("threadIdx.") + "xy"[Dimension];
    return Expressions.leaf(Info);
  };
  auto [Rows, Pitch] = Layout.Extents;
  ExprRef Column = Layout.IsSwizzled ? Expressions.bitXor(Index(0), Index(1)) : Index(0);
  StagedAccesses Result{Site, Site, Launch};
  Result.AsThreadsAre.Space = MemorySpace::Shared;
  Result.AsThreadsAre.Object = WithTile.Objects.back().Id;
  Result.AsThreadsAre.Offset = Expressions.multiply(
      Expressions.add(Expressions.multiply(Index(1), Expressions.constant(int64_t(Pitch))), Column),
      Expressions.constant(int64_t(Site.Bytes)));
  Result.Across = Result.AsThreadsAre;
  if (Rows == *Launch.Block[0]) {
    // As wide as high: the threads keep their order, and walk its columns.
    Result.Across.Offset = exchangeWithX(Expressions, Result.AsThreadsAre.Offset, 1);
  } else {
    mapAccess(Result.Across, [&](ExprRef Root) { return exchangeWithX(Expressions, Root, 1); });
    std::swap(Result.LaunchAcross.Block[0], Result.LaunchAcross.Block[1]);
  }
  return Result;
}

/// The tile that takes the fewest wavefronts, which are returned: of one store as the threads are
/// and one load with their indices exchanged. Padded rows come first, then swizzled ones, which
/// have no elements in vain but are more to write.
std::optional<TileLayout> MendSearch::findTile(const Access &Site, double &Wavefronts) const {
  constexpr uint64_t MostPadding = 32, MostSwizzled = 32;
  uint64_t Width = *Launch.Block[0], Rows = rowsOfTile(Site);
  std::optional<TileLayout> Best;
  // As few wavefronts as the bytes of each request need: no other layout takes fewer.
  bool IsIdeal = false;
  KernelProgram Program = withTile(Kernel.Program);
  // False: what the tile costs is not known.
  auto Try = [&](const TileLayout &Layout) {
    StagedAccesses Use = useTile(Expressions, Program, Launch, Site, Layout);
    AccessCost Stores = evaluateAccess(Expressions, Program, Use.AsThreadsAre, Launch, Target);
    AccessCost Loads = evaluateAccess(Expressions, Program, Use.Across, Use.LaunchAcross, Target);
    if (Stores.Known == Knowledge::Unknown || Loads.Known == Knowledge::Unknown)
      return false;
    bool HasTotals = Stores.Totals && Loads.Totals;
    double Sum = HasTotals ? double(Stores.Totals->Cost + Loads.Totals->Cost)
                           : Stores.MeanCost + Loads.MeanCost;
    double Ideal = HasTotals ? double(Stores.Totals->Ideal + Loads.Totals->Ideal)
                             : Stores.MeanIdeal + Loads.MeanIdeal;
    if (!Best || Sum < Wavefronts) {
      Best = Layout;
      Wavefronts = Sum;
    }
    IsIdeal = Sum <= Ideal;
    return true;
  };
  for (uint64_t Padding = 0; !IsIdeal && Padding <= MostPadding; ++Padding)
    if (!Try({{Rows, Width + Padding}, /*IsSwizzled=*/false}))
      return std::nullopt;
  if (!IsIdeal && Rows == Width && isPowerOf2_64(Width) && Width <= MostSwizzled)
    Try({{Rows, Width}, /*IsSwizzled=*/true});
  return Best;
}

/// Whether the accesses numbered \p Staged take no more in the other launches, either.
bool MendSearch::isNoLossToStage(ArrayRef<unsigned> Staged) const {
  if (Kernel.Launches.size() > MostLaunches)
    return false;
  for (auto [Index, Other] : enumerate(Kernel.Launches)) {
    if (Index == Number)
      continue;
    ChangedKernel Exchanged = exchangeThreads(Expressions, Kernel.Program, Other, 1);
    KernelTraffic Before = measure(Kernel.Program, Other);
    KernelTraffic Across = measure(Exchanged.Program, Exchanged.Launch);
    bool IsNoLoss = Before.IsTotal == Across.IsTotal && all_of(Staged, [&](unsigned Id) {
                      return !is_contained(Before.Unknown, Id) &&
                             !is_contained(Across.Unknown, Id) &&
                             Across.ByAccess[Id] <= Before.ByAccess[Id];
                    });
    if (!IsNoLoss)
      return false;
  }
  return true;
}

void MendSearch::tryStage() {
  if (*Launch.Block[0] == 1 || *Launch.Block[1] == 1 || isGuessed(Launch) ||
      !Result.Before.Unknown.empty() || !canExchangeThreads(Kernel.Program))
    return;
  ChangedKernel Exchanged = exchangeThreads(Expressions, Kernel.Program, Launch, 1);
  KernelTraffic Across = measure(Exchanged.Program, Exchanged.Launch);
  if (!Across.Unknown.empty() || Across.IsTotal != Result.Before.IsTotal)
    return;
  Mend New;
  New.What = Mend::Kind::Stage;
  New.After = Result.Before;
  uint64_t Free = bytesForAnotherArray(Kernel, Target);
  for (const Access &Site : Kernel.Program.Accesses) {
    double Before = Result.Before.ByAccess[Site.Id], After = Across.ByAccess[Site.Id];
    if (!isAtFault(Site) || After >= Before || !canBeStaged(Kernel.Program, Site))
      continue;
    double Wavefronts = 0;
    std::optional<TileLayout> Tile = findTile(Site, Wavefronts);
    // A wavefront moves up to four sectors.
    if (!Tile || Before - After < Wavefronts)
      continue;
    uint64_t TileBytes = Tile->Extents[0] * Tile->Extents[1] * Site.Bytes;
    if (TileBytes > Free)
      continue;
    Free -= TileBytes;
    New.Tile = *Tile;
    New.Bytes = Site.Bytes;
    New.Changed.push_back(Site.Id);
    New.After.ByAccess[Site.Id] = After;
    New.After.Sectors += After - Before;
    New.After.Wavefronts += Wavefronts;
  }
  KernelTraffic InGlobalMemory = New.After;
  InGlobalMemory.Wavefronts = Result.Before.Wavefronts;
  if (!New.Changed.empty() && isWorthwhile(Result.Before, InGlobalMemory) &&
      isNoLossToStage(New.Changed))
    Result.Mends.push_back(std::move(New));
}

/// Whether all that is accessed of structures such as those in \p Object is accessed as a whole.
static bool isAccessedWhole(ExprContext &Expressions, const KernelProgram &Kernel,
                            unsigned Object) {
  return all_of(findRecordVisits(Expressions, Kernel), [&](const RecordVisit &Visit) {
    uint64_t Bytes = 0;
    for (const RecordPart &Part : Visit.Parts)
      Bytes += Part.Bytes;
    unsigned Visited = Visit.Parts.front().Site->Object;
    return !areOfOneType(Kernel, Visited, Object) || Bytes == Kernel.Objects[Visited].ElementBytes;
  });
}

void MendSearch::tryRecord(unsigned Object) {
  const MemoryObject &Array = Kernel.Program.Objects[Object];
  // The structures of libraries are not the user's to change.
  if (Array.Members.empty() || Array.ElementBytes == 0 || Array.IsElementOfLibrary)
    return;
  Mend New;
  New.Object = Object;
  for (const Access &Site : Kernel.Program.Accesses)
    if (Site.Object == Object)
      New.Changed.push_back(Site.Id);
  New.What = Mend::Kind::AlignRecord;
  for (unsigned Alignment : {16u, 8u, 4u, 2u}) {
    if (Array.IsVectorElement || Alignment <= Array.ElementAlignment ||
        Array.ElementBytes % Alignment != 0)
      continue;
    New.Bytes = Alignment;
    tryChange(New, [&](const LaunchContext &In) -> std::optional<ChangedKernel> {
      if (auto Program = alignRecord(Kernel.Program, Object, Alignment))
        return ChangedKernel{std::move(*Program), In};
      return std::nullopt;
    });
    break;
  }
  New.What = Mend::Kind::SplitRecord;
  New.IsOfWhole = isAccessedWhole(Expressions, Kernel.Program, Object);
  // What other arrays of the type would lose must be known.
  if (any_of(Result.Before.Unknown, [&](unsigned Id) {
        return areOfOneType(Kernel.Program, Kernel.Program.Accesses[Id].Object, Object);
      }))
    return;
  tryChange(New, [&](const LaunchContext &In) -> std::optional<ChangedKernel> {
    return splitRecord(Expressions, Kernel.Program, In, Object);
  });
}

void MendSearch::tryWhole(unsigned Object) {
  if (Kernel.Program.Objects[Object].Members.empty())
    return;
  std::optional<ChangedAccesses> Here = accessWhole(Expressions, Kernel.Program, Launch, Object);
  if (!Here)
    return;
  Mend New;
  New.What = Mend::Kind::AccessWhole;
  New.Object = Object;
  New.Changed = Here->Changed;
  for (const Access &Site : Here->Program.Accesses)
    if (!Site.IsUnused && is_contained(Here->Changed, Site.Id))
      New.Bytes = std::max(New.Bytes, Site.Bytes);
  tryChange(std::move(New), [&](const LaunchContext &In) -> std::optional<ChangedKernel> {
    if (auto There = accessWhole(Expressions, Kernel.Program, In, Object))
      return ChangedKernel{std::move(There->Program), In};
    return std::nullopt;
  });
}

void MendSearch::tryWiderAccesses(unsigned Object) {
  for (unsigned Bytes : {16u, 8u, 4u}) {
    size_t Known = Result.Mends.size();
    using Join = decltype(&joinAccesses);
    for (auto [What, Change] :
         {std::pair<Mend::Kind, Join>(Mend::Kind::JoinAccesses, joinAccesses),
          std::pair<Mend::Kind, Join>(Mend::Kind::JoinIterations, joinIterations)}) {
      std::optional<ChangedAccesses> Here =
          Change(Expressions, Kernel.Program, Launch, Object, Bytes);
      if (!Here)
        continue;
      Mend New;
      New.What = What;
      New.Object = Object;
      New.Bytes = Bytes;
      New.Changed = Here->Changed;
      for (auto [Argument, Of] : Here->Multiples)
        New.Multiples.push_back({toString(Argument), Of});
      tryChange(std::move(New),
                [&, Change = Change](const LaunchContext &In) -> std::optional<ChangedKernel> {
                  if (auto There = Change(Expressions, Kernel.Program, In, Object, Bytes))
                    return ChangedKernel{std::move(There->Program), In};
                  return std::nullopt;
                });
    }
    // Wider is better.
    if (Result.Mends.size() != Known)
      return;
  }
}

void MendSearch::tryStride(const Access &Site) {
  std::optional<StridedKernel> Here = strideByThreads(Expressions, Kernel.Program, Launch, Site);
  if (!Here)
    return;
  Mend New;
  New.What = Mend::Kind::StrideByThreads;
  New.Loop = Here->Loop;
  New.Elements = Here->Elements;
  New.Threads = Here->Threads;
  New.MovesBounds = Here->MovesBounds;
  auto IsStated = [](const LaunchContext &Each) { return !isGuessed(Each); };
  auto Stated = make_filter_range(Kernel.Launches, IsStated);
  if (any_of(Stated,
             [&](const LaunchContext &Each) { return Each.threads() != Launch.threads(); })) {
    if (!all_of(Stated, isAlongX))
      return;
    New.Threads.reset();
  }
  tryChange(std::move(New), [&](const LaunchContext &In) -> std::optional<ChangedKernel> {
    if (auto There = strideByThreads(Expressions, Kernel.Program, In, Site))
      return ChangedKernel{std::move(There->Program), In};
    return std::nullopt;
  });
}

/// How many elements of its array are between those of neighbouring threads at \p Site; 0 where
/// that cannot be said.
static uint64_t elementsBetweenThreads(ExprContext &Expressions, const KernelProgram &Kernel,
                                       const LaunchContext &Launch, const Access &Site) {
  auto ElementBytes = int64_t(Kernel.Objects[Site.Object].ElementBytes);
  uint64_t Elements = 0;
  for (const Term &Part : termsOf(withLaunchValues(Expressions, Site.Offset, Kernel, Launch)))
    if (ExprRef Leaf = Part.Factors.empty() ? nullptr : Part.Factors.front();
        Part.Factors.size() == 1 && Leaf->isLeaf() && Leaf->leaf().Kind == LeafKind::ThreadIndex &&
        Leaf->leaf().Dimension == 0 && ElementBytes != 0 && Part.Coefficient % ElementBytes == 0)
      Elements = uint64_t(Part.Coefficient / ElementBytes);
  return Elements;
}

/// \p Kernel accesses \p Object in the way \p Kind, and in no other.
static bool isOnlyAccessedBy(const KernelProgram &Kernel, unsigned Object, AccessKind Kind) {
  bool IsAccessed = false;
  for (const Access &Site : Kernel.Accesses)
    if (Site.Object == Object) {
      if (Site.Kind != Kind)
        return false;
      IsAccessed = true;
    }
  return IsAccessed;
}

/// Whether callers, which are not seen, may pass one of two arrays in the place of the other from
/// step to step: the one is what the kernel computes from the other.
static bool mayBeExchanged(const KernelAnalysis &Kernel, const LaunchContext &Launch,
                           const MemoryObject &One, const MemoryObject &Other) {
  const KernelProgram &Program = Kernel.Program;
  auto IsOfCaller = [&](const MemoryObject &Array) {
    const LaunchArgument *Argument = argumentOf(Array, Launch);
    return Array.Kind == ObjectKind::Parameter && (!Argument || !Argument->Allocation);
  };
  auto IsStep = [&](const MemoryObject &From, const MemoryObject &To) {
    return isOnlyAccessedBy(Program, From.Id, AccessKind::Load) &&
           isOnlyAccessedBy(Program, To.Id, AccessKind::Store);
  };
  return IsOfCaller(One) && IsOfCaller(Other) && areOfOneType(Program, One.Id, Other.Id) &&
         (IsStep(One, Other) || IsStep(Other, One));
}

/// Whether neighbouring threads access elements of \p Object that are \p Columns apart.
static bool hasRowsOfThreads(ExprContext &Expressions, const KernelProgram &Kernel,
                             const LaunchContext &Launch, unsigned Object, uint64_t Columns) {
  return any_of(Kernel.Accesses, [&](const Access &Site) {
    return Site.Object == Object && Site.Offset &&
           elementsBetweenThreads(Expressions, Kernel, Launch, Site) == Columns;
  });
}

/// \p Object and the arrays that launches of \p Kernel pass in its place: all have one layout.
static std::vector<unsigned> withExchanged(const KernelAnalysis &Kernel, unsigned Object) {
  ArrayRef<MemoryObject> Objects = Kernel.Program.Objects;
  std::vector<unsigned> All = {Object};
  auto AreExchanged = [&](std::optional<unsigned> One, std::optional<unsigned> Other) {
    return One && Other && any_of(Kernel.Launches, [&](const LaunchContext &Each) {
             return is_contained(Each.ExchangedArguments,
                                 std::pair<unsigned, unsigned>(std::minmax(*One, *Other)));
           });
  };
  for (size_t At = 0; At != All.size(); ++At)
    for (const MemoryObject &Other : Objects)
      if (!is_contained(All, Other.Id) &&
          AreExchanged(Objects[All[At]].ParameterIndex, Other.ParameterIndex))
        All.push_back(Other.Id);
  sort(All);
  return All;
}

/// Nothing but that array for the rows of \p New is known to be exchanged: adds those that may be.
void MendSearch::addMaybeExchanged(Mend &New) const {
  const KernelProgram &Program = Kernel.Program;
  // A step uses several elements of the rows that it loads and stores.
  auto HasOneColumn = [&](unsigned Object) {
    return onlyColumnOf(Expressions, Program, Launch, Object, New.Elements).has_value();
  };
  if (New.Objects.size() != 1 || HasOneColumn(New.Object))
    return;
  for (const MemoryObject &Other : Program.Objects)
    if (Other.Id != New.Object &&
        mayBeExchanged(Kernel, Launch, Program.Objects[New.Object], Other) &&
        hasRowsOfThreads(Expressions, Program, Launch, Other.Id, New.Elements) &&
        !HasOneColumn(Other.Id)) {
      New.Objects.push_back(Other.Id);
      New.ByCallers = true;
    }
  sort(New.Objects);
}

void MendSearch::tryRows(const Access &Site) {
  // Longer rows are those of a matrix, which others may walk.
  constexpr uint64_t MostColumns = 32;
  const MemoryObject &Array = Kernel.Program.Objects[Site.Object];
  if (!Array.Members.empty() || Array.IsVectorElement || Array.ElementBytes == 0 ||
      !isPlainGlobal(Kernel.Program, Site))
    return;
  // What another parameter leads to as well would have to follow.
  if (Array.ParameterIndex && *Array.ParameterIndex < Launch.Arguments.size() &&
      Launch.Arguments[*Array.ParameterIndex].SharedAllocation != 0)
    return;
  Mend New;
  New.What = Mend::Kind::SplitRows;
  New.Object = Site.Object;
  New.Objects = withExchanged(Kernel, Site.Object);
  New.Elements = elementsBetweenThreads(Expressions, Kernel.Program, Launch, Site);
  if (New.Elements < 2 || New.Elements > MostColumns ||
      hasBoundedElements(Expressions, Kernel.Program, Launch, Site, New.Elements))
    return;
  addMaybeExchanged(New);
  for (const Access &Other : Kernel.Program.Accesses)
    if (is_contained(New.Objects, Other.Object))
      New.Changed.push_back(Other.Id);
  if (New.Objects.size() == 1)
    New.OnlyColumn = onlyColumnOf(Expressions, Kernel.Program, Launch, New.Object, New.Elements);
  tryChange(New, [&](const LaunchContext &In) -> std::optional<ChangedKernel> {
    if (auto Program = splitRows(Expressions, Kernel.Program, In, New.Objects, New.Elements))
      return ChangedKernel{std::move(*Program), In};
    return std::nullopt;
  });
}

/// Whether \p Apart, an array for each member of structures, is not worth the work where anything
/// else helps: an alignment among \p Mends saves about as much. So it is without one for structures
/// that are only accessed as a whole, which touch as many sectors of memory either way.
static bool isLastResort(const Mend &Apart, ArrayRef<Mend> Mends) {
  const double AlignedFor = Apart.IsOfWhole ? 2 : 4. / 3;
  auto Aligned = find_if(Mends, [&](const Mend &Each) {
    return Each.What == Mend::Kind::AlignRecord && Each.Object == Apart.Object;
  });
  if (Apart.What != Mend::Kind::SplitRecord || Aligned == Mends.end())
    return Apart.IsOfWhole;
  return Aligned->After.Sectors <= AlignedFor * Apart.After.Sectors;
}

/// The best first; of those that are about as good as the best, the one that is least work.
static void sortMends(std::vector<Mend> &Mends) {
  constexpr double AboutAsGood = 1.05;
  for (Mend &Each : Mends)
    Each.IsLastResort = isLastResort(Each, Mends);
  auto RankOf = [](const Mend &Each) {
    return Each.What == Mend::Kind::SplitRows ? 2 : Each.IsLastResort ? 1 : 0;
  };
  double Least = std::numeric_limits<double>::max();
  for (const Mend &Each : Mends)
    if (RankOf(Each) == 0)
      Least = std::min(Least, Each.After.Sectors);
  auto Order = [&](const Mend &Each) {
    double Sectors = Each.After.Sectors <= AboutAsGood * Least ? Least : Each.After.Sectors;
    return std::tuple(RankOf(Each), Sectors, Each.What, Each.Block, Each.Dimension, Each.Object,
                      Each.Bytes, Each.Loop);
  };
  llvm::sort(Mends,
             [&](const Mend &Left, const Mend &Right) { return Order(Left) < Order(Right); });
}

/// Whether \p Each widens accesses to an array that \p Columns takes apart: only one can be done.
static bool excludes(const Mend &Columns, const Mend &Each) {
  return (Each.What == Mend::Kind::JoinAccesses || Each.What == Mend::Kind::JoinIterations) &&
         is_contained(Columns.Objects, Each.Object);
}

/// Where columns are all that helps some access, and others of the same arrays could be wider, one
/// of the two is kept, for all of them: that which saves more.
void MendSearch::settleLayouts() {
  std::vector<Mend> &Mends = Result.Mends;
  for (size_t Index = 0; Index != Mends.size(); ++Index) {
    const Mend Columns = Mends[Index];
    auto Wider = find_if(Mends, [&](const Mend &Each) { return excludes(Columns, Each); });
    bool IsNeeded =
        Columns.What == Mend::Kind::SplitRows && any_of(Columns.Changed, [&](unsigned Id) {
          const Mend *Best = Result.findFor(Id);
          return Best && Best->What == Mend::Kind::SplitRows;
        });
    if (!IsNeeded || Wider == Mends.end())
      continue;
    if (Wider->After.Sectors < Columns.After.Sectors)
      Mends.erase(Mends.begin() + Index);
    else
      erase_if(Mends, [&](const Mend &Each) { return excludes(Columns, Each); });
    Index = size_t(-1);
  }
}

GlobalMends MendSearch::run() && {
  // Of a template with made-up arguments nothing is known to exist.
  // Trials take the square of the number of accesses.
  constexpr size_t MostAccesses = 256;
  if (!Kernel.Assumption.empty() || !Launch.blockKnown() ||
      Kernel.Program.Accesses.size() > MostAccesses)
    return {};
  Result.Before = measure(Kernel.Program, Launch);
  tryOtherThreads();
  tryExchange(1);
  tryExchange(2);
  SmallSet<unsigned, 8> Objects, Loops;
  for (const Access &Site : Kernel.Program.Accesses) {
    if (!isAtFault(Site))
      continue;
    if (Objects.insert(Site.Object).second) {
      tryWhole(Site.Object);
      tryRecord(Site.Object);
      tryWiderAccesses(Site.Object);
      tryRows(Site);
    }
    if (!Site.Loops.empty() && Loops.insert(Site.Loops.back()).second)
      tryStride(Site);
  }
  tryStage();
  sortMends(Result.Mends);
  settleLayouts();
  if (!Result.Mends.empty())
    Result.AreMost = findMostCosts(Expressions, Kernel.Program, Result.Before);
  return std::move(Result);
}

GlobalMends findGlobalMends(ExprContext &Expressions, const KernelAnalysis &Kernel,
                            const TargetModel &Target, unsigned Launch) {
  return MendSearch(Expressions, Kernel, Target, Launch).run();
}

std::optional<ChangedKernel> withMend(ExprContext &Expressions, const KernelAnalysis &Kernel,
                                      unsigned Launch, const Mend &Change, const Access &Site) {
  const KernelProgram &Program = Kernel.Program;
  const LaunchContext &In = Kernel.Launches[Launch];
  auto WithProgram = [&](std::optional<KernelProgram> Changed) {
    return Changed ? std::optional(ChangedKernel{std::move(*Changed), In}) : std::nullopt;
  };
  switch (Change.What) {
  case Mend::Kind::BlockShape: {
    std::optional<LaunchContext> Reshaped = withBlock(In, Change.Block);
    if (!Reshaped)
      return std::nullopt;
    return ChangedKernel{
        Change.hasConstants() ? withBlockDimensions(Expressions, Program, In).Program : Program,
        *Reshaped};
  }
  case Mend::Kind::ExchangeThreads:
    return exchangeThreads(Expressions, Program, In, Change.Dimension);
  case Mend::Kind::ExchangeAxes:
    return exchangeAxes(Expressions, Program, In);
  // What goes through the tile does so along the rows of the array.
  case Mend::Kind::Stage:
    return exchangeThreads(Expressions, Program, In, 1);
  case Mend::Kind::AlignRecord:
    return WithProgram(alignRecord(Program, Change.Object, Change.Bytes));
  case Mend::Kind::SplitRecord:
    return splitRecord(Expressions, Program, In, Change.Object);
  case Mend::Kind::SplitRows:
    return WithProgram(splitRows(Expressions, Program, In, Change.Objects, Change.Elements));
  case Mend::Kind::StrideByThreads:
    if (std::optional<StridedKernel> Strided = strideByThreads(Expressions, Program, In, Site))
      return WithProgram(std::move(Strided->Program));
    return std::nullopt;
  case Mend::Kind::AccessWhole:
  case Mend::Kind::JoinAccesses:
  case Mend::Kind::JoinIterations:
    return std::nullopt;
  }
  llvm_unreachable("covered switch");
}

} // namespace memlint
