//===- BarrierSuggestion.cpp - Where a missing barrier belongs ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Barriers/BarrierSuggestion.h"

#include "WarpAgreement.h"

#include "cuda-memlint/Analysis/Barriers/ArrivalCause.h"
#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"

#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <numeric>
#include <set>
#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

/// Barriers that one race is mended by at most: for warps, one for each step of a reduction, and
/// one before the first.
constexpr size_t MostBarriersOfBlock = 3;
constexpr size_t MostBarriersOfWarp = 6;
/// Kernels with further barriers that are analysed for one race at most, likewise.
constexpr unsigned MostTrialsOfBlock = 64;
constexpr unsigned MostTrialsOfWarp = 128;
/// Evaluations of one trial, and of a second one where these do not suffice.
constexpr uint64_t BudgetsOfTrial[] = {2'000'000, 60'000'000};

/// An entry of the table of an integer set takes as long as so many values.
constexpr uint64_t ValuesPerStep = 16;

/// One location in the source: its points, one for each chain of calls.
using PointsInSource = std::vector<unsigned>;

class SuggestionSearch {
public:
  SuggestionSearch(ExprContext &Expressions, const KernelAnalysis &Analysis,
                   ArrayRef<PairToSeparate> Pairs, BarrierScope Scope, bool IndependentThreads,
                   ArrayRef<unsigned> Preferred, uint64_t &Steps)
      : Expressions(Expressions), Analysis(Analysis), Kernel(Analysis.Program), Pairs(Pairs),
        Scope(Scope), Preferred(Preferred), StepsLeft(Steps) {
    Options.Spent = &Spent;
    Options.SpentEntries = &SpentEntries;
    Options.IndependentThreads = IndependentThreads;
  }

  BarrierSuggestion run(bool OnlyPreferred) {
    collect();
    if (OnlyPreferred) {
      erase_if(Uniform, [&](const PointsInSource &Candidate) {
        return !is_contained(Preferred, Candidate.front());
      });
      Divergent.clear();
    }
    BarrierSuggestion Result;
    std::optional<std::vector<const PointsInSource *>> Found = cover(Uniform);
    if (!Found)
      Found = coverByTwo(Uniform);
    if (Found) {
      for (const PointsInSource *Each : *Found)
        Result.Points.push_back(Each->front());
      llvm::sort(Result.Points, [&](unsigned Left, unsigned Right) {
        return point(Left).nodeBehind() < point(Right).nodeBehind();
      });
    } else {
      Result.Hindrance = findHindrance();
    }
    return Result;
  }

private:
  const InsertionPoint &point(unsigned Number) const { return Kernel.InsertionPoints[Number]; }
  const Access &access(unsigned Id) const { return Kernel.Accesses[Id]; }

  std::vector<unsigned> all() const {
    std::vector<unsigned> Numbers(Pairs.size());
    std::iota(Numbers.begin(), Numbers.end(), 0);
    return Numbers;
  }

