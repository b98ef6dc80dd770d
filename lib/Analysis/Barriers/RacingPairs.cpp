//===- RacingPairs.cpp - Races by what they are about ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Barriers/RacingPairs.h"

#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Model/SharedAllocations.h"

#include "llvm/ADT/STLExtras.h"

#include <set>
#include <tuple>

using namespace llvm;

namespace memlint {

bool isReported(const KernelAnalysis &Kernel, const RaceVerdict &Verdict) {
  return Verdict.Outcome == RaceOutcome::Race || Verdict.Outcome == RaceOutcome::DataRace ||
         Verdict.Outcome == RaceOutcome::Benign ||
         (Verdict.Outcome == RaceOutcome::MayRace && Kernel.PossibleRaces);
}

static unsigned clarity(const RaceVerdict &Verdict) {
  bool HasCodes = Verdict.Outcome == RaceOutcome::Benign && Verdict.Form == DataRaceForm::None &&
                  !Verdict.Needs.empty();
  unsigned Result = Verdict.Outcome == RaceOutcome::Race       ? 16
                    : Verdict.Outcome == RaceOutcome::DataRace ? 12
                    : Verdict.Outcome == RaceOutcome::MayRace  ? 8
                    : HasCodes                                 ? 4
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
        bool OtherWarpsToo = mayBeOtherWarps(Kernel.Races[Number], *Verdicts.front()) ||
                             any_of(Verdicts, [](const RaceVerdict *Verdict) {
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
            {Clearest, unsigned(Number), std::nullopt,
             areStatedApart(Kernel.Program, access(Pair.first), access(Pair.second))});
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
      llvm::sort(Pairs, [&](const RacingPair &Left, const RacingPair &Right) {
        auto Order = [&](const RacingPair &Pair) {
          return std::tuple(!Pair.isCertain(), -int(clarity(*Pair.Verdict)), Pair.Launch,
                            !isWholeUpdate(*Pair.Verdict), Pair.Verdict->First,
                            Pair.Verdict->Second);
        };
        return Order(Left) < Order(Right);
      });
    return std::move(ByObject);
  }

private:
  /// Data choose the two threads of \p Verdict, and no proof in \p Report says that those of other
  /// warps and blocks are not among them.
  bool mayBeOtherWarps(const RaceReport &Report, const RaceVerdict &Verdict) const {
    auto IsOpen = [&](const RaceVerdict &Other) {
      return Other.First == Verdict.First && Other.Second == Verdict.Second &&
             Other.Threads != ThreadPair::SameWarp;
    };
    return Verdict.Outcome == RaceOutcome::DataRace && Verdict.Form == DataRaceForm::None &&
           access(Verdict.First).Space == MemorySpace::Global &&
           (!Report.Reason.empty() || any_of(Report.Verdicts, IsOpen));
  }

  RaceRemedy remedyOf(const RaceVerdict &Verdict, bool OtherWarpsToo) const {
    if (Verdict.Threads == ThreadPair::SameWarp && Verdict.First != Verdict.Second &&
        !OtherWarpsToo && !needsAtomic(Verdict))
      return RaceRemedy::WarpOrder;
    return access(Verdict.First).Space == MemorySpace::Shared ? RaceRemedy::SharedOrder
                                                              : RaceRemedy::GlobalOrder;
  }

  const Access &access(unsigned Id) const { return Kernel.Program.Accesses[Id]; }

  /// The value that is lost is made of the one that was read.
  bool isWholeUpdate(const RaceVerdict &Verdict) const {
    const Access &Read = access(Verdict.First), &Store = access(Verdict.Second);
    return Verdict.Form == DataRaceForm::LostUpdate && Read.Result && Store.Value &&
           anyLeaf(Store.Value, [&](ExprRef Leaf) { return Leaf == Read.Result; });
  }

  const KernelAnalysis &Kernel;
  RaceRemedy Remedy;
  RacingPairs ByObject;
};

} // namespace

