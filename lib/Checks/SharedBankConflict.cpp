//===- SharedBankConflict.cpp - Lanes that want one bank at once ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "ExcessFinding.h"
#include "RowKeeping.h"
#include "RowPadding.h"
#include "SharedLayout.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Target/RequestCost.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

/// "tile[32][33]", for a declared array whose rows get \p Padding more elements.
static std::string paddedDeclaration(const MemoryObject &Array, unsigned Padding) {
  std::string Text = Array.Name;
  for (size_t Index = 0; Index + 1 < Array.Extents.size(); ++Index)
    Text += "[" + utostr(Array.Extents[Index]) + "]";
  return Text + "[" + utostr(Array.Extents.back() + Padding) + "]";
}

/// "; it takes 128 B more of shared memory".
static std::string extraBytes(const MemoryObject &Array, const LayoutAdvice &Advice,
                              unsigned Padding) {
  uint64_t PerRow = Padding * Advice.ElementBytes;
  if (!Array.SizeBytes)
    return formatCount(PerRow) + " B more of shared memory for each row";
  uint64_t Rows = *Array.SizeBytes / Advice.RowBytes;
  return formatCount(Rows * PerRow) + " B more of shared memory";
}

static std::string describePadding(const MemoryObject &Array, const LayoutAdvice &Advice,
                                   unsigned Padding) {
  uint64_t Elements = Advice.RowBytes / Advice.ElementBytes;
  std::string Text = "padding the rows of '" + Array.Name + "' from " + utostr(Elements) + " to " +
                     utostr(Elements + Padding) + " elements";
  if (Advice.RowsDeclared)
    Text += ", '" + paddedDeclaration(Array, Padding) + "',";
  return Text;
}

static std::string allAccesses(const LayoutAdvice &Advice) {
  if (Advice.AccessCount == 1)
    return "the access to it";
  return "all " + utostr(Advice.AccessCount) + " accesses to it";
}

static std::string whatIsLeft(const LayoutAdvice &Advice, double Share) {
  return "leaves " + (Advice.KnowsShares ? formatShare(Share) : "some") + " of the excess";
}

/// The advice as notes, the best first.
static std::vector<std::string> describeAdvice(const MemoryObject &Array,
                                               const LayoutAdvice &Advice) {
  std::vector<std::string> Notes;
  std::string Widest = utostr(Advice.WidestBytes) + "-byte";
  if (Advice.FreeingPadding) {
    std::string Text = describePadding(Array, Advice, *Advice.FreeingPadding) + " frees " +
                       allAccesses(Advice) + " of conflicts, for " +
                       extraBytes(Array, Advice, *Advice.FreeingPadding);
    if (Advice.UnalignedFreeingPadding)
      Text += " (" + utostr(*Advice.UnalignedFreeingPadding) +
              " would do, but break the alignment "
              "of its " +
              Widest + " accesses)";
    Notes.push_back(std::move(Text));
    return Notes;
  }
  if (Advice.UnalignedFreeingPadding)
    Notes.push_back(describePadding(Array, Advice, *Advice.UnalignedFreeingPadding) +
                    " would free " + allAccesses(Advice) +
                    " of conflicts, but break the alignment of its " + Widest + " accesses");
  else
    Notes.push_back("no padding of the rows of '" + Array.Name + "' by up to 128 B frees " +
                    allAccesses(Advice) + " of conflicts");
  if (Advice.BestPadding)
    Notes.push_back(describePadding(Array, Advice, *Advice.BestPadding) + " " +
                    whatIsLeft(Advice, Advice.BestPaddingLeaves) + ", for " +
                    extraBytes(Array, Advice, *Advice.BestPadding));
  if (Advice.SwizzleLeaves && *Advice.SwizzleLeaves < Advice.BestPaddingLeaves) {
    bool Wide = Advice.WidestBytes > Advice.ElementBytes;
    std::string Column = Wide ? "column" : "element";
    Notes.push_back("keeping " + (Wide ? Widest + " " : "") + Column +
                    " c of row r at place c ^ (r & " + utostr(Advice.SwizzleMask) + ") " +
                    (*Advice.SwizzleLeaves == 0 ? "frees " + allAccesses(Advice) + " of conflicts"
                                                : whatIsLeft(Advice, *Advice.SwizzleLeaves)) +
                    " and needs no more shared memory");
  }
  return Notes;
}

