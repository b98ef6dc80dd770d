//===- RaceFinding.cpp - Findings about races -----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceFinding.h"

#include "BarrierNotes.h"

#include "cuda-memlint/Checks/RaceWording.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <set>

using namespace llvm;

namespace memlint {

namespace {

/// Conflicting pairs that are named besides the first.
constexpr size_t MostOtherPairs = 4;

constexpr StringLiteral NoLockstep =
    "since compute capability 7.0 the lanes of a warp do not run in lockstep";

/// A pair of accesses that races, in one launch.
struct RacingPair {
  const RaceVerdict *Verdict = nullptr;
  unsigned Launch = 0;
  /// The block is a guess, and with this other one the two are not found to race.
  std::optional<std::array<uint64_t, 3>> NotFoundWithBlock;

  bool isCertain() const { return Verdict->Outcome == RaceOutcome::Race && !NotFoundWithBlock; }
};

class RaceFinder {
public:
  RaceFinder(const Check &Reporting, const KernelAnalysis &Kernel, const TargetModel &Target,
             ExprContext &Expressions, RaceRemedy Remedy)
      : Reporting(Reporting), Kernel(Kernel), Target(Target), Expressions(Expressions),
        Remedy(Remedy) {}

  void run(std::vector<Finding> &Findings) {
    collect();
    // Barriers for the whole block that other accesses need may do for warps, too.
    if (Remedy == RaceRemedy::WarpOrder && !ByObject.empty()) {
      std::vector<Finding> Others;
      RaceFinder Wider(Reporting, Kernel, Target, Expressions, RaceRemedy::SharedOrder);
      Wider.run(Others);
      SuggestedForBlock = std::move(Wider.Suggested);
    }
    for (auto &[Object, Pairs] : ByObject)
      Findings.push_back(describe(Pairs));
  }

private:
  const Access &access(unsigned Id) const { return Kernel.Program.Accesses[Id]; }

  bool isReported(const RaceVerdict &Verdict) const {
    return Verdict.Outcome == RaceOutcome::Race || Verdict.Outcome == RaceOutcome::Benign ||
           (Verdict.Outcome == RaceOutcome::MayRace && Kernel.PossibleRaces);
  }

  RaceRemedy remedyOf(const RaceVerdict &Verdict, bool OtherWarpsToo) const {
    if (Verdict.Threads == ThreadPair::SameWarp && Verdict.First != Verdict.Second &&
        !OtherWarpsToo)
      return RaceRemedy::WarpOrder;
    return access(Verdict.First).Space == MemorySpace::Shared ? RaceRemedy::SharedOrder
                                                              : RaceRemedy::GlobalOrder;
  }

  void collect() {
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
        if (isReported(Verdict))
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
  }

  static unsigned clarity(const RaceVerdict &Verdict) {
    unsigned Result = Verdict.Outcome == RaceOutcome::Race      ? 8
                      : Verdict.Outcome == RaceOutcome::MayRace ? 4
                                                                : 0;
    return Result + (Verdict.Threads == ThreadPair::DifferentWarps    ? 2
                     : Verdict.Threads == ThreadPair::DifferentBlocks ? 1
                                                                      : 0);
  }

  Finding describe(ArrayRef<RacingPair> Pairs) {
    const RaceVerdict &Verdict = *Pairs.front().Verdict;
    const Access &First = access(Verdict.First), &Second = access(Verdict.Second);
    Finding Result;
    Result.Check = Reporting.Name.str();
    Result.Level = Pairs.front().isCertain() ? Reporting.Level : FindingLevel::Remark;
    Result.Position = Second.Position;
    Result.Access = Second.Id;
    unsigned Launch = Pairs.front().Launch;
    Result.Race = {Launch, unsigned(&Verdict - Kernel.Races[Launch].Verdicts.data())};
    Result.Message = describeRace(Kernel.Program, Verdict);
    if (&First != &Second)
      Result.Notes.push_back(
          {"the conflicting access `" + First.Text + "` is here", First.Position});
    addOverlap(First, Second, Result);
    addCalls(Verdict, Result);
    addAssumptions(Verdict, Result);
    addOtherPairs(Pairs, Result);
    Result.Notes.push_back({"for " + describeLaunch(Kernel.Program, Kernel.Launches[Launch]), {}});
    if (const auto &Other = Pairs.front().NotFoundWithBlock)
      Result.Notes.push_back({"remark only: the block is a guess, and block " +
                                  describeDimensions({(*Other)[0], (*Other)[1], (*Other)[2]}) +
                                  " does not race; specify it with --launch",
                              {}});
    if (Verdict.Outcome != RaceOutcome::Benign && !suggestBarrier(Pairs, Result)) {
      Result.Notes.push_back({remedyFor(Pairs), {}});
      using Reason = MissingFix::Reason;
      Reason Why = Second.Position.InMacro ? Reason::InMacro : Reason::NoPosition;
      Result.NoFix = MissingFix{mayHelpBarrier(Pairs) ? Why : Reason::Accesses, "", {}};
    }
    return Result;
  }

