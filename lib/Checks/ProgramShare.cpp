//===- ProgramShare.cpp - What an excess is of its program ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramShare.h"

#include "LaunchSize.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

/// The blocks of \p Launch. Where the host computes their number, there are taken to be as many
/// as have \p Threads threads.
static std::optional<double> blocksInLaunch(const LaunchContext &Launch, double Threads) {
  if (!Launch.blockKnown())
    return std::nullopt;
  double Blocks = Launch.leastBlocks();
  return Launch.gridKnown() ? Blocks
                            : std::max(Blocks, Threads / double(*Launch.threadsPerBlock()));
}

static double threadsBeside(const LaunchContext &Launch) {
  return double(*Launch.threadsPerBlock()) * blocksInLaunch(Launch, ThreadsAtOnce).value_or(1);
}

/// What an access with \p Cost moves in \p Blocks blocks, at most; nothing where no number bounds
/// it.
static std::optional<double> mostUnits(const AccessCost &Cost, double Blocks, TrafficPart Of) {
  if (Cost.NeverExecuted)
    return 0;
  if (Cost.Known == Knowledge::Unknown)
    return std::nullopt;
  auto PartOf = [&](double All, double Ideal) {
    return Of == TrafficPart::All ? All : std::max(All - Ideal, 0.0);
  };
  if (Cost.Totals)
    return PartOf(double(Cost.Totals->Cost), double(Cost.Totals->Ideal));
  if (!Cost.OpenLoops.empty() || !Cost.Iterations)
    return std::nullopt;
  return PartOf(Cost.MeanCost, Cost.MeanIdeal) * Cost.RequestsPerBlock * *Cost.Iterations * Blocks;
}

/// What \p Kernel moves in launch number \p Launch, at the least.
static double leastUnits(const KernelAnalysis &Kernel, unsigned Launch) {
  double Blocks = blocksInLaunch(Kernel.Launches[Launch], ThreadsAtOnce).value_or(0);
  double Sum = 0;
  for (const Access &Site : Kernel.Program.Accesses) {
    const AccessCost &Cost = Kernel.Verdicts[Site.Id][Launch].Cost;
    if (Site.IsUnused || Cost.NeverExecuted || Cost.Known == Knowledge::Unknown)
      continue;
    if (Cost.Totals)
      Sum += double(Cost.Totals->Cost);
    else if (!Cost.GuardUnknown)
      Sum += Cost.MeanCost * Cost.RequestsPerBlock * Cost.Iterations.value_or(1) * Blocks;
  }
  return Sum;
}

namespace {

/// A launch that a loop makes.
struct LoopLaunch {
  const KernelAnalysis *Kernel = nullptr;
  unsigned Launch = 0;
  /// What all of them move.
  double Units = 0;
};

} // namespace

/// The one that moves most, of another kernel of \p File than \p Kernel. A single launch that moves
/// far more does not count: it may be of a slower version of the kernel.
static LoopLaunch findLaunchInLoop(const FileAnalysis &File, const KernelAnalysis &Kernel) {
  LoopLaunch Most;
  for (const KernelAnalysis &Other : File.Kernels)
    for (unsigned Launch = 0; &Other != &Kernel && Launch != Other.Launches.size(); ++Launch) {
      const LaunchContext &Context = Other.Launches[Launch];
      if (Context.Origin != LaunchOrigin::Call || !Context.IsInOpenLoop ||
          !mayRun(File, Other, Launch))
        continue;
      double Units = double(LaunchesInLoop) * leastUnits(Other, Launch);
      if (Units > Most.Units)
        Most = {&Other, Launch, Units};
    }
  return Most;
}

std::optional<ProgramShare> shareOfProgram(const FileAnalysis &File, const KernelAnalysis &Kernel,
                                           ArrayRef<unsigned> Accesses, TrafficPart Of) {
  constexpr uint64_t MostTimes = 4;
  ProgramShare Result;
  for (const LaunchContext &Launch : Kernel.Launches) {
    if (Launch.Origin != LaunchOrigin::Call || Launch.TimesInMain == 0 || Launch.IsInOpenLoop)
      return std::nullopt;
    Result.Times += Launch.TimesInMain;
  }
  if (Result.Times == 0 || Result.Times > MostTimes)
    return std::nullopt;
  LoopLaunch Most = findLaunchInLoop(File, Kernel);
  if (!Most.Kernel)
    return std::nullopt;
  const LaunchContext &Beside = Most.Kernel->Launches[Most.Launch];
  double Units = 0;
  for (unsigned Launch = 0; Launch != Kernel.Launches.size(); ++Launch) {
    const LaunchContext &Context = Kernel.Launches[Launch];
    // A grid that the host computes may be as large as that of the other.
    std::optional<double> Blocks =
        blocksInLaunch(Context, std::max(ThreadsAtOnce, threadsBeside(Beside)));
    for (unsigned Number : Accesses) {
      std::optional<double> Part =
          Blocks ? mostUnits(Kernel.Verdicts[Number][Launch].Cost, *Blocks, Of) : std::nullopt;
      if (!Part)
        return std::nullopt;
      Units += *Part * double(Context.TimesInMain);
    }
  }
  Result.Share = Units / Most.Units;
  Result.Beside = Most.Kernel;
  return Result;
}

std::string ProgramShare::describe(TrafficPart Of) const {
  constexpr double LeastShown = 0.001;
  std::string Text = "launched " + (Times == 1 ? "once" : formatNumberOf(Times, "time"));
  Text += Of == TrafficPart::Excess ? ", and the excess is " : ", and what it loads is ";
  Text += Share < LeastShown ? "less than " + formatShare(LeastShown) : formatShare(Share);
  return Text + " of what " + formatCount(LaunchesInLoop) + " launches of `" +
         Beside->Program.Name + "` move, which a loop makes";
}

} // namespace memlint
