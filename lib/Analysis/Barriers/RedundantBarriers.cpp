//===- RedundantBarriers.cpp - Barriers that order no accesses ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Barriers/RedundantBarriers.h"

#include "cuda-memlint/Analysis/Barriers/BarrierConvergence.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

namespace {

/// Kernels with more barriers than this are left alone: each costs an analysis of its own.
constexpr size_t MostBarriersRemoved = 32;
/// Steps of the race analysis for one barrier in one launch, and how often it is asked.
constexpr uint64_t StepsPerBarrier = 1'000'000;
constexpr unsigned MostQuestions = 48;
/// The same for one that is needless, to learn whether it is so for other launches.
constexpr uint64_t StepsForGrounds = 200'000;

class RedundancyFinder {
public:
  RedundancyFinder(ExprContext &Expressions, const KernelAnalysis &Kernel)
      : Kernel(Kernel), Program(Kernel.Program), Expressions(Expressions) {}

  std::vector<NeedlessBarrier> run() {
    if (!isWorthAsking() || !knowsAllBarriers() || !knowsAllAccesses() || hasRaces() ||
        !takeLaunches())
      return {};
    // Two calls of one function are two barriers here and one in the source.
    // Of two, the one that fewer wait at stays.
    using BarrierPosition = std::tuple<bool, unsigned, unsigned, std::string>;
    std::map<BarrierPosition, std::vector<unsigned>> InSource;
    for (auto [Number, Each] : enumerate(Program.Barriers))
      InSource[{Each.Scope == BarrierScope::Warp, Each.Position.Line, Each.Position.Column,
                Each.Position.Path}]
          .push_back(unsigned(Number));
    std::vector<NeedlessBarrier> Found;
    BarrierRemoval Removal;
    for (const auto &[Where, Barriers] : InSource) {
      if (!all_of(Barriers, [&](unsigned Number) { return isPlain(Program.Barriers[Number]); }))
        continue;
      Removal.Asked = Barriers;
      if (!isNeedless(Removal))
        continue;
      Found.push_back(withGrounds(Removal));
      // What is said next must hold when this one has been removed.
      append_range(Removal.Gone, Barriers);
    }
    return Found;
  }

private:
  bool isWorthAsking() const {
    return Program.Analysed && Kernel.Assumption.empty() && Program.Unseen.empty() &&
           Program.Barriers.size() <= MostBarriersRemoved &&
           any_of(Program.Barriers, [&](const Barrier &Each) { return isPlain(Each); });
  }

  /// It is written in the kernel, as a call, for all of the block or of the warp, and for no
  /// result. What is in a function may be needed by who else calls it.
  bool isPlain(const Barrier &Each) const {
    bool HasMembers =
        Each.Scope == BarrierScope::Block ||
        (Each.Scope == BarrierScope::Warp && Each.GroupSize == Program.Device.WarpLanes);
    return HasMembers && (!Each.Mask || Each.Mask->isConstant()) && Each.InlinedThrough.empty() &&
           !Each.HasResult && Each.Written == SourceForm::Call;
  }

  /// Barriers of a part of the block, in memory, of clusters and of asynchronous copies may
  /// count on others in ways that are not looked at.
  bool knowsAllBarriers() const {
    return all_of(Program.Barriers, [](const Barrier &Each) {
      bool IsKnown = Each.Scope == BarrierScope::Warp || Each.Scope == BarrierScope::Block ||
                     Each.Scope == BarrierScope::Grid;
      return IsKnown && !Each.IsUncertain && !Each.IsArrival && !Each.Id;
    });
  }

  /// Each access is to memory that no other one names differently.
  bool knowsAllAccesses() const {
    return all_of(Program.Accesses, [&](const Access &Site) {
      bool IsLeftOut = Site.IsUnused && Site.Kind == AccessKind::Load;
      if (IsLeftOut || Site.Space == MemorySpace::Local || Site.Space == MemorySpace::Constant)
        return true;
      const MemoryObject &Object = Program.Objects[Site.Object];
      return Site.Space != MemorySpace::Generic && Object.Kind != ObjectKind::Unknown &&
             Object.Kind != ObjectKind::LoadedPointer && Object.OneOf.empty() &&
             Site.Kind != AccessKind::AsyncCopy && !isLost(Site);
    });
  }

  /// The pointer may have been led astray, to another object even.
  static bool isLost(const Access &Site) {
    return !Site.Offset ||
           anyLeaf(Site.Offset, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::Opaque; });
  }

  /// In a kernel with races, it cannot be known which barriers are needed.
  bool hasRaces() const {
    return any_of(Kernel.Races, [](const RaceReport &Report) {
      return !Report.Reason.empty() || any_of(Report.Verdicts, [](const RaceVerdict &Verdict) {
        return Verdict.Outcome == RaceOutcome::Race;
      });
    });
  }

  /// The launches to look at; false: threads part at barriers, or too little is known. Where
  /// the block is a guess, others are as likely.
  bool takeLaunches() {
    for (const LaunchContext &Launch : Kernel.Launches) {
      // Two arguments into one array may be any distance apart.
      if (!Launch.blockKnown() || !Launch.AliasedArguments.empty())
        return false;
      Asked.push_back(Launch);
      if (isGuessed(Launch))
        append_range(Asked, withOtherBlocks(Launch));
    }
    for (const LaunchContext &Launch : Asked)
      for (const Barrier &Each : Program.Barriers)
        if (Each.Scope != BarrierScope::Warp &&
            !meetsAsOne(Expressions, Program, Each, Launch, /*Group=*/0))
          return false;
    return !Asked.empty();
  }