  /// The locations around the statements that hold the accesses, at each level of nesting, and the
  /// preferred ones.
  void collect() {
    std::set<unsigned> Borders;
    for (const PairToSeparate &Each : Pairs)
      for (unsigned Id : {Each.Pair.First, Each.Pair.Second})
        for (const InsertionPoint &Around : Kernel.InsertionPoints)
          if (Around.FirstNode <= access(Id).NodeId && access(Id).NodeId < Around.EndNode)
            Borders.insert({Around.FirstNode, Around.EndNode});
    std::map<std::tuple<std::string, unsigned, unsigned, InsertionPoint::Kind>, PointsInSource>
        Insertions;
    for (auto [Number, Each] : enumerate(Kernel.InsertionPoints))
      Insertions[{Each.Position.Path, Each.Position.Line, Each.Position.Column, Each.At}].push_back(
          unsigned(Number));
    // Of several locations in the same ways of the graph, the one that reads best.
    std::map<std::vector<std::vector<std::pair<unsigned, unsigned>>>, PointsInSource> Best;
    for (auto &[Key, Candidate] : Insertions) {
      bool IsPreferred = is_contained(Preferred, Candidate.front());
      if (!IsPreferred && none_of(Candidate, [&](unsigned Number) {
            return Borders.count(point(Number).nodeBehind());
          }))
        continue;
      std::vector<std::vector<std::pair<unsigned, unsigned>>> Edges;
      for (unsigned Number : Candidate)
        Edges.push_back(point(Number).Edges);
      llvm::sort(Edges);
      PointsInSource &Known = Best[Edges];
      if (Known.empty() || IsPreferred ||
          (!is_contained(Preferred, Known.front()) &&
           readsBetter(point(Candidate.front()), point(Known.front()))))
        Known = Candidate;
    }
    for (auto &[Edges, Candidate] : Best)
      (all_of(Candidate, [&](unsigned Number) { return isUniform(point(Number)); }) ? Uniform
                                                                                    : Divergent)
          .push_back(Candidate);
    for (std::vector<PointsInSource> *Positions : {&Uniform, &Divergent})
      llvm::sort(*Positions, [&](const PointsInSource &Left, const PointsInSource &Right) {
        auto Key = [&](const PointsInSource &Candidate) {
          return std::tuple(!is_contained(Preferred, Candidate.front()), preference(Candidate),
                            Candidate);
        };
        return Key(Left) < Key(Right);
      });
  }

  bool readsBetter(const InsertionPoint &New, const InsertionPoint &Known) const {
    if (New.CallDepth != Known.CallDepth)
      return New.CallDepth < Known.CallDepth;
    // At the end of a loop's body comes last what is for the next iteration.
    if (Pairs.front().IsCarried)
      return std::pair(New.Position.Line, New.Position.Column) >
             std::pair(Known.Position.Line, Known.Position.Column);
    auto IsPlain = [](const InsertionPoint &Point) {
      return Point.At == InsertionPoint::Kind::BeforeStatement;
    };
    if (IsPlain(New) != IsPlain(Known))
      return IsPlain(New);
    return std::tie(Known.Position.Line, Known.Position.Column) <
           std::tie(New.Position.Line, New.Position.Column);
  }

  /// The calls that lead to where a barrier between the two is best put: into the function that
  /// makes both accesses, else where it is called.
  unsigned callDepth() const {
    const Access &First = access(Pairs.front().Pair.First);
    const Access &Second = access(Pairs.front().Pair.Second);
    size_t Least = std::min(First.InlinedThrough.size(), Second.InlinedThrough.size());
    bool InOne =
        First.InlinedThrough.size() == Second.InlinedThrough.size() && Least != 0 &&
        First.InlinedThrough.back().CalleeNumber == Second.InlinedThrough.back().CalleeNumber;
    return InOne ? unsigned(Least) : unsigned(Least ? Least - 1 : 0);
  }

  using Preference = std::tuple<size_t, unsigned, unsigned, int64_t>;

  /// A statement of a function that is called at several places is as good as the worst of them.
  Preference preference(const PointsInSource &Candidate) const {
    Preference Worst = preference(point(Candidate.front()));
    for (unsigned Number : ArrayRef(Candidate).drop_front())
      Worst = std::max(Worst, preference(point(Number)));
    return Worst;
  }

  /// The least is tried first: executed least often, and close before the later access or, for
  /// accesses in two iterations, at the end of the loop.
  Preference preference(const InsertionPoint &Point) const {
    const PairToSeparate &Clearest = Pairs.front();
    unsigned Early =
        std::min(access(Clearest.Pair.First).NodeId, access(Clearest.Pair.Second).NodeId);
    unsigned Late =
        std::max(access(Clearest.Pair.First).NodeId, access(Clearest.Pair.Second).NodeId);
    unsigned At = Point.nodeBehind();
    unsigned Where = At <= Early ? 2 : At <= Late ? 0 : 1;
    if (Clearest.IsCarried)
      Where = At <= Early ? 1 : At <= Late ? 2 : 0;
    unsigned Wanted = callDepth();
    unsigned Away = Point.CallDepth > Wanted ? Point.CallDepth - Wanted : Wanted - Point.CallDepth;
    return {Point.Loops.size(), Away, Where, -int64_t(At)};
  }

