//===- ArgumentConditions.cpp - Races for all arguments -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentConditions.h"

#include "Dependences.h"
#include "PairDecision.h"
#include "PlacedSite.h"
#include "ValueSamples.h"

#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"
#include "cuda-memlint/Target/WarpRequest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include <map>

using namespace llvm;

namespace memlint {

namespace {

using AccessPair = std::pair<unsigned, unsigned>;
using Conditions = SmallSetVector<ExprRef, 4>;

/// Conditions whose outcomes are combined in all ways; of more, those of one barrier at a time.
constexpr size_t MostCombined = 4;
/// All cases together may take as much as so many launches. What is left then may be avoidable.
constexpr uint64_t CasesAtFullBudget = 2;

/// The races of one kind of thread pair.
class Confirmation {
public:
  Confirmation(ExprContext &Context, const KernelProgram &Kernel, const LaunchContext &Launch,
               const RaceOptions &Options, ThreadPair Kind, bool ForSomeData, PairBudget &Left)
      : Context(Context), Kernel(Kernel), Launch(Launch), Options(Options), Kind(Kind),
        ForSomeData(ForSomeData), Left(Left), Setting(Context, Kernel, Launch) {
    collectFromBarriers();
    ByBarriers = !Alike.empty() || !Other.empty() || !Worst.LongLoops.empty();
  }

  /// What makes a pair avoidable.
  RaceDependence dependence() const {
    return ByBarriers ? RaceDependence::SkippedBarrier : RaceDependence::Condition;
  }

  /// Those of \p Pairs that do not race in some case.
  std::set<AccessPair> avoidable(const std::set<AccessPair> &Pairs) {
    collectFromPointers(Pairs);
    std::set<AccessPair> Avoidable;
    if (Alike.empty() && Other.empty() && Worst.LongLoops.empty())
      return Avoidable;
    forEachCase([&](const ArgumentCase &Case) { check(Case, Pairs, Avoidable); });
    return Avoidable;
  }

  /// Puts into \p Verdict, one of an avoidable pair, what it needs, unless its witness says so.
  void describeNeeds(RaceVerdict &Verdict) const {
    if (!Verdict.Values.empty())
      return;
    auto Known = Needed.find({Verdict.First, Verdict.Second});
    if (Known != Needed.end())
      Verdict.Values = Known->second;
    if (Verdict.Values.empty() && ByBarriers)
      Verdict.Assumptions.push_back({RaceAssumption::Kind::BarriersSkipped});
  }

private:
  using NamedValues = std::vector<std::pair<std::string, int64_t>>;

  bool separates(const Barrier &Each) const {
    switch (Each.Scope) {
    case BarrierScope::Thread:
      return false;
    case BarrierScope::Warp:
      return Kind == ThreadPair::SameWarp ||
             (Kind == ThreadPair::DifferentWarps && Each.GroupSize > Kernel.Device.WarpLanes);
    case BarrierScope::Named:
    case BarrierScope::Block:
      return Kind != ThreadPair::DifferentBlocks;
    case BarrierScope::Cluster:
    case BarrierScope::Grid:
      return true;
    }
    return false;
  }

  static bool isUnknown(ExprRef Root) {
    return anyLeaf(Root, [](ExprRef Leaf) { return RaceSetting::isUnknown(Leaf->leaf()); });
  }

  /// It has one outcome, in all threads that are compared and all iterations.
  bool isAlike(ExprRef Root) const {
    return Setting.isOneValue(Root) && allLeaves(Root, [&](ExprRef Leaf) {
             return RaceSetting::isUnknown(Leaf->leaf()) &&
                    RaceSetting::isCommon(Leaf->leaf(), Kind);
           });
  }

  /// The parts of \p Condition that have one outcome; whether these are all that is unknown.
  bool splitAlike(ExprRef Condition, Conditions &Parts) const {
    switch (Condition->kind()) {
    case ExprKind::And:
    case ExprKind::Or:
    case ExprKind::Not: {
      bool AreAll = true;
      for (ExprRef Operand : Condition->operands())
        AreAll &= splitAlike(Operand, Parts);
      return AreAll;
    }
    default:
      if (!isUnknown(Condition))
        return true;
      if (!isAlike(Condition))
        return false;
      if (!Parts.contains(Context.logicalNot(Condition)))
        Parts.insert(Condition);
      return true;
    }
  }