  /// Two pointers lead to what both access.
  void addOverlap(const Access &First, const Access &Second, Finding &Result) const {
    std::vector<unsigned> Bases = Kernel.Program.basesOf(First.Object);
    bool AreOne = any_of(Kernel.Program.basesOf(Second.Object),
                         [&](unsigned Base) { return is_contained(Bases, Base); });
    if (First.Space == MemorySpace::Global && !AreOne)
      Result.Notes.push_back({"`" + Kernel.Program.Objects[First.Object].Name + "` and `" +
                                  Kernel.Program.Objects[Second.Object].Name +
                                  "` point into one allocation",
                              {}});
  }

  /// What the witness assumes of what is not known.
  static void addAssumptions(const RaceVerdict &Verdict, Finding &Result) {
    std::string Example = Verdict.Outcome == RaceOutcome::Race ? "for example, " : "";
    if (SmallVector<std::string, 4> Values = describeValues(Verdict); !Values.empty())
      Result.Notes.push_back({Example + "for " + join(Values, ", "), {}});
    for (const std::string &Assumption : Verdict.Assumptions)
      Result.Notes.push_back({Example + "when " + Assumption, {}});
  }

  /// The calls through which each thread comes, outermost first.
  void addCalls(const RaceVerdict &Verdict, Finding &Result) const {
    for (bool IsFirst : {false, true}) {
      const Access &Site = access(IsFirst ? Verdict.First : Verdict.Second);
      const RaceParticipant &Who = IsFirst ? Verdict.FirstThread : Verdict.SecondThread;
      for (const InlineFrame &Call : ambiguousCalls(Kernel.Program, Site))
        Result.Notes.push_back(
            {describeParticipant(Verdict, Who) + " is in this call of `" + Call.Callee + "`",
             Call.CallSite});
    }
  }

  /// Two plain stores, one of which is useless in either order. A constant is an initial value
  /// of a location, and a store of other size changes a part.
  static bool losesValue(const Access &First, const Access &Second) {
    auto StoresData = [](const Access &Site) {
      return Site.Kind == AccessKind::Store && !(Site.Value && Site.Value->isConstant());
    };
    return StoresData(First) && StoresData(Second) && First.Bytes == Second.Bytes;
  }

  /// False: a barrier does not help, or it is not known where.
  bool suggestBarrier(ArrayRef<RacingPair> Pairs, Finding &Result) {
    // A barrier does not wait for copies.
    if (any_of(Pairs,
               [&](const RacingPair &Pair) { return isOfCopy(Kernel.Program, *Pair.Verdict); }))
      return false;
    /// More than anybody reads; each is looked at again for each location that is tried.
    constexpr size_t MostPairs = 128;
    std::vector<PairToSeparate> Wanted;
    std::set<std::pair<unsigned, unsigned>> Numbers;
    for (const RacingPair &Pair : Pairs)
      for (const RaceVerdict &Verdict : Kernel.Races[Pair.Launch].Verdicts) {
        if (Verdict.First != Pair.Verdict->First || Verdict.Second != Pair.Verdict->Second ||
            !isReported(Verdict) || Verdict.Outcome == RaceOutcome::Benign)
          continue;
        PairToSeparate &New = Wanted.emplace_back();
        New.Pair = {Verdict.First, Verdict.Second, Verdict.Threads};
        New.Launch = Pair.Launch;
        New.IsCarried = iterationsAhead(Verdict) != 0;
        Numbers.insert({Verdict.First, Verdict.Second});
        if (Verdict.Threads == ThreadPair::DifferentBlocks || Wanted.size() > MostPairs ||
            (Verdict.First == Verdict.Second && !New.IsCarried))
          return false;
      }
    if (all_of(Wanted, [&](const PairToSeparate &Each) {
          return losesValue(access(Each.Pair.First), access(Each.Pair.Second));
        }))
      return false;
    bool Independent = Target.schedulesThreadsIndependently();
    BarrierScope Scope = BarrierScope::Block;
    BarrierSuggestion Suggestion;
    if (Remedy != RaceRemedy::WarpOrder) {
      Suggestion = suggestBarriers(Expressions, Kernel, Wanted, Scope, Independent, Suggested);
    } else {
      if (!SuggestedForBlock.empty())
        Suggestion = suggestBarriers(Expressions, Kernel, Wanted, Scope, Independent,
                                     SuggestedForBlock, /*Only=*/true);
      if (Suggestion.Points.empty()) {
        Scope = BarrierScope::Warp;
        Suggestion = suggestBarriers(Expressions, Kernel, Wanted, Scope, Independent, Suggested);
      }
    }
    if (Suggestion.Points.empty() && !Suggestion.Hindrance)
      return false;
    if (Scope == BarrierScope::Warp || Remedy != RaceRemedy::WarpOrder)
      Suggested.append(Suggestion.Points);
    if (Remedy == RaceRemedy::WarpOrder)
      Result.Notes.push_back({NoLockstep.str(), {}});
    addBarrierNotes(Kernel.Program, Suggestion,
                    Scope == BarrierScope::Warp ? "__syncwarp()" : "__syncthreads()",
                    unsigned(Numbers.size()), Result);
    return true;
  }