  bool isForWarps() const { return Scope == BarrierScope::Warp; }

  bool isUniform(const InsertionPoint &Point) {
    return !partingGuard(Point) && !partingLoop(Point.Loops);
  }

  /// The first guard, by number, that is not the same for all threads that have to meet.
  std::optional<unsigned> partingGuard(const InsertionPoint &Point) {
    for (auto [Number, Guard] : enumerate(Point.Guards))
      if (!isCommon(Guard))
        return unsigned(Number);
    return std::nullopt;
  }

  /// The first of \p Loops that the threads that have to meet may leave in different iterations.
  std::optional<unsigned> partingLoop(ArrayRef<unsigned> Loops) {
    for (unsigned Number : Loops) {
      const Loop &Around = Kernel.Loops[Number];
      if (Around.Exits.empty() ||
          !all_of(Around.Exits, [&](ExprRef Exit) { return isCommon(Exit); }))
        return Number;
    }
    return std::nullopt;
  }

  bool isCommon(ExprRef Condition) {
    if (Scope == BarrierScope::Block)
      return isOneValue(Condition);
    return Condition->varies() <= Uniformity::Warp ||
           agreesByWarps([&](const WarpAgreement &Of) { return Of.onCondition(Condition); });
  }

  /// The threads that have to meet find one value in \p Root.
  bool isOneValue(ExprRef Root) {
    if (Scope == BarrierScope::Block)
      return Root->varies() <= Uniformity::Block ||
             allLeaves(Root, [&](ExprRef Leaf) { return isReadAlike(Leaf); });
    return Root->varies() <= Uniformity::Warp ||
           agreesByWarps([&](const WarpAgreement &Of) { return Of.onValue(Root); });
  }

  /// The lanes of each warp find the same, in each launch that is asked about.
  bool agreesByWarps(function_ref<bool(const WarpAgreement &)> Agrees) {
    auto IsAlike = [&](ExprRef Leaf) { return isReadAlike(Leaf); };
    return all_of(Pairs, [&](const PairToSeparate &Each) {
      return Agrees({Expressions, Kernel, Analysis.Launches[Each.Launch], IsAlike});
    });
  }

  /// The threads that have to meet find the same in \p Leaf as soon as none of Pairs races: what is
  /// not the same by itself they read at one location, and nothing else writes there meanwhile.
  bool isReadAlike(ExprRef Leaf) {
    if (Leaf->varies() <= (Scope == BarrierScope::Block ? Uniformity::Block : Uniformity::Warp))
      return true;
    if (Unlike.contains(Leaf))
      return false;
    // By induction: they come to a read together if what they have read before was the same.
    if (!Alike.insert(Leaf).second || isResultOfCommonLoad(Leaf))
      return true;
    // The others may have relied on it.
    Alike.clear();
    Unlike.insert(Leaf);
    return false;
  }

  bool isResultOfCommonLoad(ExprRef Leaf) {
    bool HasLoad = false;
    bool IsUnseen =
        any_of(Kernel.Unseen, [](const UnseenEffect &Each) { return !Each.OnlyPrints; });
    return !IsUnseen && all_of(Kernel.Accesses, [&](const Access &Site) {
      if (Site.Result != Leaf)
        return true;
      HasLoad = true;
      return isCommonLoad(Site);
    }) && HasLoad;
  }

  bool isCommonLoad(const Access &Site) {
    const MemoryObject &Object = Kernel.Objects[Site.Object];
    bool IsPlain = Site.Kind == AccessKind::Load && !Site.IsVolatile && !Object.IsVolatile &&
                   Site.Order == AccessOrder::Weak && Object.Kind != ObjectKind::Unknown &&
                   Object.Kind != ObjectKind::LoadedPointer && Object.OneOf.empty() &&
                   Object.Space != MemorySpace::Local;
    return IsPlain && Site.Offset && isOneValue(Site.Offset) &&
           all_of(Site.Guards, [&](ExprRef Guard) { return isCommon(Guard); }) &&
           !partingLoop(Site.Loops) && !isCounted(Site) && racesOnlyInPairs(Site);
  }