/// Whether lanes of one phase want one bank. Wide accesses of a few lanes cost more than
/// their bytes would when these are spread over several phases, which no layout changes.
static bool isConflict(const TargetModel &Target, const AccessCost &Cost) {
  if (Cost.WorstRequest.Kind == AccessKind::Atomic)
    return true;
  WarpRequest Spread = Cost.WorstRequest;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Spread.ByteOffset[Lane] = int64_t(Lane) * Spread.BytesPerLane;
  std::optional<RequestCost> Least = cost(Target, MemorySpace::Shared, Spread);
  return !Least || Cost.Worst.Cost > Least->Cost;
}

/// "for block (16,16,1): " where several are tried, for each of which another advice may hold.
static std::string blockOf(const KernelAnalysis &Kernel, unsigned Launch) {
  const LaunchContext &Of = Kernel.Launches[Launch];
  if (!isGuessed(Of) || !Of.blockKnown() || count_if(Kernel.Launches, isGuessed) < 2)
    return "";
  auto Extent = [&](unsigned Dimension) { return int64_t(*Of.Block[Dimension]); };
  return "for block " + describeIndex({Extent(0), Extent(1), Extent(2)}) + ": ";
}

static void run(const KernelAnalysis &Kernel, const TargetModel &Target, ExprContext &Expressions,
                std::vector<Finding> &Findings) {
  // By array and launch. Declared arrays have one advice; for flat ones it depends
  // on the subscripts.
  std::map<std::pair<unsigned, unsigned>, std::optional<LayoutAdvice>> Known;
  for (const Access &Site : Kernel.Kernel.Accesses) {
    if (Site.Space != MemorySpace::Shared)
      continue;
    std::optional<Excess> Fault =
        findExcess(Expressions, Kernel, Target, Site, SharedBankConflict.Level);
    if (!Fault || !isConflict(Target, Fault->Worst->Cost))
      continue;
    const AccessCost &Cost = Fault->Worst->Cost;
    Finding Result =
        makeExcessFinding(SharedBankConflict, Kernel, Site, *Fault,
                          describeAccess(Site) + " " + describeExcess(Cost, Site.Space, "takes") +
                              ": " + describePattern(Expressions, Kernel, Site, *Fault));

    const MemoryObject &Array = Kernel.Kernel.Objects[Site.Object];
    unsigned Launch = Fault->Worst->Launch;
    std::optional<LayoutAdvice> Advice;
    if (auto Found = Known.find({Site.Object, Launch}); Found != Known.end())
      Advice = Found->second;
    else
      Advice = adviseLayout(Expressions, Kernel, Target, Site, Launch);
    if (Advice || Array.Extents.size() >= 2)
      Known[{Site.Object, Launch}] = Advice;
    if (Advice) {
      for (std::string &Text : describeAdvice(Array, *Advice))
        Result.Notes.push_back({blockOf(Kernel, Launch) + Text, Array.Position});
      if (const Access *ByData = findAccessByData(Kernel, Site.Object))
        Result.Notes.push_back({"data decide which rows `" + ByData->Text +
                                    "` is in: padded rows may bring it conflicts",
                                ByData->Position});
      addRowPadding(Expressions, Kernel, Site.Object, *Advice, Result);
    }
    Findings.push_back(std::move(Result));
  }
}

const Check SharedBankConflict = {
    "cuda-shared-bank-conflict",
    "a shared memory access takes more wavefronts than its lanes need, since they want one bank",
    FindingLevel::Warning, run};

} // namespace memlint