  /// Where one statement both reads and writes.
  std::string readFirst() const {
    if (Remedy == RaceRemedy::WarpOrder)
      return NoLockstep.str() + ", and one statement both reads and writes: read into a variable, "
                                "call `__syncwarp()`, then write";
    StringRef OtherBlocks = Remedy == RaceRemedy::GlobalOrder
                                ? "; if threads of other blocks access the same elements, write to "
                                  "another array"
                                : "";
    return "one statement both reads and writes: read into a variable, call `__syncthreads()` "
           "where "
           "all threads of the block reach it, then write" +
           OtherBlocks.str();
  }

  /// A barrier between the two would order them, if there were a location for it.
  bool mayHelpBarrier(ArrayRef<RacingPair> Pairs) const {
    const RaceVerdict &Verdict = *Pairs.front().Verdict;
    return Verdict.First != Verdict.Second && !isOfCopy(Kernel.Program, Verdict) &&
           Verdict.Threads != ThreadPair::DifferentBlocks &&
           !losesValue(access(Verdict.First), access(Verdict.Second)) && !isInOneStatement(Pairs);
  }

  bool isInOneStatement(ArrayRef<RacingPair> Pairs) const {
    return any_of(Pairs, [&](const RacingPair &Pair) {
      return Pair.Verdict->First != Pair.Verdict->Second &&
             isOneStatement(Kernel.Program, access(Pair.Verdict->First),
                            access(Pair.Verdict->Second));
    });
  }

  std::string remedyFor(ArrayRef<RacingPair> Pairs) const {
    const RaceVerdict &Verdict = *Pairs.front().Verdict;
    if (Verdict.First == Verdict.Second)
      return "give each thread its own element, let one thread write, or use an atomic";
    if (isOfCopy(Kernel.Program, Verdict))
      return "a barrier does not wait for asynchronous copies: each thread must wait for its own "
             "(`__pipeline_wait_prior(0)`, `cp.async.wait_all`) before a `__syncthreads()` "
             "between the two";
    bool AreInBlock = Verdict.Threads != ThreadPair::DifferentBlocks;
    if (AreInBlock && losesValue(access(Verdict.First), access(Verdict.Second)))
      return "both store to it, and one of the two values is lost in any order: give each its own "
             "element";
    if (AreInBlock && isInOneStatement(Pairs))
      return readFirst();
    switch (Remedy) {
    case RaceRemedy::SharedOrder:
      return "order them by a `__syncthreads()` in between that all threads of the block reach";
    case RaceRemedy::WarpOrder:
      return NoLockstep.str() + ": order them by a `__syncwarp()` in between";
    case RaceRemedy::GlobalOrder:
      return Verdict.Threads == ThreadPair::DifferentBlocks
                 ? "only the end of the kernel or a grid-wide barrier orders blocks: write to "
                   "another array, or split the kernel"
                 : "order the threads of a block by a `__syncthreads()` in between";
    }
    llvm_unreachable("covered switch");
  }

  void addOtherPairs(ArrayRef<RacingPair> Pairs, Finding &Result) const {
    std::set<std::pair<unsigned, unsigned>> Lines;
    auto LinesOf = [&](const RaceVerdict &Verdict) {
      return std::pair(access(Verdict.First).Position.Line, access(Verdict.Second).Position.Line);
    };
    Lines.insert(LinesOf(*Pairs.front().Verdict));
    for (const RacingPair &Pair : Pairs.drop_front()) {
      if (Lines.size() > MostOtherPairs || !Lines.insert(LinesOf(*Pair.Verdict)).second)
        continue;
      const Access &First = access(Pair.Verdict->First), &Second = access(Pair.Verdict->Second);
      Result.Notes.push_back({"also: " + verbOfAccess(Second).str() + " `" + Second.Text +
                                  "` here, " + verbOfAccess(First).str() + " `" + First.Text +
                                  "` at " + lineOfAccess(First, Second),
                              Second.Position});
    }
  }

  const Check &Reporting;
  const KernelAnalysis &Kernel;
  const TargetModel &Target;
  ExprContext &Expressions;
  RaceRemedy Remedy;
  /// Points of the program that findings name so far.
  SmallVector<unsigned, 4> Suggested;
  /// The same of findings that are not about lanes of one warp.
  SmallVector<unsigned, 4> SuggestedForBlock;
  std::map<unsigned, std::vector<RacingPair>> ByObject;
};

} // namespace

void findRaces(const Check &Reporting, const KernelAnalysis &Kernel, const TargetModel &Target,
               ExprContext &Expressions, RaceRemedy Remedy, std::vector<Finding> &Findings) {
  RaceFinder(Reporting, Kernel, Target, Expressions, Remedy).run(Findings);
}

} // namespace memlint
