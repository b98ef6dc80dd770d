//===- MisalignedAccess.cpp - Lanes that straddle one more sector ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "ExcessFinding.h"
#include "FindingParts.h"

#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <limits>

using namespace llvm;

namespace memlint {

/// Whether the active lanes together access one run of bytes, in any order.
static bool isContiguous(const WarpRequest &Request) {
  SmallVector<int64_t, WarpSize> Offsets;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (Request.ActiveMask >> Lane & 1)
      Offsets.push_back(Request.ByteOffset[Lane]);
  llvm::sort(Offsets);
  for (auto [Low, High] : zip(ArrayRef(Offsets), ArrayRef(Offsets).drop_front()))
    if (High - Low > int64_t(Request.BytesPerLane))
      return false;
  return true;
}

/// How far past a sector boundary the lowest active lane of \p Request starts.
static unsigned bytesPastSector(const WarpRequest &Request) {
  int64_t Lowest = std::numeric_limits<int64_t>::max();
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (Request.ActiveMask >> Lane & 1)
      Lowest = std::min(Lowest, Request.ByteOffset[Lane]);
  return unsigned(uint64_t(Lowest) % TargetModel::SectorBytes);
}

namespace {

/// Another load from the same array that lies so far from an access that no start suits both, such
/// as `a[i]` beside `a[i + 1]`.
struct Neighbour {
  const Access *Site = nullptr;
  /// It has no fault: a start that suits the access would cost what it saves.
  bool IsAligned = false;
};

} // namespace

static bool isAligned(const KernelAnalysis &Kernel, const Access &Site, unsigned Launch) {
  const AccessCost &Cost = Kernel.Verdicts[Site.Id][Launch].Cost;
  return Cost.Known != Knowledge::Unknown && !Cost.NeverExecuted &&
         Cost.Worst.Cost == Cost.Worst.Ideal;
}

/// Of several, one without fault.
static Neighbour neighbourOf(const CheckRun &In, const Access &Site, unsigned Launch) {
  Neighbour Found;
  if (Site.Kind != AccessKind::Load || !Site.Offset)
    return Found;
  for (const Access &Other : In.Kernel.Program.Accesses) {
    if (Other.Id == Site.Id || Other.Object != Site.Object || Other.Bytes != Site.Bytes ||
        Other.Kind != AccessKind::Load || !Other.Offset)
      continue;
    ExprRef Apart = In.Expressions.subtract(Site.Offset, Other.Offset);
    if (!Apart->isConstant() || Apart->constantTerm() % TargetModel::SectorBytes == 0)
      continue;
    bool OtherIsAligned = isAligned(In.Kernel, Other, Launch);
    if (!Found.Site || (OtherIsAligned && !Found.IsAligned))
      Found = {&Other, OtherIsAligned};
  }
  return Found;
}

static void checkMisalignedAccess(const CheckRun &In) {
  forEachExcess(In, MemorySpace::Global, [&](const Access &Site, const Excess &Fault) {
    const AccessCost &Cost = Fault.Worst->Cost;
    if (!isOnlyMisaligned(Cost))
      return;
    Finding &Result = reportExcess(
        In, Site, Fault, "misaligned " + describeAccess(Site.Kind),
        ": " + std::string(isContiguous(Cost.WorstRequest) ? "contiguous, but " : "starts ") +
            utostr(bytesPastSector(Cost.WorstRequest)) + " B past a sector boundary" +
            describeExcess(Cost, Site.Space));
    Neighbour Other = neighbourOf(In, Site, Fault.Worst->Launch);
    // What no layout avoids is not a fault of the layout.
    if (Other.IsAligned)
      Result.Level = FindingLevel::Remark;
    if (Other.Site)
      addNote(Result,
              "no base offset aligns both this load and the one here; exchange values between "
              "lanes by a shuffle or through shared memory",
              Other.Site->Position);
    else
      addNote(Result,
              "a base offset and row pitch that are multiples of 32 B avoid the extra sector");
    Result.NoFix = MissingFix{MissingFix::Reason::Allocation, "", {}};
  });
}

const Check MisalignedAccess = {
    .Name = "cuda-misaligned-access",
    .Summary = "a global memory access straddles an extra sector because it is misaligned",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::AccessCost,
    .Run = checkMisalignedAccess};

} // namespace memlint
