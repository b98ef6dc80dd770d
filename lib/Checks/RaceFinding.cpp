//===- RaceFinding.cpp - Findings about races -----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceFinding.h"

#include "cuda-memlint/Checks/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <set>

using namespace llvm;

namespace memlint {

namespace {

/// Conflicting pairs that are named besides the first.
constexpr size_t MostOtherPairs = 4;

/// A pair of accesses that races, in one launch.
struct RacingPair {
  const RaceVerdict *Verdict = nullptr;
  unsigned Launch = 0;
};

StringRef verbOf(const Access &Site) {
  if (Site.Kind == AccessKind::Load ||
      (Site.Kind == AccessKind::AsyncCopy && Site.Space == MemorySpace::Global))
    return "reads";
  return Site.Kind == AccessKind::Atomic ? "updates" : "writes";
}

class RaceFinder {
public:
  RaceFinder(const Check &Of, const KernelAnalysis &Kernel, RaceRemedy Remedy)
      : Of(Of), Kernel(Kernel), Remedy(Remedy) {}

  void run(std::vector<Finding> &Findings) {
    collect();
    for (auto &[Object, Pairs] : ByObject)
      Findings.push_back(describe(Pairs));
  }

private:
  const Access &access(unsigned Id) const { return Kernel.Kernel.Accesses[Id]; }

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
    std::map<std::pair<unsigned, unsigned>, unsigned> GuessedCounts;
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
        if (IsGuess)
          ++GuessedCounts[Pair];
        (IsGuess ? Guessed : ByObject)[access(Pair.first).Object].push_back(
            {Clearest, unsigned(Number)});
      }
    }
    // Of shapes that are only likely, all must agree.
    for (auto &[Object, Pairs] : Guessed)
      for (const RacingPair &Pair : Pairs)
        if (GuessedCounts[{Pair.Verdict->First, Pair.Verdict->Second}] == GuessedLaunches)
          ByObject[Object].push_back(Pair);
    for (auto &[Object, Pairs] : ByObject)
      llvm::sort(Pairs, [](const RacingPair &Left, const RacingPair &Right) {
        auto Order = [](const RacingPair &Of) {
          return std::tuple(-int(clarity(*Of.Verdict)), Of.Launch, Of.Verdict->First,
                            Of.Verdict->Second);
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

  /// The place that both threads meet at, as an element of the object.
  std::string placeOf(const RaceVerdict &Verdict) const {
    const MemoryObject &Object = Kernel.Kernel.Objects[access(Verdict.First).Object];
    int64_t Offset = std::max(Verdict.FirstThread.Offset, Verdict.SecondThread.Offset);
    if (Verdict.OffsetsAreRelative || Offset < 0 || Object.ElementBytes == 0 || Object.Name.empty())
      return "";
    std::string Text = "`" + Object.Name;
    uint64_t Element = uint64_t(Offset) / Object.ElementBytes;
    if (Object.Extents.empty()) {
      bool IsScalar = Object.SizeBytes && *Object.SizeBytes == Object.ElementBytes;
      if (IsScalar && Object.ElementBytes > 16)
        return "byte " + utostr(uint64_t(Offset)) + " of `" + Object.Name + "`";
      if (!IsScalar)
        Text += "[" + utostr(Element) + "]";
    } else {
      uint64_t Row = 1;
      for (uint64_t Extent : ArrayRef(Object.Extents).drop_front())
        Row *= Extent;
      for (auto [Dimension, Extent] : enumerate(Object.Extents)) {
        if (Row == 0)
          return "";
        Text += "[" + utostr(Element / Row) + "]";
        Element %= Row;
        if (Dimension + 1 != Object.Extents.size())
          Row /= Object.Extents[Dimension + 1];
      }
    }
    return Text + "`";
  }

  std::string describeThread(const RaceVerdict &Verdict, const RaceParticipant &Who) const {
    std::string Text = "thread " + describeIndex(Who.Thread);
    if (Verdict.Threads == ThreadPair::DifferentBlocks)
      Text += " of block " + describeIndex(Who.Block);
    SmallVector<std::string, 2> Iterations;
    for (const auto &[Loop, Iteration] : Who.Iterations)
      if (Iteration != 0)
        Iterations.push_back("iteration " + itostr(Iteration) + " of the loop at line " +
                             utostr(Kernel.Kernel.Loops[Loop].Position.Line));
    if (!Iterations.empty())
      Text += " (in " + join(Iterations, ", ") + ")";
    return Text;
  }

  std::string lineOf(const Access &Site, const Access &Here) const {
    std::string Text = "line " + utostr(Site.Position.Line);
    if (Site.Position.Path != Here.Position.Path)
      Text += " of '" + Site.Position.Path + "'";
    return Text;
  }

  std::string kindOfMemory(const Access &Site) const {
    const MemoryObject &Object = Kernel.Kernel.Objects[Site.Object];
    return spaceName(Site.Space).str() + " memory `" + Object.Name + "`";
  }

  Finding describe(ArrayRef<RacingPair> Pairs) const {
    const RaceVerdict &Verdict = *Pairs.front().Verdict;
    const Access &First = access(Verdict.First), &Second = access(Verdict.Second);
    Finding Result;
    Result.Check = Of.Name.str();
    Result.Level = Verdict.Outcome == RaceOutcome::Race ? Of.Level : FindingLevel::Remark;
    Result.Position = Second.Position;
    Result.Access = Second.Id;
    std::string Place = placeOf(Verdict);
    std::string Where = Place.empty() ? "" : ", both at " + Place;
    std::string May = Verdict.Outcome == RaceOutcome::MayRace ? "may race: " : "race: ";
    std::string Text = kindOfMemory(Second) + ": " + May;
    if (&First == &Second) {
      Text += describeThread(Verdict, Verdict.FirstThread) + " and " +
              describeThread(Verdict, Verdict.SecondThread) + " both " +
              (verbOf(First) == "updates" ? "update" : "write") + " it here" + Where;
    } else {
      Text += describeThread(Verdict, Verdict.SecondThread) + " " + verbOf(Second).str() +
              " it here while " + describeThread(Verdict, Verdict.FirstThread) + " " +
              verbOf(First).str() + " it at " + lineOf(First, Second) + Where;
    }
    Text += Verdict.Outcome == RaceOutcome::Benign ? "; all write the same value"
                                                   : ", and " + nothingBetween(Verdict);
    Result.Message = std::move(Text);
    if (&First != &Second)
      Result.Notes.push_back({"the other access, `" + First.Text + "`, is here", First.Position});
    for (const std::string &Assumption : Verdict.Assumptions)
      Result.Notes.push_back(
          {"when " + Assumption + (Verdict.Outcome == RaceOutcome::Race ? ", for example" : ""),
           {}});
    addOtherPairs(Pairs, Result);
    Result.Notes.push_back(
        {describeLaunch(Kernel.Kernel, Kernel.Launches[Pairs.front().Launch]), {}});
    if (Verdict.Outcome != RaceOutcome::Benign)
      Result.Notes.push_back({remedyFor(Verdict), {}});
    return Result;
  }

  static std::string nothingBetween(const RaceVerdict &Verdict) {
    if (Verdict.First == Verdict.Second)
      return "the order is not defined";
    switch (Verdict.Threads) {
    case ThreadPair::SameWarp:
      return "no barrier orders the two lanes";
    case ThreadPair::DifferentWarps:
      return "no barrier lies between";
    case ThreadPair::DifferentBlocks:
      return "nothing orders the two blocks";
    }
    llvm_unreachable("covered switch");
  }

  std::string remedyFor(const RaceVerdict &Verdict) const {
    if (Verdict.First == Verdict.Second)
      return "give each thread a place of its own, let one thread write, or use an atomic";
    switch (Remedy) {
    case RaceRemedy::SharedOrder:
      return "a `__syncthreads()` that all threads of the block reach, between the two, orders "
             "them";
    case RaceRemedy::WarpOrder:
      return "since compute capability 7.0 the lanes of a warp do not run in lockstep: a "
             "`__syncwarp()` between the two orders them";
    case RaceRemedy::GlobalOrder:
      return Verdict.Threads == ThreadPair::DifferentBlocks
                 ? "only the end of the kernel or a grid-wide barrier orders blocks; write to "
                   "another array, or split the kernel"
                 : "a `__syncthreads()` between the two orders threads of one block";
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
      Result.Notes.push_back({"also: " + verbOf(Second).str() + " `" + Second.Text + "` here, " +
                                  verbOf(First).str() + " `" + First.Text + "` at " +
                                  lineOf(First, Second),
                              Second.Position});
    }
  }

  const Check &Of;
  const KernelAnalysis &Kernel;
  RaceRemedy Remedy;
  std::map<unsigned, std::vector<RacingPair>> ByObject;
};

} // namespace

void findRaces(const Check &Of, const KernelAnalysis &Kernel, RaceRemedy Remedy,
               std::vector<Finding> &Findings) {
  RaceFinder(Of, Kernel, Remedy).run(Findings);
}

} // namespace memlint
