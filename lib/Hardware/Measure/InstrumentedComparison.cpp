//===- InstrumentedComparison.cpp - Against an instrumented run -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstrumentedComparison.h"

#include "LaunchComparer.h"

#include "cuda-memlint/Hardware/Instrument/InstrumentationReport.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

static std::string whyLeftAlone(const InstrumentedSource &Source, const Access &Site) {
  for (const UninstrumentedAccess &Each : Source.LeftAlone)
    if (Each.Kind == Site.Kind && Each.Position.Path == Site.Position.Path &&
        Each.Position.Line == Site.Position.Line && Each.Position.Column == Site.Position.Column)
      return Each.Reason;
  return "";
}

static VerifyStatus compareTotals(const CostTotals &Predicted, const SiteCounts &Counted) {
  // Retried compare-and-swaps are not counted, and their cost is not predicted.
  if (Counted.Requests != 0 && !Counted.Cost)
    return VerifyStatus::NoCounter;
  if (Predicted.Lanes != Counted.Lanes)
    return VerifyStatus::Refuted;
  if (Predicted.Requests != Counted.Requests)
    return VerifyStatus::Merged;
  return Predicted.Cost == Counted.Cost && Predicted.Ideal == Counted.Ideal
             ? VerifyStatus::Confirmed
             : VerifyStatus::Refuted;
}

static void judge(MutableArrayRef<AccessOutcome> Outcomes,
                  const std::optional<SiteCounts> &Counted) {
  CostTotals Sum;
  bool Known = true;
  for (AccessOutcome &Outcome : Outcomes) {
    Outcome.Sharing = unsigned(Outcomes.size());
    if (Counted)
      Outcome.Measured =
          MeasuredTotals{Counted->Lanes, Counted->Cost.value_or(0), Counted->Ideal.value_or(0)};
    const std::optional<CostTotals> &Totals = Outcome.Predicted.Totals;
    Known &= Outcome.Predicted.Known != Knowledge::Unknown && Totals.has_value();
    if (!Totals)
      continue;
    Sum.Requests += Totals->Requests;
    Sum.Lanes += Totals->Lanes;
    Sum.Cost += Totals->Cost;
    Sum.Ideal += Totals->Ideal;
  }
  VerifyStatus Status = VerifyStatus::NotPredicted;
  if (!Counted && (!Known || Sum.Requests == 0))
    Status = VerifyStatus::NotExecuted;
  else if (Known)
    Status = compareTotals(Sum, Counted.value_or(SiteCounts{}));
  for (AccessOutcome &Outcome : Outcomes)
    Outcome.Status = Status;
}

/// Judges the accesses of \p Kernel by what their sites counted.
static void judgeLaunch(const KernelAnalysis &Kernel, ArrayRef<AccessCost> Costs,
                        const InstrumentedSource &Source, const CountedLaunch &Ran,
                        LaunchComparison &Result) {
  // Accesses that are one piece of text are counted as one.
  std::map<std::pair<unsigned, MemorySpace>, SmallVector<AccessOutcome, 1>> BySite;
  for (auto [Index, Site] : enumerate(Kernel.Program.Accesses)) {
    if (Site.Space == MemorySpace::Local)
      continue;
    AccessOutcome Outcome{unsigned(Index), VerifyStatus::NotPredicted, Costs[Index], {}, 1, {}};
    std::optional<unsigned> SiteNumber = Source.siteOf(Site);
    if (SiteNumber && Ran.Whole) {
      BySite[{*SiteNumber, Site.Space}].push_back(std::move(Outcome));
      continue;
    }
    Outcome.Status = VerifyStatus::NoCounter;
    Outcome.Reason =
        SiteNumber ? "not all blocks of this launch were counted" : whyLeftAlone(Source, Site);
    Result.Accesses.push_back(std::move(Outcome));
  }
  for (auto &[SiteNumber, Outcomes] : BySite) {
    const Access &Site = Kernel.Program.Accesses[Outcomes.front().Access];
    judge(Outcomes, countsOf(Ran, Source, Site));
    append_range(Result.Accesses, Outcomes);
  }
}

FileComparison compareWithCounts(const FileAnalysis &File, const InstrumentedSource &Source,
                                 const AccessCounts &Counts, const RecordingList &Recorded) {
  FileComparison Result;
  LaunchComparer Comparer(File, Recorded);
  for (const CountedLaunch &Ran : Counts.Launches)
    Comparer.add(
        Ran.Kernel, Ran.Number, Ran.Grid, Ran.Block,
        [&](const KernelAnalysis &Kernel, ArrayRef<AccessCost> Predicted,
            LaunchComparison &Launch) { judgeLaunch(Kernel, Predicted, Source, Ran, Launch); },
        Result);
  return Result;
}

} // namespace memlint