  void collectFromBarriers() {
    for (const Barrier &Each : Kernel.Barriers) {
      if (!separates(Each))
        continue;
      for (ExprRef Guard : Each.Guards) {
        ExprRef Condition = Setting.specialise(Guard);
        if (!splitAlike(Condition, Alike) && mayHoldThroughout(Each, Condition))
          Other.insert(Condition);
      }
      for (unsigned Loop : Each.Loops)
        if (any_of(Kernel.Loops[Loop].Exits,
                   [&](ExprRef Exit) { return isUnknown(Setting.specialise(Exit)); }))
          Worst.LongLoops.insert(Loop);
    }
    for (ExprRef Condition : Other)
      Worst.assume(Context, Condition, true);
  }

  /// Which object a pointer points to is a matter of the pair, where both have the same one.
  void collectFromPointers(const std::set<AccessPair> &Pairs) {
    for (auto [First, Second] : Pairs) {
      const Access &Left = Kernel.Accesses[First], &Right = Kernel.Accesses[Second];
      if (Left.Selector == Right.Selector)
        continue;
      for (const Access *Each : {&Left, &Right})
        if (Each->OffsetInSelected)
          splitSelector(Setting.specialise(Each->Selector));
    }
  }

  void splitSelector(ExprRef Selector) {
    if (Selector->kind() != ExprKind::Select)
      return;
    splitAlike(Selector->operands()[0], Alike);
    splitSelector(Selector->operands()[1]);
    splitSelector(Selector->operands()[2]);
  }

  /// There are values for which \p Condition, of \p At, holds in the first thread and the last one,
  /// in all iterations.
  bool mayHoldThroughout(const Barrier &At, ExprRef Condition) const {
    SmallVector<ExprRef, 8> Roots = {Condition};
    for (unsigned Loop : At.Loops)
      for (ExprRef Exit : Kernel.Loops[Loop].Exits)
        Roots.push_back(Setting.specialise(Exit));
    SetVector<ExprRef> Unknowns;
    for (ExprRef Root : Roots)
      forEachLeaf(Root, [&](ExprRef Leaf) {
        if (RaceSetting::isUnknown(Leaf->leaf()))
          Unknowns.insert(Leaf);
      });
    return any_of(sampleValues(Setting, Kind, Unknowns.getArrayRef(), Roots),
                  [&](const ValueSample &Sample) {
                    return holdsThroughout(At, Condition, ArrayRef(Roots).drop_front(), Sample);
                  });
  }

  bool holdsThroughout(const Barrier &At, ExprRef Condition, ArrayRef<ExprRef> Exits,
                       const ValueSample &Sample) const {
    /// More iterations than this are like those before.
    constexpr int64_t MostIterations = 64;
    auto Holds = [&](ExprRef Root, bool IsLast, int64_t Iteration) {
      return evaluate(Root, [&](ExprRef Leaf) -> int64_t {
               const LeafInfo &Info = Leaf->leaf();
               if (Info.Kind == LeafKind::LoopCounter)
                 return !At.Loops.empty() && Info.Id == At.Loops.back() ? Iteration : 0;
               if (Info.Kind == LeafKind::ThreadIndex)
                 return IsLast ? int64_t(Setting.Block[Info.Dimension]) - 1 : 0;
               return Sample.Values.lookup(Leaf);
             }) != 0;
    };
    for (bool IsLast : {false, true})
      for (int64_t Iteration = 0; Iteration != MostIterations; ++Iteration) {
        if (any_of(Exits, [&](ExprRef Exit) { return Holds(Exit, IsLast, Iteration); })) {
          if (Iteration == 0)
            return false;
          break;
        }
        if (!Holds(Condition, IsLast, Iteration))
          return false;
        if (At.Loops.empty())
          break;
      }
    return true;
  }

