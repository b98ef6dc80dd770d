//===- AtomicContention.cpp - Lanes that update one address ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Lanes/ContendedAtomics.h"

#include "CheckList.h"
#include "FindingParts.h"
#include "LoopShare.h"
#include "ObjectElement.h"
#include "UnlaunchedKernel.h"

#include "cuda-memlint/Checks/FindingGroups.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Target/AtomicThroughput.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// Of a launch, from which on its updates of one address are many.
static constexpr uint64_t ManyThreads = 4096;
/// A thread that does so much else hardly waits for one atomic.
static constexpr double ManyAccesses = 64;

static std::optional<uint64_t> blocksOf(const LaunchContext &Launch) {
  if (!Launch.gridKnown() || isGuessed(Launch))
    return std::nullopt;
  return *Launch.Grid[0] * *Launch.Grid[1] * *Launch.Grid[2];
}

/// Updates that a block needs: one per address, and iteration where that has another one.
static uint64_t neededUpdates(const ContendedAtomic &Found) {
  if (Found.IsSameInBlock && Found.IsSameInLoops)
    return 1;
  return Found.IsSameInBlock ? Found.OfBlock.Rounds : Found.OfBlock.Addresses;
}

static std::string describeTarget(const KernelProgram &Program, const Access &Site) {
  const MemoryObject &Object = Program.Objects[Site.Object];
  if (Site.Offset->isConstant() && Site.Offset->constantTerm() >= 0)
    if (std::string Element = describeElement(Object, uint64_t(Site.Offset->constantTerm()));
        !Element.empty())
      return Element;
  return Object.Name.empty() ? "one address" : "one element of `" + Object.Name + "`";
}

static std::string describeContention(const KernelProgram &Program, const ContendedAtomic &Found) {
  const Access &Site = Program.Accesses[Found.Access];
  const BlockActivity &OfBlock = Found.OfBlock;
  std::string Lanes = formatMean(double(OfBlock.Lanes) / double(OfBlock.Addresses));
  std::string Text =
      Found.IsRetried ? "contended compare-and-swap loop: " + Lanes + " lanes of a warp retry on " +
                            describeTarget(Program, Site) + ", where one succeeds in each round"
                      : "contended atomic: " + Lanes + " lanes of a warp update " +
                            describeTarget(Program, Site) + ", one after the other";
  Text += " (" + formatNumberOf(OfBlock.Lanes, "update") + " per block";
  if (Found.IsInLoop && OfBlock.Rounds == 1)
    Text += " and iteration";
  return Text + ", " + formatCount(neededUpdates(Found)) + " needed)";
}

/// Why \p Found hardly matters; empty: it does.
static std::string findMinorReason(const CheckRun &In, const ContendedAtomic &Found) {
  const KernelAnalysis &Kernel = In.Kernel;
  const Access &Site = Kernel.Program.Accesses[Found.Access];
  const LaunchContext &Launch = Kernel.Launches[Found.Launch];
  if (std::string Why = whyNotLaunched(Kernel); !Why.empty())
    return Why;
  std::optional<uint64_t> Blocks = blocksOf(Launch);
  if (Blocks && *Blocks * Found.OfBlock.Lanes < ManyThreads && !Found.IsInLoop)
    return "minor: " + formatNumberOf(*Blocks * Found.OfBlock.Lanes, "update") + " in the launch";
  if (std::optional<unsigned> Loop = findLoopBeside(Kernel, Site, Found.Launch))
    return "minor: outside the loop at line " +
           std::to_string(Kernel.Program.Loops[*Loop].Position.Line) +
           ", which has an unknown trip count and accesses memory in each iteration";
  if (std::optional<ComputingLoop> Beside =
          findComputingLoop(In.Expressions, Kernel, Site, Found.Launch))
    return "minor: outside the loop at line " +
           std::to_string(Kernel.Program.Loops[Beside->Loop].Position.Line) + ", which has " +
           (Beside->IsCounted ? formatCount(ManyIterations) + " or more iterations"
                              : "an unknown trip count");
  const AccessCost &Own = Kernel.Verdicts[Site.Id][Found.Launch].Cost;
  double Others = 0;
  for (const Access &Each : Kernel.Program.Accesses)
    if (Each.Kind != AccessKind::Atomic && !Each.IsUnused)
      Others += Kernel.Verdicts[Each.Id][Found.Launch].Cost.Iterations.value_or(0);
  double Executions = Own.Iterations.value_or(1);
  if (Others >= ManyAccesses * Executions)
    return "minor: a thread makes " + formatMean(Others / Executions) +
           " other accesses for each update";
  return "";
}

