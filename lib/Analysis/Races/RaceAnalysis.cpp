//===- RaceAnalysis.cpp - Conflicting accesses without a barrier ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"

#include "ArgumentConditions.h"
#include "BarrierRemoval.h"
#include "PairSearch.h"
#include "UnknownObjects.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

/// The cost of a node within an interval.
constexpr uint64_t StepsToReach = 100;

class RaceAnalysis {
public:
  RaceAnalysis(ExprContext &Context, const KernelProgram &Kernel, const LaunchContext &Launch,
               const RaceOptions &Options)
      : Setting(Context, Kernel, Launch, Options.Case), Kernel(Kernel), Options(Options) {}

  RaceReport run() {
    uint64_t Threads = Setting.threadsPerBlock();
    if (Threads == 0 || Threads > MostThreads) {
      Report.Reason = {UnsearchedPairs::Kind::BlockSize, Threads};
      return std::move(Report);
    }
    uint64_t Left = addUnknownObjects(Setting, Options, Report);
    AccessGroups Groups(Setting, Options);
    ThreadRelations Relations(Setting, unsigned(Threads), Options.Removal);
    findRelations(Groups, Relations);
    PairSearch Search(Setting, Options, Groups, Relations);
    collect(Groups, Search);
    // One pair answers what removing a barrier would do.
    if (!Options.Removal || Report.Verdicts.empty())
      Search.decide();
    Search.addTo(Report);
    if (Options.Spent)
      *Options.Spent += Search.spent() + stepsToReach();
    if (Options.SpentEntries)
      *Options.SpentEntries += Search.spentEntries();
    Left += Search.pairsLeft();
    if (Left != 0 || Search.areMoreLeft())
      Report.Reason = {Search.isBudgetSpent() ? UnsearchedPairs::Kind::Budget
                                              : UnsearchedPairs::Kind::UnknownObjects,
                       Search.isBudgetSpent() ? Options.Budget : MostUnknownPairs, Left,
                       Search.areMoreLeft()};
    llvm::sort(Report.Verdicts, [](const RaceVerdict &Left, const RaceVerdict &Right) {
      return std::tie(Left.First, Left.Second, Left.Threads) <
             std::tie(Right.First, Right.Second, Right.Threads);
    });
    return std::move(Report);
  }

private:
  /// The largest block of any device (CUDA C++ Programming Guide, technical specifications
  /// per compute capability: 1024), and what verifiers of such kernels are asked for.
  static constexpr uint64_t MostThreads = 4096;

  void findRelations(const AccessGroups &Groups, const ThreadRelations &Relations) {
    if (!Groups.Shared.empty() || !Groups.Global.empty() || Options.Removal)
      AllRelations = Relations.withinBlock();
    if (!Groups.Global.empty() && hasSeveralBlocks() && !Options.Removal)
      AllRelations.push_back(Relations.betweenBlocks());
  }

  void collect(const AccessGroups &Groups, PairSearch &Search) {
    for (const RelationIntervals &Each : AllRelations) {
      if (Options.Removal)
        if (auto Flag = findFlag(Kernel, Each.Intervals))
          Report.Verdicts.push_back(std::move(*Flag));
      Search.beginRelation(Each);
      if (Each.Relation.Kind != ThreadPair::DifferentBlocks)
        for (const auto &[Object, Sites] : Groups.Shared)
          Search.add(Sites, Each);
      for (const auto &[Object, Sites] : Groups.Global)
        Search.add(Sites, Each);
    }
  }

  /// The grid has more than one block, or is not known and the kernel asks which it is in.
  bool hasSeveralBlocks() const {
    if (Setting.Launch.gridKnown())
      return any_of(Setting.Launch.Grid,
                    [](std::optional<uint64_t> Extent) { return *Extent > 1; });
    return is_contained(Setting.AsksForBlock, true);
  }

  /// What finding the intervals has cost.
  uint64_t stepsToReach() const {
    uint64_t Nodes = 0;
    for (const RelationIntervals &Each : AllRelations)
      for (const BarrierInterval &Interval : Each.Intervals.all())
        Nodes += Interval.Reached.size();
    return Nodes * StepsToReach;
  }

  RaceSetting Setting;
  const KernelProgram &Kernel;
  const RaceOptions &Options;
  std::vector<RelationIntervals> AllRelations;
  RaceReport Report;
};

} // namespace

RaceReport analyseRaces(ExprContext &Context, const KernelProgram &Kernel,
                        const LaunchContext &Launch, const RaceOptions &Options) {
  RaceReport Report = RaceAnalysis(Context, Kernel, Launch, Options).run();
  if (Options.ForAllArguments && !Options.Case && !Options.Removal)
    confirmForAllArguments(Context, Kernel, Launch, Options, Report);
  return Report;
}

} // namespace memlint