  /// What \p Site reads is updated by atomics meanwhile: an atomic read mends that, without
  /// barriers.
  bool isCounted(const Access &Site) const {
    return any_of(Pairs, [&](const PairToSeparate &Each) {
      return (Each.Pair.First == Site.Id || Each.Pair.Second == Site.Id) &&
             (access(Each.Pair.First).Kind == AccessKind::Atomic ||
              access(Each.Pair.Second).Kind == AccessKind::Atomic);
    });
  }

  /// Once Pairs are ordered, nothing is left that \p Site races with, or may.
  bool racesOnlyInPairs(const Access &Site) const {
    return all_of(Pairs, [&](const PairToSeparate &Each) {
      const RaceReport &Report = Analysis.Races[Each.Launch];
      return Report.Reason.empty() && all_of(Report.Verdicts, [&](const RaceVerdict &Verdict) {
               return (Verdict.First != Site.Id && Verdict.Second != Site.Id) ||
                      any_of(Pairs, [&](const PairToSeparate &Wanted) {
                        return Wanted.Launch == Each.Launch && Wanted.Pair.First == Verdict.First &&
                               Wanted.Pair.Second == Verdict.Second &&
                               Wanted.Pair.Threads == Verdict.Threads;
                      });
             });
    });
  }

  /// Those of \p Wanted that barriers at \p Insertions leave; if \p OnlyWhether, the first that is
  /// found.
  std::vector<unsigned> left(ArrayRef<const PointsInSource *> Insertions, ArrayRef<unsigned> Wanted,
                             bool OnlyWhether = false) {
    std::vector<unsigned> Unknown(Wanted.begin(), Wanted.end());
    if (Trials == (isForWarps() ? MostTrialsOfWarp : MostTrialsOfBlock) || StepsLeft == 0)
      return Unknown;
    ++Trials;
    SmallVector<unsigned, 4> Points;
    for (const PointsInSource *Each : Insertions)
      Points.append(Each->begin(), Each->end());
    std::optional<KernelProgram> Mended = withBarriers(Kernel, Points, Scope);
    if (!Mended)
      return Unknown;
    std::map<unsigned, std::vector<unsigned>> ByLaunch;
    for (unsigned Number : Wanted)
      ByLaunch[Pairs[Number].Launch].push_back(Number);
    std::vector<unsigned> Result;
    for (const auto &[Launch, Numbers] : ByLaunch) {
      append_range(Result, leftInLaunch(*Mended, Launch, Numbers, OnlyWhether));
      if (OnlyWhether && !Result.empty())
        break;
    }
    return Result;
  }

  std::vector<unsigned> leftInLaunch(const KernelProgram &Mended, unsigned Launch,
                                     ArrayRef<unsigned> Numbers, bool OnlyWhether) {
    std::vector<RacingAccesses> Asked;
    for (unsigned Number : Numbers)
      Asked.push_back(Pairs[Number].Pair);
    Options.OnlyWhether = OnlyWhether;
    PairsLeft Left;
    for (uint64_t Budget : BudgetsOfTrial) {
      Options.Budget = std::min(Budget, ValuesPerStep * StepsLeft);
      Options.SetEntries = std::min(Budget, StepsLeft);
      Spent = SpentEntries = 0;
      Left = pairsLeft(Expressions, Mended, Analysis.Launches[Launch], Options, Asked);
      StepsLeft -= std::min(StepsLeft, Spent / ValuesPerStep + SpentEntries);
      bool IsCutOff = Spent >= Options.Budget || SpentEntries >= Options.SetEntries;
      if (Left.Numbers.empty() || Left.Race || !IsCutOff)
        break;
    }
    std::vector<unsigned> Result;
    for (unsigned Index : Left.Numbers)
      Result.push_back(Numbers[Index]);
    return Result;
  }

