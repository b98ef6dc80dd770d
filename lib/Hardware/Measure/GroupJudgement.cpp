//===- GroupJudgement.cpp - Accesses of one location against its counts ---===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Several accesses of one line, and several instructions for one access (an unrolled
/// loop), are the rule. Where there are as many instructions as accesses, and they
/// agree in width and lanes, each is judged by itself; else the sums by width are.
///
//===----------------------------------------------------------------------===//

#include "GroupJudgement.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <numeric>
#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

struct Counts {
  unsigned Bytes = 0;
  uint64_t Lanes = 0;
  uint64_t Cost = 0;
  uint64_t Ideal = 0;

  auto operator<=>(const Counts &) const = default;
  bool sameLanes(const Counts &Other) const { return Bytes == Other.Bytes && Lanes == Other.Lanes; }
};

} // namespace

static Counts countsOf(const PredictedAccess &Prediction) {
  const CostTotals &Totals = *Prediction.Cost->Totals;
  // Only the lanes that name a row are in the request; all execute the instruction.
  bool OfWarp = Prediction.Site->Form == RequestForm::MatrixRows;
  return {Prediction.Site->Bytes, OfWarp ? Totals.Requests * NvidiaWarpLanes : Totals.Lanes,
          Totals.Cost, Totals.Ideal};
}

static Counts countsOf(const InstructionCount &Count) {
  return {Count.Bytes, Count.Lanes, Count.Cost.value_or(0), Count.Ideal.value_or(0)};
}

static void set(AccessOutcome &Outcome, const Counts &Measured, unsigned Sharing,
                VerifyStatus Status) {
  Outcome.Status = Status;
  Outcome.Measured = MeasuredTotals{Measured.Lanes, Measured.Cost, Measured.Ideal};
  Outcome.Sharing = Sharing;
}

static VerifyStatus compare(const Counts &Predicted, const Counts &Measured) {
  if (!Predicted.sameLanes(Measured))
    return VerifyStatus::Merged;
  return Predicted == Measured ? VerifyStatus::Confirmed : VerifyStatus::Refuted;
}

/// One by one; false when there is no such pairing.
static bool judgeEach(ArrayRef<Counts> Predicted, ArrayRef<Counts> Measured,
                      ArrayRef<AccessOutcome *> Outcomes) {
  if (Predicted.size() != Measured.size())
    return false;
  auto Order = [](ArrayRef<Counts> Items) {
    SmallVector<size_t, 8> Indices(Items.size());
    std::iota(Indices.begin(), Indices.end(), size_t(0));
    sort(Indices, [&](size_t Left, size_t Right) {
      return std::tie(Items[Left], Left) < std::tie(Items[Right], Right);
    });
    return Indices;
  };
  SmallVector<size_t, 8> Left = Order(Predicted), Right = Order(Measured);
  for (auto [Index, Counterpart] : zip(Left, Right))
    if (!Predicted[Index].sameLanes(Measured[Counterpart]))
      return false;
  for (auto [Index, Counterpart] : zip(Left, Right))
    set(*Outcomes[Index], Measured[Counterpart], 1,
        compare(Predicted[Index], Measured[Counterpart]));
  return true;
}

static std::map<unsigned, Counts> sumsByWidth(ArrayRef<Counts> Items) {
  std::map<unsigned, Counts> Sums;
  for (const Counts &Item : Items) {
    Counts &Sum = Sums[Item.Bytes];
    Sum.Bytes = Item.Bytes;
    Sum.Lanes += Item.Lanes;
    Sum.Cost += Item.Cost;
    Sum.Ideal += Item.Ideal;
  }
  return Sums;
}

/// \p MayRegroup: a request of the source may be several of the program, and one of the program
/// have lanes of several of the source. In an unrolled loop, lanes that leave at different times
/// are in different iterations of what follows the unrolled body.
static void judgeSums(ArrayRef<Counts> Predicted, ArrayRef<Counts> Measured, bool MayRegroup,
                      ArrayRef<AccessOutcome *> Outcomes) {
  std::map<unsigned, Counts> Wanted = sumsByWidth(Predicted), Seen = sumsByWidth(Measured);
  Counts All;
  for (const auto &[Bytes, Sum] : Seen) {
    All.Lanes += Sum.Lanes;
    All.Cost += Sum.Cost;
    All.Ideal += Sum.Ideal;
  }
  for (auto [Counted, Outcome] : zip(Predicted, Outcomes)) {
    auto Same = Seen.find(Counted.Bytes);
    auto IsAsWide = [Bytes = Counted.Bytes](const Counts &Other) { return Other.Bytes == Bytes; };
    unsigned Sharing = unsigned(count_if(Predicted, IsAsWide));
    if (Same == Seen.end()) {
      set(*Outcome, All, unsigned(Predicted.size()), VerifyStatus::Merged);
      continue;
    }
    VerifyStatus Status = compare(Wanted[Counted.Bytes], Same->second);
    if (Status == VerifyStatus::Refuted && MayRegroup)
      Status = VerifyStatus::Merged;
    // Both branches of a condition store to one location: one instruction may do so for all lanes.
    bool IsJoined = unsigned(count_if(Measured, IsAsWide)) < Sharing;
    if (Status == VerifyStatus::Refuted && IsJoined &&
        Same->second.Cost <= Wanted[Counted.Bytes].Cost)
      Status = VerifyStatus::Merged;
    set(*Outcome, Same->second, Sharing, Status);
  }
}