/// What \p Updates of one address by a grid take on the device that was measured: "1.8 ms".
static std::string timeOf(uint64_t Updates, const Access &Site) {
  bool IsInteger = Site.Update != AtomicUpdate::Other;
  return formatTime(uint64_t(double(Updates) * (IsInteger ? AtomicThroughput::IntegerUpdate
                                                          : AtomicThroughput::FloatUpdate)));
}

static void addUpdatesOfLaunch(const CheckRun &In, const ContendedAtomic &Found, Finding &Result) {
  std::optional<uint64_t> Blocks = blocksOf(In.Kernel.Launches[Found.Launch]);
  if (!Blocks || Found.IsInLoop)
    return;
  const Access &Site = In.Kernel.Program.Accesses[Found.Access];
  uint64_t Updates = *Blocks * Found.OfBlock.Lanes, Needed = *Blocks * neededUpdates(Found);
  std::string Text = (Found.IsUpperBound ? "up to " : "") + formatNumberOf(Updates, "update") +
                     " in the launch, " + formatCount(Needed) +
                     (Found.IsSameInBlock ? " with one per block" : " with one per warp");
  // Compare-and-swaps take the longer the more there are; addresses of blocks are not waited for.
  if (Found.IsSameInGrid && !Found.IsRetried && Site.Space == MemorySpace::Global)
    Text += std::string(" (at the rate measured on ") + AtomicThroughput::Device + ": " +
            timeOf(Updates, Site) + " and " + timeOf(Needed, Site) + ")";
  addNote(Result, Text);
}

static std::string adviceFor(const Access &Site, const ContendedAtomic &Found) {
  std::string Means = Site.Bytes == 4 && Site.Update != AtomicUpdate::Other ? "`__reduce_*_sync`"
                                                                            : "`__shfl_down_sync`";
  if (!Found.IsSameInBlock)
    return "combine the values of the lanes with " + Means +
           ", and let one of them update the address";
  return "combine the values of each warp with " + Means +
         ", those of the warps in shared memory, and let one thread update the address";
}

/// \p Same are at one address.
static void report(const CheckRun &In, ArrayRef<ContendedAtomic> Same) {
  const KernelProgram &Program = In.Kernel.Program;
  const ContendedAtomic &Found = Same.front();
  const Access &Site = Program.Accesses[Found.Access];
  Finding &Result = In.report(Site.Position, describeContention(Program, Found));
  Result.Access = Site.Id;
  if (std::string Why = findMinorReason(In, Found); !Why.empty()) {
    Result.LoweredFrom = Result.Level;
    Result.Level = FindingLevel::Remark;
    addNote(Result, Why);
  }
  addCallNotes(Result, Site);
  std::vector<SourcePosition> Others;
  for (const ContendedAtomic &Each : Same.drop_front())
    Others.push_back(Program.Accesses[Each.Access].Position);
  if (!Others.empty())
    addNote(Result, listOtherAccesses(Site.Position, Others, Program.Objects[Site.Object].Name));
  addUpdatesOfLaunch(In, Found, Result);
  addLaunchNote(Result, In.Kernel, Found.Launch);
  setHelp(Result, adviceFor(Site, Found));
  Result.NoFix = MissingFix{MissingFix::Reason::Accesses, "", {}};
}

/// What tells addresses apart, \p Site.Offset without that of the member of a structure.
static ExprRef addressOf(const CheckRun &In, const Access &Site) {
  const MemoryObject &Object = In.Kernel.Program.Objects[Site.Object];
  if (Object.Members.empty() || Object.ElementBytes == 0)
    return Site.Offset;
  int64_t OfMember = Site.Offset->constantTerm() % int64_t(Object.ElementBytes);
  return In.Expressions.subtract(Site.Offset, In.Expressions.constant(OfMember));
}

static void checkAtomicContention(const CheckRun &In) {
  const KernelProgram &Program = In.Kernel.Program;
  using Key = std::pair<unsigned, ExprRef>;
  MapVector<Key, std::vector<ContendedAtomic>> ByAddress;
  for (const ContendedAtomic &Found : findContendedAtomics(In.Expressions, In.Kernel)) {
    const Access &Site = Program.Accesses[Found.Access];
    ByAddress[{Site.Object, addressOf(In, Site)}].push_back(Found);
  }
  for (const auto &[Address, Same] : ByAddress)
    report(In, Same);
}

const Check AtomicContention = {.Name = "cuda-atomic-contention",
                                .Summary = "lanes of a warp update one address one after the other",
                                .Level = FindingLevel::Warning,
                                .Subject = FindingSubject::LaneUse,
                                .Run = checkAtomicContention,
                                .IsForNvidia = true};

} // namespace memlint