  /// One of \p Insertions is in all loops that lead from one access of \p Pair to the other.
  bool mayOrder(ArrayRef<const PointsInSource *> Insertions, const PairToSeparate &Pair) const {
    return any_of(Insertions, [&](const PointsInSource *Candidate) {
      return any_of(*Candidate, [&](unsigned Number) {
        return all_of(Pair.Within,
                      [&](unsigned Loop) { return is_contained(point(Number).Loops, Loop); });
      });
    });
  }

  /// The first of \p Insertions that, with those of \p Before, leaves none of \p Wanted.
  const PointsInSource *coverAll(ArrayRef<PointsInSource> Insertions,
                                 ArrayRef<const PointsInSource *> Before,
                                 ArrayRef<unsigned> Wanted) {
    for (const PointsInSource &Each : Insertions) {
      SmallVector<const PointsInSource *, 4> Together(Before.begin(), Before.end());
      Together.push_back(&Each);
      if (all_of(Wanted, [&](unsigned Number) { return mayOrder(Together, Pairs[Number]); }) &&
          left(Together, Wanted, /*OnlyWhether=*/true).empty())
        return &Each;
    }
    return nullptr;
  }

  std::optional<std::vector<const PointsInSource *>> cover(ArrayRef<PointsInSource> Insertions) {
    std::vector<const PointsInSource *> Chosen;
    std::vector<unsigned> Open = all();
    while (!Open.empty()) {
      if (Chosen.size() == (isForWarps() ? MostBarriersOfWarp : MostBarriersOfBlock))
        return std::nullopt;
      if (const PointsInSource *Last = coverAll(Insertions, Chosen, Open)) {
        Chosen.push_back(Last);
        break;
      }
      // One that keeps apart what is alike, or at least the first.
      std::vector<unsigned> Alike;
      copy_if(Open, std::back_inserter(Alike), [&](unsigned Number) {
        return Pairs[Number].IsCarried == Pairs[Open.front()].IsCarried;
      });
      const PointsInSource *Next = nullptr;
      if (Alike.size() != Open.size())
        Next = coverAll(Insertions, Chosen, Alike);
      if (!Next)
        Next = coverAll(Insertions, Chosen, Open.front());
      if (!Next)
        return std::nullopt;
      Chosen.push_back(Next);
      Open = left(Chosen, Open);
    }
    dropNeedless(Chosen);
    return Chosen;
  }

  /// Takes out of \p Chosen what orders nothing that the others do not order: the choice of one may
  /// have come before that of another which does more.
  void dropNeedless(std::vector<const PointsInSource *> &Chosen) {
    for (size_t Number = 0; Number < Chosen.size() && Chosen.size() > 1;) {
      std::vector<const PointsInSource *> Others = Chosen;
      Others.erase(Others.begin() + Number);
      if (left(Others, all(), /*OnlyWhether=*/true).empty())
        Chosen = std::move(Others);
      else
        ++Number;
    }
  }

  /// Two locations that do no more than half each: one between the accesses, and one behind or
  /// before both, in the loop that leads from one to the other.
  std::optional<std::vector<const PointsInSource *>>
  coverByTwo(ArrayRef<PointsInSource> Insertions) {
    auto WhereIs = [&](const PointsInSource &Candidate) {
      return std::get<2>(preference(Candidate));
    };
    unsigned Between = Pairs.front().IsCarried ? 2 : 0;
    for (const PointsInSource &Inner : Insertions)
      for (const PointsInSource &Outer : Insertions)
        if (WhereIs(Inner) == Between && WhereIs(Outer) != Between &&
            !point(Outer.front()).Loops.empty() &&
            left({&Inner, &Outer}, all(), /*OnlyWhether=*/true).empty())
          return std::vector{&Inner, &Outer};
    return std::nullopt;
  }

  /// Where not all threads come to locations that would do.
  std::optional<BarrierHindrance> findHindrance() {
    Trials = 0;
    if (const PointsInSource *Only = coverAll(Divergent, {}, all()))
      return hindranceOf(*Only);
    if (Divergent.empty())
      return std::nullopt;
    std::vector<PointsInSource> Any = Divergent;
    Any.insert(Any.end(), Uniform.begin(), Uniform.end());
    if (std::optional<std::vector<const PointsInSource *>> Both = coverByTwo(Any))
      for (const PointsInSource *Each : *Both)
        if (is_contained(Divergent, *Each))
          return hindranceOf(*Each);
    return std::nullopt;
  }