/// The cost of each request with all lanes, where it is one number whatever is not known.
static std::optional<RequestCost> costOfFullRequest(const PredictedAccess &Prediction) {
  const AccessCost &Cost = *Prediction.Cost;
  constexpr LaneMask AllLanes = allLanes(NvidiaWarpLanes);
  bool IsOne = Cost.Known == Knowledge::Proved && !Cost.NeverExecuted &&
               Prediction.Site->Form == RequestForm::Plain &&
               Cost.WorstRequest.ActiveMask == AllLanes && Cost.MeanCost == Cost.Worst.Cost &&
               Cost.MeanIdeal == Cost.Worst.Ideal;
  return IsOne ? std::optional(Cost.Worst) : std::nullopt;
}

/// Whether all that was counted were requests with all lanes, and they cost what is predicted of
/// each. How many there are is not known.
static bool isConfirmedPerRequest(ArrayRef<PredictedAccess> Predicted,
                                  ArrayRef<const InstructionCount *> Instructions) {
  std::optional<RequestCost> Each = costOfFullRequest(Predicted.front());
  unsigned Bytes = Predicted.front().Site->Bytes;
  return Each &&
         all_of(Predicted,
                [&](const PredictedAccess &Other) {
                  return Other.Site->Bytes == Bytes && costOfFullRequest(Other) == Each;
                }) &&
         all_of(Instructions, [&](const InstructionCount *Item) {
           return Item->Warps == 0 ||
                  (Item->Bytes == Bytes && Item->Lanes == Item->Warps * NvidiaWarpLanes &&
                   Item->Cost == Item->Warps * Each->Cost &&
                   Item->Ideal == Item->Warps * Each->Ideal);
         });
}

void judgeGroup(ArrayRef<PredictedAccess> Predicted,
                ArrayRef<const InstructionCount *> Instructions,
                MutableArrayRef<AccessOutcome> Outcomes) {
  auto SetAll = [&](VerifyStatus Status) {
    for (AccessOutcome &Outcome : Outcomes)
      Outcome.Status = Status;
  };
  if (Instructions.empty())
    return SetAll(VerifyStatus::OptimisedAway);
  SmallVector<Counts, 8> Measured;
  for (const InstructionCount *Item : Instructions)
    if (Item->Lanes != 0)
      Measured.push_back(countsOf(*Item));
  if (Measured.empty())
    return SetAll(VerifyStatus::NotExecuted);

  SmallVector<Counts, 8> Known;
  SmallVector<AccessOutcome *, 8> Judged;
  bool AllKnown = true;
  for (auto [Prediction, Outcome] : zip(Predicted, Outcomes)) {
    Outcome.Status = VerifyStatus::NotPredicted;
    bool HasTotals = Prediction.Cost->Known != Knowledge::Unknown && Prediction.Cost->Totals;
    AllKnown &= HasTotals;
    // What no lane executes has no share in what was counted.
    if (HasTotals && Prediction.Cost->Totals->Requests == 0)
      Outcome.Status = VerifyStatus::NotExecuted;
    if (!HasTotals || Prediction.Cost->Totals->Requests == 0)
      continue;
    Known.push_back(countsOf(Prediction));
    Judged.push_back(&Outcome);
  }
  if (!AllKnown) {
    // The counts of the others cannot be separated from these.
    Counts All;
    for (const Counts &Item : Measured) {
      All.Lanes += Item.Lanes;
      All.Cost += Item.Cost;
      All.Ideal += Item.Ideal;
    }
    VerifyStatus Status = isConfirmedPerRequest(Predicted, Instructions)
                              ? VerifyStatus::ConfirmedPerRequest
                              : VerifyStatus::NotPredicted;
    for (AccessOutcome &Outcome : Outcomes)
      set(Outcome, All, unsigned(Outcomes.size()), Status);
    return;
  }
  if (Known.empty()) {
    // Lanes came where none was predicted to.
    for (AccessOutcome &Outcome : Outcomes)
      set(Outcome, Measured.front(), unsigned(Outcomes.size()), VerifyStatus::Refuted);
    return;
  }
  bool MayRegroup =
      Measured.size() > Known.size() &&
      any_of(Predicted, [](const PredictedAccess &Prediction) { return Prediction.LeftByLane; });
  if (!judgeEach(Known, Measured, Judged))
    judgeSums(Known, Measured, MayRegroup, Judged);
}

} // namespace memlint
