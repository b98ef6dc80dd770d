//===- RacingPairs.cpp - Races by what they are about ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Barriers/RacingPairs.h"

#include "cuda-memlint/Model/LaunchContexts.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace llvm;

namespace memlint {

bool isReported(const KernelAnalysis &Kernel, const RaceVerdict &Verdict) {
  return Verdict.Outcome == RaceOutcome::Race || Verdict.Outcome == RaceOutcome::Benign ||
         (Verdict.Outcome == RaceOutcome::MayRace && Kernel.PossibleRaces);
}

static unsigned clarity(const RaceVerdict &Verdict) {
  unsigned Result = Verdict.Outcome == RaceOutcome::Race      ? 8
                    : Verdict.Outcome == RaceOutcome::MayRace ? 4
                                                              : 0;
  return Result + (Verdict.Threads == ThreadPair::DifferentWarps    ? 2
                   : Verdict.Threads == ThreadPair::DifferentBlocks ? 1
                                                                    : 0);
}

namespace {

class PairCollector {
public:
  PairCollector(const KernelAnalysis &Kernel, RaceRemedy Remedy) : Kernel(Kernel), Remedy(Remedy) {}

  RacingPairs collect() {
    std::map<unsigned, std::vector<RacingPair>> Guessed;
    unsigned GuessedLaunches = 0;
    struct GuessedPair {
      unsigned Launches = 0;
      std::optional<std::array<uint64_t, 3>> NotFoundWithBlock;
    };
    std::map<std::pair<unsigned, unsigned>, GuessedPair> GuessedPairs;
    for (auto [Number, Launch] : enumerate(Kernel.Launches)) {
      if (Number >= Kernel.Races.size())
        break;
      bool IsGuess = isGuessed(Launch);
      GuessedLaunches += IsGuess;
      std::map<std::pair<unsigned, unsigned>, std::vector<const RaceVerdict *>> Pairs;
      for (const RaceVerdict &Verdict : Kernel.Races[Number].Verdicts)
        if (isReported(Kernel, Verdict))
          Pairs[{Verdict.First, Verdict.Second}].push_back(&Verdict);
      for (auto &[Pair, Verdicts] : Pairs) {
        bool OtherWarpsToo = any_of(Verdicts, [](const RaceVerdict *Verdict) {
          return Verdict->Threads != ThreadPair::SameWarp;
        });
        const RaceVerdict *Clearest =
            *llvm::max_element(Verdicts, [](const RaceVerdict *Left, const RaceVerdict *Right) {
              return clarity(*Left) < clarity(*Right);
            });
        if (remedyOf(*Clearest, OtherWarpsToo) != Remedy)
          continue;
        if (IsGuess) {
          GuessedPair &Seen = GuessedPairs[Pair];
          ++Seen.Launches;
          for (const RaceVerdict *Verdict : Verdicts)
            if (Verdict->NotFoundWithBlock)
              Seen.NotFoundWithBlock = Verdict->NotFoundWithBlock;
        }
        (IsGuess ? Guessed : ByObject)[access(Pair.first).Object].push_back(
            {Clearest, unsigned(Number), std::nullopt});
      }
    }
    // Of shapes that are only likely, all must agree.
    for (auto &[Object, Pairs] : Guessed)
      for (RacingPair &Pair : Pairs) {
        const GuessedPair &Seen = GuessedPairs[{Pair.Verdict->First, Pair.Verdict->Second}];
        Pair.NotFoundWithBlock = Seen.NotFoundWithBlock;
        if (Seen.Launches == GuessedLaunches)
          ByObject[Object].push_back(Pair);
      }
    for (auto &[Object, Pairs] : ByObject)
      llvm::sort(Pairs, [](const RacingPair &Left, const RacingPair &Right) {
        auto Order = [](const RacingPair &Pair) {
          return std::tuple(!Pair.isCertain(), -int(clarity(*Pair.Verdict)), Pair.Launch,
                            Pair.Verdict->First, Pair.Verdict->Second);
        };
        return Order(Left) < Order(Right);
      });
    return std::move(ByObject);
  }

private:
  RaceRemedy remedyOf(const RaceVerdict &Verdict, bool OtherWarpsToo) const {
    if (Verdict.Threads == ThreadPair::SameWarp && Verdict.First != Verdict.Second &&
        !OtherWarpsToo)
      return RaceRemedy::WarpOrder;
    return access(Verdict.First).Space == MemorySpace::Shared ? RaceRemedy::SharedOrder
                                                              : RaceRemedy::GlobalOrder;
  }

  const Access &access(unsigned Id) const { return Kernel.Program.Accesses[Id]; }

  const KernelAnalysis &Kernel;
  RaceRemedy Remedy;
  RacingPairs ByObject;
};

} // namespace

RacingPairs findRacingPairs(const KernelAnalysis &Kernel, RaceRemedy Remedy) {
  return PairCollector(Kernel, Remedy).collect();
}

} // namespace memlint
