//===- UncheckedLaunch.cpp - Launches that fail unnoticed -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileFacts.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Target/LaunchLimits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

/// "2 x 4 x 128"; nothing stands for an extent that is not known.
static std::string shapeOf(const std::array<std::optional<uint64_t>, 3> &Extents) {
  return join(map_range(Extents,
                        [](std::optional<uint64_t> Each) {
                          return Each ? utostr(*Each) : std::string("?");
                        }),
              " x ");
}

/// Why the device refuses \p Launch of any kernel; empty: it may run.
static std::string refusalOf(const LaunchContext &Launch, const TargetModel &Target) {
  uint64_t MostThreads = Target.MaxThreadsPerBlock;
  const LaunchLimits &Limits = launchLimits(Target);
  if (Launch.blockKnown()) {
    uint64_t Threads = *Launch.threadsPerBlock();
    if (Threads > MostThreads)
      return "a block of " + shapeOf(Launch.Block) + " has " + formatCount(Threads) + " threads (" +
             formatCount(MostThreads) + " at most)";
  }
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
    std::string Name(1, "xyz"[Dimension]);
    const std::optional<uint64_t> &Block = Launch.Block[Dimension], &Grid = Launch.Grid[Dimension];
    if (Block && *Block > Limits.Block[Dimension])
      return "a block of " + shapeOf(Launch.Block) + " exceeds the limit of dimension " + Name +
             " (" + formatNumberOf(Limits.Block[Dimension], "thread") + ")";
    if (Grid && *Grid > Limits.Grid[Dimension])
      return "a grid of " + shapeOf(Launch.Grid) + " exceeds the limit of dimension " + Name +
             " (" + formatNumberOf(Limits.Grid[Dimension], "block") + ")";
  }
  return "";
}

/// Why \p Launch breaks what the kernel is compiled for; empty: it does not.
static std::string brokenPromise(const KernelProgram &Kernel, const LaunchContext &Launch,
                                 const TargetModel &Target) {
  std::optional<unsigned> Most = Kernel.Attributes.MaximumThreadsPerBlock;
  if (!Most || *Most == 0 || !Launch.blockKnown() || Target.Shape.IsAmd)
    return "";
  uint64_t Threads = *Launch.threadsPerBlock();
  if (Threads <= *Most)
    return "";
  return "a block of " + shapeOf(Launch.Block) + " has " + formatNumberOf(Threads, "thread") +
         ", and the `__launch_bounds__` of `" + Kernel.Name + "` allow " + formatCount(*Most);
}

/// Code behind \p Launch expects that it fails.
static bool isMeant(const KernelAnalysis &Kernel, const LaunchContext &Launch) {
  return any_of(Kernel.HostFaults, [&](const HostFault &Each) {
    return Each.Kind == HostFaultKind::ExpectedFailure &&
           Each.Position.Line == Launch.Position.Line &&
           Each.Position.Column == Launch.Position.Column;
  });
}

static void checkRefusedLaunches(const CheckRun &In) {
  for (auto [Number, Launch] : enumerate(In.Kernel.Launches)) {
    // Without arguments of main, numbers are missing: nobody means these launches.
    if (Launch.Origin != LaunchOrigin::Call || !Launch.Conditions.empty() || isGuessed(Launch))
      continue;
    std::string Refusal = refusalOf(Launch, In.Target);
    std::string Why =
        Refusal.empty() ? brokenPromise(In.Kernel.Program, Launch, In.Target) : Refusal;
    if (Why.empty() || isMeant(In.Kernel, Launch))
      continue;
    Finding &Result = In.report(Launch.Position, "launch fails: " + Why);
    Result.Launch = unsigned(Number);
    addNote(Result,
            "the launch returns an error, and `" + In.Kernel.Program.Name + "` does not run");
  }
}

static void checkReadErrors(const FileCheckRun &In) {
  for (const HostFault &Fault : In.Facts.HostFaults) {
    if (Fault.Kind != HostFaultKind::UncheckedLaunch)
      continue;
    Finding &Result = In.report(Fault.Position, "unchecked launch: nothing in this file reads the "
                                                "error of a launch or of a later call");
    Result.Level = FindingLevel::Remark;
    setHelp(Result, "check `cudaGetLastError()` after the launch, and the result of the next "
                    "synchronisation");
  }
}

const Check UncheckedLaunch = {
    .Name = "cuda-unchecked-launch",
    .Summary = "a launch that the device refuses, or whose errors nobody reads (remark)",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::MemoryFault,
    .Run = checkRefusedLaunches,
    .RunOnFile = checkReadErrors,
    .ReadsHostFaults = true};

} // namespace memlint