RacingPairs findRacingPairs(const KernelAnalysis &Kernel, RaceRemedy Remedy) {
  return PairCollector(Kernel, Remedy).collect();
}

bool needsAtomic(const RaceVerdict &Verdict) {
  return Verdict.Form == DataRaceForm::LostUpdate || Verdict.Form == DataRaceForm::Claim ||
         Verdict.Form == DataRaceForm::NarrowScope ||
         (Verdict.Form == DataRaceForm::PlainBeforeAtomic &&
          Verdict.Outcome == RaceOutcome::DataRace);
}

bool isOfCopy(const KernelProgram &Kernel, const RaceVerdict &Verdict) {
  return Verdict.Threads != ThreadPair::DifferentBlocks &&
         (Kernel.Accesses[Verdict.First].Kind == AccessKind::AsyncCopy ||
          Kernel.Accesses[Verdict.Second].Kind == AccessKind::AsyncCopy);
}

int64_t iterationsAhead(const RaceVerdict &Verdict) {
  for (const auto &[Loop, Iteration] : Verdict.FirstThread.Iterations)
    for (const auto &[Other, OtherIteration] : Verdict.SecondThread.Iterations)
      if (Loop == Other && Iteration != OtherIteration)
        return Iteration - OtherIteration;
  return 0;
}

bool losesValue(const Access &First, const Access &Second) {
  auto StoresData = [](const Access &Site) {
    return Site.Kind == AccessKind::Store && !(Site.Value && Site.Value->isConstant());
  };
  return StoresData(First) && StoresData(Second) && First.Bytes == Second.Bytes;
}

/// PairToSeparate::Within for \p Verdict.
static SmallVector<unsigned, 2> loopsBetween(const KernelProgram &Kernel,
                                             const RaceVerdict &Verdict) {
  SmallVector<unsigned, 2> Result;
  for (auto [Here, There] :
       zip(Kernel.Accesses[Verdict.First].Loops, Kernel.Accesses[Verdict.Second].Loops)) {
    auto IsOf = [Loop = Here](const auto &Each) { return Each.first == Loop; };
    auto First = find_if(Verdict.FirstThread.Iterations, IsOf),
         Second = find_if(Verdict.SecondThread.Iterations, IsOf);
    if (Here != There || First == Verdict.FirstThread.Iterations.end() ||
        Second == Verdict.SecondThread.Iterations.end())
      break;
    Result.push_back(Here);
    if (First->second != Second->second)
      break;
  }
  return Result;
}

/// All that a barrier must keep apart; nothing: it cannot, or that is too much to look for.
static std::optional<std::vector<PairToSeparate>> pairsToSeparate(const KernelAnalysis &Kernel,
                                                                  ArrayRef<RacingPair> Pairs) {
  const KernelProgram &Program = Kernel.Program;
  /// More than anybody reads; each is looked at again for each location that is tried.
  constexpr size_t MostPairs = 128;
  std::vector<PairToSeparate> Wanted;
  for (const RacingPair &Pair : Pairs) {
    // A barrier does not wait for copies, nor makes one step of a load and a store.
    if (isOfCopy(Program, *Pair.Verdict) || needsAtomic(*Pair.Verdict))
      return std::nullopt;
    for (const RaceVerdict &Verdict : Kernel.Races[Pair.Launch].Verdicts) {
      if (Verdict.First != Pair.Verdict->First || Verdict.Second != Pair.Verdict->Second ||
          !isReported(Kernel, Verdict) || Verdict.Outcome == RaceOutcome::Benign)
        continue;
      PairToSeparate &New = Wanted.emplace_back();
      New.Pair = {Verdict.First, Verdict.Second, Verdict.Threads};
      New.Launch = Pair.Launch;
      New.IsCarried = iterationsAhead(Verdict) != 0;
      New.Within = loopsBetween(Program, Verdict);
      if (Verdict.Threads == ThreadPair::DifferentBlocks || Wanted.size() > MostPairs ||
          (Verdict.First == Verdict.Second && !New.IsCarried))
        return std::nullopt;
    }
  }
  if (all_of(Wanted, [&](const PairToSeparate &Each) {
        return losesValue(Program.Accesses[Each.Pair.First], Program.Accesses[Each.Pair.Second]);
      }))
    return std::nullopt;
  return Wanted;
}