  using Shape = std::array<uint64_t, 3>;

  static unsigned dimensionsOf(const Shape &Block) {
    return Block[2] != 1 ? 3 : Block[1] != 1 ? 2 : 1;
  }

  /// \p Launch with other blocks of as many dimensions, and of more where the kernel tells threads
  /// apart by those.
  std::vector<LaunchContext> withOtherBlocks(const LaunchContext &Launch) const {
    std::vector<LaunchContext> Others;
    unsigned Dimensions = dimensionsOf({*Launch.Block[0], *Launch.Block[1], *Launch.Block[2]});
    for (const Shape &Other : OtherBlocks) {
      bool IsMeant = dimensionsOf(Other) >= Dimensions;
      for (unsigned Further = Dimensions; Further < 3; ++Further)
        IsMeant &= Other[Further] == 1 || tellsThreadsApartBy(Further);
      if (!IsMeant)
        continue;
      Others.push_back(Launch);
      copy(Other, Others.back().Block.begin());
    }
    return Others;
  }

  /// The source names the index; those that a lane's number is made of do not count.
  bool tellsThreadsApartBy(unsigned Dimension) const {
    auto IsIndex = [&](ExprRef Leaf) {
      return Leaf->leaf().Kind == LeafKind::ThreadIndex && Leaf->leaf().Dimension == Dimension;
    };
    auto HasIndex = [&](ExprRef Root) { return Root && anyLeaf(Root, IsIndex); };
    return Dimension < Program.DimensionsUsed &&
           (any_of(
                Program.Accesses,
                [&](const Access &Site) {
                  return HasIndex(Site.Offset) || any_of(Site.Guards, HasIndex);
                }) ||
            any_of(Program.Loops, [&](const Loop &Each) { return any_of(Each.Exits, HasIndex); }));
  }

  static LaunchContext withoutGrid(LaunchContext Launch) {
    Launch.Grid = {};
    Launch.Terms = {};
    return Launch;
  }

  static LaunchContext withoutArguments(LaunchContext Launch) {
    Launch.Arguments.clear();
    return Launch;
  }

  /// \p Removal, which is needless, with what of the first launch it is not without.
  NeedlessBarrier withGrounds(const BarrierRemoval &Removal) {
    NeedlessBarrier Result = {Removal};
    const LaunchContext &Stated = Asked.front();
    if (isGuessed(Stated))
      return Result;
    auto NeedsMore = [&](const LaunchContext &Launch) {
      return !isNeedlessIn(Removal, Launch, StepsForGrounds);
    };
    LaunchContext Open = withoutGrid(withoutArguments(Stated));
    bool RestsOnOthers = NeedsMore(Open);
    if (RestsOnOthers) {
      Result.RestsOnGrid = NeedsMore(withoutGrid(Stated));
      Result.RestsOnArguments = NeedsMore(withoutArguments(Stated));
      // Either is enough; or the steps do not even suffice for what is proved.
      Result.RestsOnLaunch = (!Result.RestsOnGrid && !Result.RestsOnArguments) || NeedsMore(Stated);
    }
    Result.RestsOnBlock = any_of(withOtherBlocks(RestsOnOthers ? Stated : Open), NeedsMore);
    return Result;
  }

  bool isNeedlessIn(const BarrierRemoval &Removal, const LaunchContext &Launch, uint64_t Steps) {
    for (unsigned Number : Removal.Asked) {
      const Barrier &Each = Program.Barriers[Number];
      if (Each.Scope == BarrierScope::Warp && !lanesMeet(Each, Launch))
        return false;
    }
    RaceOptions Options;
    Options.Budget = Steps;
    Options.Removal = &Removal;
    RaceReport Without = analyseRaces(Expressions, Program, Launch, Options);
    return Without.Reason.empty() && Without.Verdicts.empty();
  }

  bool isNeedless(const BarrierRemoval &Removal) {
    bool IsReached = false;
    for (const LaunchContext &Launch : Asked) {
      for (unsigned Number : Removal.Asked)
        IsReached |= !isPassedBy(Expressions, Program, Program.Barriers[Number], Launch);
      if (++Questions > MostQuestions || !isNeedlessIn(Removal, Launch, StepsPerBarrier))
        return false;
    }
    return IsReached;
  }

  bool lanesMeet(const Barrier &Each, const LaunchContext &Launch) {
    if (Each.Mask)
      return comesAsNamed(Expressions, Program, Each, Launch, uint32_t(Each.Mask->constantTerm()));
    return meetsAsOne(Expressions, Program, Each, Launch, Program.Device.WarpLanes);
  }

  /// Blocks beside those that launches are guessed to have.
  static constexpr Shape OtherBlocks[] = {{32, 1, 1},  {96, 1, 1}, {1024, 1, 1}, {8, 8, 1},
                                          {32, 32, 1}, {8, 1, 8},  {4, 4, 4},    {8, 8, 16}};

  const KernelAnalysis &Kernel;
  const KernelProgram &Program;
  ExprContext &Expressions;
  std::vector<LaunchContext> Asked;
  unsigned Questions = 0;
};

} // namespace

std::vector<NeedlessBarrier> findRedundantBarriers(ExprContext &Expressions,
                                                   const KernelAnalysis &Kernel) {
  return RedundancyFinder(Expressions, Kernel).run();
}

} // namespace memlint
