//===- RequestJson.cpp - Requests of warps as JSON ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RequestJson.h"

#include "Explanation.h"
#include "ExpressionTable.h"
#include "JsonWriter.h"
#include "MendedAccess.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Target/BankWidth.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static StringRef globalRuleName(GlobalRule Rule) {
  switch (Rule) {
  case GlobalRule::HalfWarpInOrder:
    return "half-warp-in-order";
  case GlobalRule::HalfWarpSegments:
    return "half-warp-segments";
  case GlobalRule::WholeLineLoads:
    return "whole-line-loads";
  case GlobalRule::Sectors:
    return "sectors";
  case GlobalRule::QuarterWavefronts:
    return "quarter-wavefronts";
  }
  llvm_unreachable("covered switch");
}

static StringRef sharedRuleName(SharedRule Rule) {
  switch (Rule) {
  case SharedRule::SingleBroadcast:
    return "single-broadcast";
  case SharedRule::Phases:
    return "phases";
  case SharedRule::PairedPhases:
    return "paired-phases";
  case SharedRule::WideBanks:
    return "wide-banks";
  case SharedRule::LaneGroups:
    return "lane-groups";
  case SharedRule::WideLaneGroups:
    return "wide-lane-groups";
  case SharedRule::ConsecutiveLaneGroups:
    return "consecutive-lane-groups";
  case SharedRule::CheaperLaneGroups:
    return "cheaper-lane-groups";
  }
  llvm_unreachable("covered switch");
}

StringRef requestFormName(RequestForm Form) {
  switch (Form) {
  case RequestForm::Plain:
  case RequestForm::Increment:
  case RequestForm::AtomicLoop:
  case RequestForm::WarpMatrix:
  case RequestForm::BypassingCopy:
    return "plain";
  case RequestForm::NativeAtomic:
    return "native-atomic";
  case RequestForm::CompareAndSwap:
    return "compare-and-swap";
  case RequestForm::MatrixRows:
    return "matrix-rows";
  }
  llvm_unreachable("covered switch");
}

void printCostRules(JsonWriter &Json, const TargetModel &Target) {
  Json.string("global", globalRuleName(Target.Global));
  Json.string("shared", sharedRuleName(Target.Shared));
  Json.attribute("wavefront_bytes", Target.wavefrontBytes());
  Json.attribute("constant_lanes", Target.LanesPerConstantRequest);
  // The scripts compute by no rules but NVIDIA's.
  if (Target.Shape.IsAmd)
    Json.attribute("line_bytes", Target.Shape.UnitBytes);
}

void printCostliestRequest(JsonWriter &Json, const AccessCost &Cost) {
  const WarpRequest &Request = Cost.WorstRequest;
  Json.attribute("cost", Cost.Worst.Cost);
  Json.attribute("ideal", Cost.Worst.Ideal);
  Json.attribute("bytes", Request.BytesPerLane);
  Json.attribute("warp", Cost.WorstWarp);
  Json.attribute("mask", Request.ActiveMask);
  Json.attributeArray("offsets", [&] {
    for (auto [Lane, Offset] : enumerate(ArrayRef(Request.ByteOffset).take_front(NvidiaWarpLanes)))
      Json.value(exactNumber(Request.ActiveMask >> Lane & 1 ? Offset : 0));
  });
}

/// The advice of the first finding on access \p Index in \p Launch whose effect is computed.
static std::optional<MendedAccess> findMended(MendedAccesses &Mended, const KernelAnalysis &Kernel,
                                              unsigned Index, unsigned Launch) {
  for (const Finding &Item : Kernel.Findings)
    if (Item.Access == Index && Item.Launch == Launch)
      if (std::optional<MendedAccess> After = Mended.find(Item))
        return After;
  return std::nullopt;
}

void printPicture(JsonWriter &Json, ExprContext &Expressions, const KernelAnalysis &Kernel,
                  unsigned Index, const TargetModel &OfFile) {
  const AccessVerdict *Verdict = verdictToShow(Kernel.Verdicts[Index]);
  if (!Verdict || Verdict->Cost.Known == Knowledge::Unknown || Verdict->Cost.NeverExecuted ||
      OfFile.Shape.IsAmd)
    return;
  const TargetModel Target = Kernel.HasWideBanks ? withWideBanks(OfFile) : OfFile;
  const Access &Site = Kernel.Program.Accesses[Index];
  auto Draw = [&](const Twine &Title, StringRef Space, StringRef Kind, const AccessCost &Cost) {
    Json.object([&] {
      Json.string("title", Title.str());
      Json.string("space", Space);
      Json.string("kind", Kind);
      Json.string("form", requestFormName(Cost.WorstRequest.Form));
      printCostliestRequest(Json, Cost);
    });
  };
  MendedAccesses Mended(Expressions, Kernel, Target);
  std::optional<MendedAccess> After = findMended(Mended, Kernel, Index, Verdict->Launch);
  Json.attributeObject("picture", [&] {
    Json.attributeObject("target", [&] { printCostRules(Json, Target); });
    if (Kernel.HasWideBanks)
      Json.attribute("wide_words", true);
    Json.attributeArray("requests", [&] {
      Draw(After ? "Before" : "", spaceName(Site.Space), kindName(Site.Kind), Verdict->Cost);
      if (!After)
        return;
      Draw("After: " + After->Title, spaceName(Site.Space), kindName(Site.Kind), After->Cost.Cost);
      for (const TileRequest &Each : After->Tile)
        Draw(Each.Title, spaceName(MemorySpace::Shared), kindName(Each.Kind), Each.Cost.Cost);
    });
  });
}

} // namespace memlint