  BarrierHindrance hindranceOf(const PointsInSource &Candidate) {
    BarrierHindrance Result;
    const InsertionPoint &At =
        point(*find_if(Candidate, [&](unsigned Number) { return !isUniform(point(Number)); }));
    if (std::optional<unsigned> Number = partingLoop(At.Loops)) {
      Result.LeavesLoop = true;
      Result.Position = Kernel.Loops[*Number].Position;
      return Result;
    }
    std::optional<unsigned> Guard = partingGuard(At);
    if (!Guard)
      return Result;
    Site Here;
    Here.Guards = At.Guards;
    Here.Loops = At.Loops;
    auto [Before, Way] = At.Edges.front();
    Here.NodeId = std::max(Before, Kernel.Nodes[Before].Successors[Way]);
    ArrivalSplit Split;
    Split.Guard = *Guard;
    ArrivalCause Cause = findCause(Expressions, Kernel, Here, Split);
    if (!Cause.Branch)
      return Result;
    Result.Position = Cause.Branch->Position;
    Result.Condition = Cause.Branch->Text;
    Result.HasReturned = Cause.HasReturned;
    return Result;
  }

  ExprContext &Expressions;
  const KernelAnalysis &Analysis;
  const KernelProgram &Kernel;
  ArrayRef<PairToSeparate> Pairs;
  BarrierScope Scope;
  ArrayRef<unsigned> Preferred;
  RaceOptions Options;
  std::vector<PointsInSource> Uniform, Divergent;
  /// Values read from memory that are the same for all threads that have to meet, as far as one
  /// knows, and others.
  DenseSet<ExprRef> Alike, Unlike;
  unsigned Trials = 0;
  uint64_t &StepsLeft;
  /// What the trial under way takes of the two parts of its budget.
  uint64_t Spent = 0, SpentEntries = 0;
};

} // namespace

BarrierSuggestion suggestBarriers(ExprContext &Expressions, const KernelAnalysis &Kernel,
                                  ArrayRef<PairToSeparate> Pairs, BarrierScope Scope,
                                  bool IndependentThreads, ArrayRef<unsigned> Preferred,
                                  uint64_t &Steps, bool Only) {
  return SuggestionSearch(Expressions, Kernel, Pairs, Scope, IndependentThreads, Preferred, Steps)
      .run(Only);
}

/// The calls that the two have in common.
static size_t commonDepth(const Access &First, const Access &Second) {
  size_t Depth = 0;
  auto AreOne = [](const InlineFrame &Here, const InlineFrame &There) {
    auto WhereIs = [](const SourcePosition &At) { return std::tie(At.Path, At.Line, At.Column); };
    return Here.CalleeNumber == There.CalleeNumber &&
           WhereIs(Here.CallSite) == WhereIs(There.CallSite);
  };
  while (Depth != std::min(First.InlinedThrough.size(), Second.InlinedThrough.size()) &&
         AreOne(First.InlinedThrough[Depth], Second.InlinedThrough[Depth]))
    ++Depth;
  return Depth;
}

bool isOneStatement(const KernelProgram &Kernel, const Access &First, const Access &Second) {
  unsigned Early = std::min(First.NodeId, Second.NodeId);
  unsigned Late = std::max(First.NodeId, Second.NodeId);
  // Functions that the statement calls have statements of their own.
  size_t Depth = commonDepth(First, Second);
  return any_of(Kernel.InsertionPoints,
                [&](const InsertionPoint &Each) {
                  return Each.CallDepth <= Depth && Each.FirstNode <= Early && Late < Each.EndNode;
                }) &&
         none_of(Kernel.InsertionPoints, [&](const InsertionPoint &Each) {
           return Each.CallDepth <= Depth && Early < Each.nodeBehind() && Each.nodeBehind() <= Late;
         });
}

} // namespace memlint