RaceBarriers::RaceBarriers(ExprContext &Expressions, const KernelAnalysis &Kernel,
                           bool IndependentThreads, RaceRemedy Remedy, uint64_t &Steps)
    : Expressions(Expressions), Kernel(Kernel), IndependentThreads(IndependentThreads),
      IsOfWarp(Remedy == RaceRemedy::WarpOrder), StepsLeft(Steps) {
  RacingPairs Pairs = findRacingPairs(Kernel, Remedy);
  // Barriers for the whole block that other accesses need may do for warps, too.
  if (!IsOfWarp)
    preferCommon(Pairs);
  if (!IsOfWarp || Pairs.empty())
    return;
  RaceBarriers Wider(Expressions, Kernel, IndependentThreads, RaceRemedy::SharedOrder, Steps);
  for (const auto &[Object, Pairs] : findRacingPairs(Kernel, RaceRemedy::SharedOrder))
    if (Pairs.front().Verdict->Outcome != RaceOutcome::Benign)
      Wider.suggest(Pairs);
  SuggestedForBlock = std::move(Wider.Suggested);
}

/// What orders the pairs of all objects is tried first for each of them: fewer barriers than the
/// best of each alone.
void RaceBarriers::preferCommon(const RacingPairs &ByObject) {
  std::vector<RacingPair> All;
  unsigned Objects = 0;
  for (const auto &[Object, Pairs] : ByObject) {
    if (Pairs.front().Verdict->Outcome == RaceOutcome::Benign || !pairsToSeparate(Kernel, Pairs))
      continue;
    append_range(All, Pairs);
    ++Objects;
  }
  std::optional<std::vector<PairToSeparate>> Wanted;
  if (Objects < 2 || !(Wanted = pairsToSeparate(Kernel, All)))
    return;
  // The rest is for each alone.
  uint64_t Steps = StepsLeft / 2;
  StepsLeft -= Steps;
  Common = suggestBarriers(Expressions, Kernel, *Wanted, BarrierScope::Block, IndependentThreads,
                           {}, Steps)
               .Points;
  StepsLeft += Steps;
}

std::optional<RaceBarrier> RaceBarriers::suggest(ArrayRef<RacingPair> Pairs) {
  std::optional<std::vector<PairToSeparate>> Wanted = pairsToSeparate(Kernel, Pairs);
  if (!Wanted)
    return std::nullopt;
  auto Suggest = [&](BarrierScope Scope, ArrayRef<unsigned> Preferred, bool Only = false) {
    return suggestBarriers(Expressions, Kernel, *Wanted, Scope, IndependentThreads, Preferred,
                           StepsLeft, Only);
  };
  RaceBarrier Found;
  if (!IsOfWarp) {
    SmallVector<unsigned, 4> Preferred(Suggested);
    Preferred.append(Common);
    Found.Suggestion = Suggest(Found.Scope, Preferred);
  }
  if (IsOfWarp && !SuggestedForBlock.empty())
    Found.Suggestion = Suggest(Found.Scope, SuggestedForBlock, /*Only=*/true);
  if (IsOfWarp && Found.Suggestion.Points.empty()) {
    Found.Scope = BarrierScope::Warp;
    Found.Suggestion = Suggest(Found.Scope, Suggested);
  }
  if (Found.Suggestion.Points.empty() && !Found.Suggestion.Hindrance)
    return std::nullopt;
  if (Found.Scope == BarrierScope::Warp || !IsOfWarp)
    Suggested.append(Found.Suggestion.Points);
  std::set<std::pair<unsigned, unsigned>> Numbers;
  for (const PairToSeparate &Each : *Wanted)
    Numbers.insert({Each.Pair.First, Each.Pair.Second});
  Found.PairCount = unsigned(Numbers.size());
  return Found;
}

} // namespace memlint
