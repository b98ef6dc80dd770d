//===- AtomicContention.cpp - Lanes that update one address ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Lanes/ContendedAtomics.h"

#include "CheckList.h"
#include "ContentionTime.h"
#include "FindingParts.h"
#include "LoopShare.h"
#include "ObjectElement.h"
#include "UnlaunchedKernel.h"

#include "cuda-memlint/Checks/FindingGroups.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Target/AtomicTimes.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace llvm;

namespace memlint {

/// Of a launch, from which on its updates of one address are many.
static constexpr uint64_t ManyThreads = 4096;
/// A thread that does so much else hardly waits for one atomic.
static constexpr double ManyAccesses = 64;
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
  if (Found.IsForTime)
    return "contended atomic: all blocks of the grid update " +
           (Found.GridAddresses == 1
                ? describeTarget(Program, Site) + ", one after the other"
                : "the same " + formatCount(Found.GridAddresses) + " elements of `" +
                      Program.Objects[Site.Object].Name + "`, one after the other at each") +
           " (" + formatNumberOf(Found.Updates, "update") + " per block)";
  std::string Lanes = formatMean(double(OfBlock.Lanes) / double(OfBlock.Addresses));
  std::string Text =
      Found.IsRetried ? "contended compare-and-swap loop: " + Lanes + " lanes of a warp retry on " +
                            describeTarget(Program, Site) + ", where one succeeds in each round"
                      : "contended atomic: " + Lanes + " lanes of a warp update " +
                            describeTarget(Program, Site) + ", one after the other";
  bool IsOfLoop = Found.IsInLoop && Found.CountsIterations;
  Text += std::string(" (") + (IsOfLoop && Found.IsUpperBound ? "up to " : "") +
          formatNumberOf(OfBlock.Lanes, "update") + " per block";
  if (Found.IsInLoop && !Found.CountsIterations)
    Text += " and iteration";
  return Text + ", " + formatCount(neededUpdates(Found)) + " needed)";
}

/// The kinds of the updates of \p Kernel if it does nothing else: it reads no data, and what they
/// do is hardly more than to be made. 0: it does something else.
static size_t kindsIfNothingElse(const KernelProgram &Kernel) {
  std::set<AtomicUpdate> Kinds;
  for (const Access &Site : Kernel.Accesses) {
    if (Site.Kind != AccessKind::Atomic)
      return 0;
    if (Site.Update != AtomicUpdate::Other)
      Kinds.insert(Site.Update);
  }
  return Kinds.size();
}