  void forEachCase(function_ref<void(const ArgumentCase &)> Do) const {
    if (Alike.size() <= MostCombined) {
      for (unsigned Outcomes = 0; Outcomes != 1u << Alike.size(); ++Outcomes) {
        ArgumentCase Case = Worst;
        for (auto [Number, Condition] : enumerate(Alike))
          Case.assume(Context, Condition, Outcomes >> Number & 1);
        Do(Case);
      }
      return;
    }
    Do(Worst);
    for (const Barrier &Each : Kernel.Barriers) {
      if (!separates(Each))
        continue;
      ArgumentCase Case = Worst;
      for (ExprRef Guard : Each.Guards)
        if (ExprRef Condition = Setting.specialise(Guard); isUnknown(Condition))
          Case.assume(Context, Condition, true);
      Do(Case);
    }
  }

  /// Adds those of \p Pairs to \p Avoidable that do not race in \p Case though one of the two
  /// accesses is reached.
  void check(const ArgumentCase &Case, const std::set<AccessPair> &Pairs,
             std::set<AccessPair> &Avoidable) {
    // Where a barrier's conditions exclude the accesses, they do not hold.
    ArgumentCase Plain = Case;
    for (ExprRef Condition : Other) {
      Plain.Outcomes.erase(Condition);
      Plain.Outcomes.erase(Context.logicalNot(Condition));
    }
    std::set<AccessPair> OfCase, OfPlain;
    std::set<unsigned> Reached = reached(Case);
    std::set<unsigned> ReachedPlain = Other.empty() ? Reached : reached(Plain);
    for (AccessPair Pair : Pairs) {
      bool AreBoth = Reached.contains(Pair.first) && Reached.contains(Pair.second);
      bool IsAny = ReachedPlain.contains(Pair.first) || ReachedPlain.contains(Pair.second);
      if (!Avoidable.contains(Pair) && IsAny)
        (AreBoth ? OfCase : OfPlain).insert(Pair);
    }
    findRaceless(Case, OfCase, Avoidable);
    findRaceless(Plain, OfPlain, Avoidable);
  }

  bool isRacing(const RaceVerdict &Verdict) const {
    return Verdict.Outcome == RaceOutcome::Race ||
           (ForSomeData && Verdict.Outcome == RaceOutcome::MayRace && Verdict.IsForSomeData);
  }

  void findRaceless(const ArgumentCase &Case, const std::set<AccessPair> &Pairs,
                    std::set<AccessPair> &Avoidable) {
    if (Pairs.empty())
      return;
    RaceOptions OfCase = Options;
    OfCase.Only = &Pairs;
    OfCase.Case = &Case;
    uint64_t Spent = 0, SpentEntries = 0;
    OfCase.Spent = &Spent;
    OfCase.SpentEntries = &SpentEntries;
    OfCase.Budget = std::min(OfCase.Budget, Left.Values);
    OfCase.SetEntries = std::min(OfCase.SetEntries, Left.SetEntries);
    std::set<AccessPair> Racing;
    NamedValues Values = valuesFor(Case);
    for (const RaceVerdict &Verdict : analyseRaces(Context, Kernel, Launch, OfCase).Verdicts)
      if (isRacing(Verdict) && Verdict.Threads == Kind) {
        Racing.insert({Verdict.First, Verdict.Second});
        Needed.try_emplace({Verdict.First, Verdict.Second}, Values);
      }
    pay(Spent, SpentEntries);
    for (AccessPair Pair : Pairs)
      if (!Racing.contains(Pair))
        Avoidable.insert(Pair);
  }

  void pay(uint64_t Spent, uint64_t SpentEntries) {
    Left.Values -= std::min(Left.Values, Spent);
    Left.SetEntries -= std::min(Left.SetEntries, SpentEntries);
    if (Options.Spent)
      *Options.Spent += Spent;
    if (Options.SpentEntries)
      *Options.SpentEntries += SpentEntries;
  }

  /// Values for which the conditions of Alike have the outcomes of \p Case; empty: none are found.
  NamedValues valuesFor(const ArgumentCase &Case) const {
    SetVector<ExprRef> Unknowns;
    for (ExprRef Condition : Alike)
      forEachLeaf(Condition, [&](ExprRef Leaf) { Unknowns.insert(Leaf); });
    NamedValues Values;
    for (const ValueSample &Sample :
         sampleValues(Setting, Kind, Unknowns.getArrayRef(), Alike.getArrayRef())) {
      bool IsOfCase = all_of(Alike, [&](ExprRef Condition) {
        bool Holds =
            evaluate(Condition, [&](ExprRef Leaf) { return Sample.Values.lookup(Leaf); }) != 0;
        auto Known = Case.Outcomes.find(Condition);
        return Known != Case.Outcomes.end() && Known->second == Holds;
      });
      if (!IsOfCase)
        continue;
      for (ExprRef Leaf : Unknowns)
        Values.push_back({Leaf->leaf().Name, Sample.Values.lookup(Leaf)});
      break;
    }
    return Values;
  }

