//===- LaunchSummary.cpp - A launch as a whole ----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchSummary.h"

#include "cuda-memlint/Checks/CompiledCosts.h"
#include "cuda-memlint/Hardware/Code/CodeGeneration.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace llvm;

namespace memlint {

/// A finding about what an access costs in a launch: neither what it may read, nor that it is made
/// again.
static bool isAboutCost(const Finding &Item) {
  return Item.Subject == FindingSubject::AccessCost && Item.Access && Item.Launch;
}

/// Of the findings about one access, those speak of its excess that are warnings, or were until the
/// excess turned out to be minor; remarks that it is loaded again, say, do not.
static unsigned rankAsCause(const Finding &Item) {
  return Item.Level != FindingLevel::Remark ? 0 : Item.LoweredFrom ? 1 : 2;
}

static std::vector<std::pair<std::string, uint64_t>> findCauses(const CompiledCosts &Costs,
                                                                const KernelAnalysis &Kernel,
                                                                unsigned Launch,
                                                                MemorySpace Space) {
  DenseMap<unsigned, const Finding *> CauseOf, CauseOfParts;
  auto FirstPartOf = [](const Access &Site) { return Site.Id - Site.Part; };
  for (const Finding &Item : concat<const Finding>(Kernel.Findings, Kernel.FindingsElsewhere)) {
    if (!isAboutCost(Item))
      continue;
    const Access &Site = Kernel.Program.Accesses[*Item.Access];
    for (const Finding **Known : {&CauseOf[Site.Id], &CauseOfParts[FirstPartOf(Site)]})
      if (!*Known || rankAsCause(Item) < rankAsCause(**Known))
        *Known = &Item;
  }
  std::map<std::string, uint64_t> ByCheck;
  for (const Access &Site : Kernel.Program.Accesses) {
    if (Site.Space != Space)
      continue;
    std::optional<AccessCost> Cost = Costs.costOf(Site, Launch);
    if (!Cost || Cost->Known == Knowledge::Unknown || !Cost->Totals ||
        Cost->Totals->Cost <= Cost->Totals->Ideal)
      continue;
    const Finding *Cause = CauseOf.lookup(Site.Id);
    // One finding stands for the parts of a structure that is copied.
    if (!Cause)
      Cause = CauseOfParts.lookup(FirstPartOf(Site));
    ByCheck[Cause ? Cause->Check : ""] += Cost->Totals->Cost - Cost->Totals->Ideal;
  }
  std::vector<std::pair<std::string, uint64_t>> Causes(ByCheck.begin(), ByCheck.end());
  llvm::sort(Causes, [](const auto &Left, const auto &Right) {
    return std::tie(Right.second, Left.first) < std::tie(Left.second, Right.first);
  });
  return Causes;
}

static void findBlocks(const FileAnalysis &File, const KernelAnalysis &Kernel,
                       const LaunchContext &Launch, const KernelCode *Code,
                       LaunchSummary &Summary) {
  if (!Launch.blockKnown())
    return;
  BlockNeeds &Block = Summary.Block;
  Block.Threads = *Launch.threadsPerBlock();
  Block.SharedBytes = Launch.DynamicSharedBytes.value_or(0);
  for (const MemoryObject &Object : Kernel.Program.Objects)
    if (Object.Kind == ObjectKind::StaticShared && Object.OneOf.empty())
      Block.SharedBytes += Object.SizeBytes.value_or(0);
  Block.Registers = Code ? Code->Registers : 0;
  Summary.Blocks = blocksPerMultiprocessor(File.Target, Block);
}

LaunchSummary summariseLaunch(const CompiledCosts &Costs, const FileAnalysis &File,
                              const KernelAnalysis &Kernel, unsigned Launch,
                              const KernelCode *Code) {
  const LaunchContext &Context = Kernel.Launches[Launch];
  LaunchSummary Summary;
  Summary.Traffic = trafficOf(Costs, Kernel, Launch);
  for (const auto &[Space, Sum] : Summary.Traffic)
    if (Sum.Excess != 0)
      Summary.Causes[Space] = findCauses(Costs, Kernel, Launch, Space);
  Summary.Arithmetic = arithmeticOf(Costs, Kernel, Launch);
  if (auto Global = Summary.Traffic.find(MemorySpace::Global);
      Global != Summary.Traffic.end() && Global->second.isWhole() && Global->second.Cost != 0)
    Summary.PerByte = double(Summary.Arithmetic.operations()) /
                      (double(Global->second.Cost) *
                       double(unitBytes(MemorySpace::Global, Kernel.Program.Device)));
  findBlocks(File, Kernel, Context, Code, Summary);
  Summary.Bound = findBound(Costs, Kernel, Launch, File.Target);
  return Summary;
}

} // namespace memlint