/// Why \p Found hardly matters; empty: it does.
static std::string findMinorReason(const CheckRun &In, const ContendedAtomic &Found) {
  const KernelAnalysis &Kernel = In.Kernel;
  const Access &Site = Kernel.Program.Accesses[Found.Access];
  const LaunchContext &Launch = Kernel.Launches[Found.Launch];
  if (std::string Why = whyNotLaunched(Kernel); !Why.empty())
    return Why;
  constexpr size_t KindsOfTrial = 4;
  if (size_t Kinds = kindsIfNothingElse(Kernel.Program); Kinds >= KindsOfTrial)
    return "the kernel makes atomics of " + std::to_string(Kinds) +
           " kinds and nothing else, as a test of them does";
  std::optional<uint64_t> Blocks = blocksOf(Launch);
  bool IsOfAll = !Found.IsInLoop || Found.CountsIterations;
  if (Blocks && *Blocks * Found.OfBlock.Lanes < ManyThreads && IsOfAll)
    return "minor: " + formatNumberOf(*Blocks * Found.OfBlock.Lanes, "update") + " in the launch";
  if (std::optional<unsigned> Loop =
          findLoopBeside(Kernel, Site, Found.Launch, {MemorySpace::Global, MemorySpace::Shared}))
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

/// Maxima mostly leave what is there, and then no lane has to try again.
static bool mayKeepValue(const Access &Site, const ContendedAtomic &Found) {
  bool IsSum = Site.Update == AtomicUpdate::Add || Site.Update == AtomicUpdate::Other;
  return Found.IsRetried ||
         (Site.Space == MemorySpace::Shared && Site.Form == RequestForm::AtomicLoop && !IsSum);
}

static constexpr const char *ChangingUpdates = " if each changes the value";

static std::string formatCycles(double Cycles) {
  return formatCount(uint64_t(std::lround(Cycles)));
}

/// What the lanes of a warp that share an address of shared memory, or repeat a loop, wait for.
static void addCyclesOfWarp(const Access &Site, const ContendedAtomic &Found, Finding &Result) {
  bool IsLoop = Found.IsRetried ||
                (Site.Space == MemorySpace::Shared && Site.Form == RequestForm::AtomicLoop);
  if (!IsLoop)
    return;
  TimedAtomic Atomic = timed(Site, Found);
  auto Lanes = unsigned(std::lround(double(Found.OfBlock.Lanes) / double(Found.OfBlock.Addresses)));
  addNote(Result, "about " + formatCycles(AtomicTimes::cyclesOfWarp(Atomic, Lanes)) +
                      " cycles for a warp by itself" +
                      (mayKeepValue(Site, Found) ? ChangingUpdates : "") + ", " +
                      formatCycles(AtomicTimes::cyclesOfWarp(Atomic, 1)) +
                      " if its lanes shared no address (by the rule measured on " +
                      AtomicTimes::Device + ")");
}

static void addUpdatesOfLaunch(const CheckRun &In, const ContendedAtomic &Found, Finding &Result) {
  std::optional<uint64_t> Blocks = blocksOf(In.Kernel.Launches[Found.Launch]);
  if (!Blocks || (Found.IsInLoop && !Found.CountsIterations && !Found.IsForTime))
    return;
  const Access &Site = In.Kernel.Program.Accesses[Found.Access];
  auto Format = [](double Nanoseconds) { return formatTime(uint64_t(Nanoseconds)); };
  std::string Most = Found.IsUpperBound ? "up to " : "";
  if (Found.IsForTime) {
    uint64_t Updates = *Blocks * Found.Updates;
    OtherTime Other = *timeOfOthers(In.Expressions, In.Kernel, Found);
    addNote(Result, Most + formatNumberOf(Updates, "update") + " in the launch take " +
                        Format(timeOf(Updates, Site, Found)) + ", all other memory traffic " +
                        (Other.IsMost ? "at most " : "") + Format(Other.Traffic) +
                        " (at rates measured on " + AtomicTimes::Device + ")");
    return;
  }
  uint64_t Updates = *Blocks * Found.OfBlock.Lanes, Needed = *Blocks * neededUpdates(Found);
  std::string Text =
      Most + formatNumberOf(Updates, "update") + " in the launch, " + formatCount(Needed) +
      (Found.IsSameInBlock                              ? " with one per block"
       : Found.OfBlock.Addresses == Found.OfBlock.Warps ? " with one per warp"
                                                        : " with one per address of each warp") +
      (Found.IsInLoop && !(Found.IsSameInBlock && Found.IsSameInLoops) ? " and iteration" : "");
  // Addresses of blocks are not waited for.
  if (Found.IsSameInGrid && Found.IsSameInLoops && Site.Space == MemorySpace::Global)
    Text += std::string(" (at the rate measured on ") + AtomicTimes::Device + ": " +
            (Found.IsRetried ? "at least " : "") + Format(timeOf(Updates, Site, Found)) + " and " +
            Format(timeOf(Needed, Site, Found)) +
            (mayKeepValue(Site, Found) ? ChangingUpdates : "") + ")";
  addNote(Result, Text);
}

/// Something is known to depend on what the location held before \p Site.
static bool isResultUsed(const KernelProgram &Program, const Access &Site) {
  // Else the compiler, or the source, could combine the lanes.
  if (Site.Combining == AtomicCombining::Never && Site.Update != AtomicUpdate::Other)
    return true;
  auto DependsOnIt = [&](ExprRef Value) {
    return Value && Site.Result &&
           anyLeaf(Value, [&](ExprRef Leaf) { return Leaf == Site.Result; });
  };
  return any_of(Program.Nodes, [&](const Node &Each) { return DependsOnIt(Each.Condition); }) ||
         any_of(Program.Accesses, [&](const Access &Each) {
           return DependsOnIt(Each.Offset) || DependsOnIt(Each.Value);
         });
}

/// What one finds decides whether it writes, so that none can stand for several; not one of a loop
/// that repeats it until it has added something, as the loop of one lane may add that of all.
static bool isLoneCompareAndSwap(const Access &Site, const ContendedAtomic &Found) {
  return Site.Form == RequestForm::CompareAndSwap && !Found.IsRetried;
}

/// Where no lane waits for another one of its warp, but the grid does.
static std::string adviceForTime(const KernelProgram &Program, const Access &Site,
                                 const ContendedAtomic &Found) {
  if (isLoneCompareAndSwap(Site, Found))
    return "make fewer compare-and-swaps: one cannot stand for those of other lanes";
  std::string Results = isResultUsed(Program, Site)
                            ? ", and compute what the others would have got from what it gets"
                            : "";
  bool HasLanesInCommon = Found.Updates > Found.OfBlock.Addresses;
  if (Found.GridAddresses > 1)
    return Found.IsInTurn
               ? "let one lane update each address for all lanes of its warp that share it" +
                     Results
               : "combine the values of a block in shared memory, and let one thread update each "
                 "address" +
                     Results;
  // One update of that kind counts one.
  if (HasLanesInCommon && Site.StartsAgain)
    return "let one lane update the address for all of its warp, in one operation that does the "
           "same: `atomicAdd`, and the remainder by the bound + 1 where the value is used" +
           Results;
  if (HasLanesInCommon)
    return "let one lane update the address for all of its warp" + Results;
  constexpr const char *FewerBlocks = "let fewer blocks do more each, in a grid-stride loop";
  if (Found.Updates > 1)
    return "combine the values of the warps in shared memory, and let one thread update the "
           "address" +
           Results + "; if that is not enough, " + FewerBlocks;
  return std::string(FewerBlocks) + ", with as many blocks as the device runs at a time";
}

/// The advice of each kind of the updates \p Same, at the lines of those that are not as the first.
static std::string adviceForTimes(const KernelProgram &Program, ArrayRef<ContendedAtomic> Same) {
  MapVector<std::string, std::vector<std::string>, std::map<std::string, unsigned>> LinesByAdvice;
  for (const ContendedAtomic &Each : Same) {
    const Access &Site = Program.Accesses[Each.Access];
    LinesByAdvice[adviceForTime(Program, Site, Each)].push_back(std::to_string(Site.Position.Line));
  }
  std::string Text;
  for (const auto &[Advice, Lines] : LinesByAdvice)
    Text += Text.empty() ? Advice
                         : "; " + std::string(Lines.size() == 1 ? "line " : "lines ") +
                               join(Lines, ", ") + ": " + Advice;
  return Text;
}

static std::string adviceFor(const CheckRun &In, ArrayRef<ContendedAtomic> Same) {
  const ContendedAtomic &Found = Same.front();
  const Access &Site = In.Kernel.Program.Accesses[Found.Access];
  if (Found.IsForTime)
    return adviceForTimes(In.Kernel.Program, Same);
  constexpr unsigned ReducesWarps = 80;
  bool IsReduced =
      Site.Bytes == 4 && Site.Update != AtomicUpdate::Other && In.Target.Capability >= ReducesWarps;
  std::string Means = IsReduced ? "`__reduce_*_sync`" : "`__shfl_down_sync`";
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
  addCyclesOfWarp(Site, Found, Result);
  addLaunchNote(Result, In.Kernel, Found.Launch);
  setHelp(Result, adviceFor(In, Same));
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
    if (Found.IsForTime && !takesMostOfTime(In.Expressions, In.Kernel, Found))
      continue;
    const Access &Site = Program.Accesses[Found.Access];
    // Those that are weighed have one cause in all of an array.
    ByAddress[{Site.Object, Found.IsForTime ? nullptr : addressOf(In, Site)}].push_back(Found);
  }
  for (const auto &[Address, Same] : ByAddress)
    report(In, Same);
}

const Check AtomicContention = {.Name = "cuda-atomic-contention",
                                .Summary = "lanes of a warp update one address one after the other",
                                .Level = FindingLevel::Warning,
                                .Subject = FindingSubject::JointCost,
                                .Run = checkAtomicContention,
                                .Basis = FindingBasis::Nvidia};

} // namespace memlint