  /// The accesses that some thread may reach in \p Case.
  std::set<unsigned> reached(const ArgumentCase &Case) const {
    RaceSetting OfCase(Context, Kernel, Launch, &Case);
    auto None = [](const Barrier &) { return false; };
    std::vector<BarrierInterval> Whole = findIntervals(
        Context, Kernel, None, None,
        [&](ExprRef Condition) { return OfCase.specialise(Condition); },
        [](unsigned) { return false; });
    std::set<unsigned> Result;
    for (const Access &Site : Kernel.Accesses)
      if (any_of(Whole,
                 [&](const BarrierInterval &Each) { return Each.Reached.contains(Site.NodeId); }) &&
          none_of(Site.Guards,
                  [&](ExprRef Guard) { return OfCase.specialise(Guard)->isConstant(0); }))
        Result.insert(Site.Id);
    return Result;
  }

  ExprContext &Context;
  const KernelProgram &Kernel;
  const LaunchContext &Launch;
  const RaceOptions &Options;
  ThreadPair Kind;
  /// The races are those that happen for some data.
  bool ForSomeData;
  /// What is left to all cases of the kernel in the launch.
  PairBudget &Left;
  RaceSetting Setting;
  /// Conditions with one outcome for all that are compared, and others.
  Conditions Alike, Other;
  /// Some of them, or a loop, lead past barriers; else they choose among objects.
  bool ByBarriers = false;
  /// The outcomes of Other and the loops as they are in all cases.
  ArgumentCase Worst;
  /// By pair: values of a case in which it races.
  std::map<AccessPair, NamedValues> Needed;
};

} // namespace

/// The same for the threads of \p Kind, and for races of certain data or for others.
static void confirm(ExprContext &Context, const KernelProgram &Kernel, const LaunchContext &Launch,
                    const RaceOptions &Options, RaceReport &Report, ThreadPair Kind,
                    bool ForSomeData, PairBudget &Left) {
  auto IsAsked = [&](const RaceVerdict &Verdict) {
    bool IsOfForm =
        ForSomeData ? Verdict.Outcome == RaceOutcome::DataRace && Verdict.Form == DataRaceForm::None
                    : Verdict.Outcome == RaceOutcome::Race;
    return IsOfForm && Verdict.Threads == Kind;
  };
  std::set<AccessPair> Pairs;
  for (const RaceVerdict &Verdict : Report.Verdicts)
    if (IsAsked(Verdict))
      Pairs.insert({Verdict.First, Verdict.Second});
  if (Pairs.empty())
    return;
  Confirmation Confirming(Context, Kernel, Launch, Options, Kind, ForSomeData, Left);
  std::set<AccessPair> Avoidable = Confirming.avoidable(Pairs);
  for (RaceVerdict &Verdict : Report.Verdicts)
    if (IsAsked(Verdict) && Avoidable.contains({Verdict.First, Verdict.Second})) {
      Verdict.Outcome = RaceOutcome::MayRace;
      Verdict.Needs = {};
      addDependence(Verdict, Confirming.dependence());
      Confirming.describeNeeds(Verdict);
    }
}

void confirmForAllArguments(ExprContext &Context, const KernelProgram &Kernel,
                            const LaunchContext &Launch, const RaceOptions &Options,
                            RaceReport &Report) {
  PairBudget Left = {CasesAtFullBudget * Options.Budget, CasesAtFullBudget * Options.SetEntries};
  for (ThreadPair Kind :
       {ThreadPair::SameWarp, ThreadPair::DifferentWarps, ThreadPair::DifferentBlocks})
    for (bool ForSomeData : {false, true})
      confirm(Context, Kernel, Launch, Options, Report, Kind, ForSomeData, Left);
}

} // namespace memlint
