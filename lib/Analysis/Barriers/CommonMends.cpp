//===- CommonMends.cpp - Races that one mend removes ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Barriers/CommonMends.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

namespace {

class CommonMendSearch {
public:
  CommonMendSearch(ExprContext &Expressions, const KernelAnalysis &Kernel, bool IndependentThreads,
                   RaceRemedy Wider, uint64_t &Steps)
      : Expressions(Expressions), Kernel(Kernel), IndependentThreads(IndependentThreads),
        Wider(Wider), Steps(Steps) {}

  RacingPairs run() {
    RacingPairs Result;
    RacingPairs Lanes = findRacingPairs(Kernel, RaceRemedy::WarpOrder);
    if (Lanes.empty())
      return Result;
    for (const auto &[Object, Wide] : findRacingPairs(Kernel, Wider)) {
      auto Known = Lanes.find(Object);
      if (Known != Lanes.end() && haveOneMend(Wide, Known->second))
        Result.insert(*Known);
    }
    return Result;
  }

private:
  bool haveOneMend(ArrayRef<RacingPair> Wide, ArrayRef<RacingPair> Lanes) {
    const RacingPair &First = Wide.front(), &FirstOfLanes = Lanes.front();
    if ((FirstOfLanes.isCertain() && !First.isCertain()) ||
        First.Verdict->Outcome == RaceOutcome::Benign ||
        FirstOfLanes.Verdict->Outcome == RaceOutcome::Benign || !First.Verdict->Reason.empty())
      return false;
    size_t Alone = barriersFor(Wide, Wider);
    if (Alone != 0) {
      std::vector<RacingPair> Both = Wide.vec();
      append_range(Both, Lanes);
      size_t Together = barriersFor(Both, Wider);
      return Together != 0 && Together <= Alone;
    }
    return barriersFor(Lanes, RaceRemedy::WarpOrder) == 0 && areOrderedAlike(Wide, Lanes);
  }

  /// The number of barriers that order \p Pairs; 0: none are known.
  size_t barriersFor(ArrayRef<RacingPair> Pairs, RaceRemedy Remedy) {
    std::optional<RaceBarrier> Found =
        RaceBarriers(Expressions, Kernel, IndependentThreads, Remedy, Steps).suggest(Pairs);
    return Found ? Found->Suggestion.Points.size() : 0;
  }

  /// Some order mends \p Wide, and each of \p Lanes has the same access before or behind.
  bool areOrderedAlike(ArrayRef<RacingPair> Wide, ArrayRef<RacingPair> Lanes) const {
    return all_of(Lanes, [&](const RacingPair &Lane) {
      return isMendedByOrder(*Lane.Verdict) && any_of(Wide, [&](const RacingPair &Pair) {
               return isMendedByOrder(*Pair.Verdict) &&
                      (Pair.Verdict->First == Lane.Verdict->First ||
                       Pair.Verdict->Second == Lane.Verdict->Second);
             });
    });
  }

  bool isMendedByOrder(const RaceVerdict &Verdict) const {
    const KernelProgram &Program = Kernel.Program;
    return Verdict.First != Verdict.Second && !needsAtomic(Verdict) &&
           !isOfCopy(Program, Verdict) &&
           !losesValue(Program.Accesses[Verdict.First], Program.Accesses[Verdict.Second]);
  }

  ExprContext &Expressions;
  const KernelAnalysis &Kernel;
  bool IndependentThreads;
  RaceRemedy Wider;
  uint64_t &Steps;
};

} // namespace

RacingPairs findLanesMendedToo(ExprContext &Expressions, const KernelAnalysis &Kernel,
                               bool IndependentThreads, RaceRemedy Wider, uint64_t &Steps) {
  return CommonMendSearch(Expressions, Kernel, IndependentThreads, Wider, Steps).run();
}

} // namespace memlint
