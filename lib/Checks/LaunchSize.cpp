//===- LaunchSize.cpp - Small launches beside large ones ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchSize.h"

#include "SharedBytes.h"

#include "cuda-memlint/Checks/CompiledCosts.h"
#include "cuda-memlint/Checks/LaunchTraffic.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Model/RefusedLaunches.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"

#include <algorithm>
#include <cmath>

using namespace llvm;

namespace memlint {

namespace {

/// What accesses cost, and would ideally, in the unit of their memory space.
struct CostSum {
  double Cost = 0;
  double Ideal = 0;
};

} // namespace

/// Whether a call of host code in \p File may permit \p Kernel more shared memory than all may
/// have.
static bool mayHaveMoreShared(const FileAnalysis &File, const KernelAnalysis &Kernel) {
  return any_of(File.Facts.SharedLimits, [&](const SharedLimitCall &Call) {
    return Call.Kernel == SharedLimitCall::AnyKernel || isCallFor(Call.Kernel, Kernel.Program.Name);
  });
}

bool mayRun(const FileAnalysis &File, const KernelAnalysis &Kernel, unsigned Number) {
  const TargetModel &Target = *cantFail(findTarget(File.Target));
  const LaunchContext &Launch = Kernel.Launches[Number];
  std::optional<unsigned> MostThreads = Kernel.Program.Attributes.MaximumThreadsPerBlock;
  bool IsBeyondBounds = MostThreads && *MostThreads != 0 && !Target.Shape.IsAmd &&
                        Launch.threadsPerBlock().value_or(0) > *MostThreads;
  uint64_t SharedBytes = Launch.DynamicSharedBytes.value_or(0) + staticSharedBytes(Kernel.Program);
  // What an option states says nothing of the host code around it.
  bool IsLimited = Launch.Origin == LaunchOrigin::Call &&
                   Launch.DynamicSharedBytes.value_or(0) != 0 && !mayHaveMoreShared(File, Kernel);
  return !isRefused(Kernel, Number) && !IsBeyondBounds &&
         SharedBytes <= (IsLimited ? Target.StaticSharedBytes : Target.MaxSharedBytes);
}

std::optional<double> mostThreadsOf(const FileAnalysis &File, const KernelAnalysis &Kernel) {
  std::optional<double> Most;
  for (auto [Number, Launch] : enumerate(Kernel.Launches))
    if (!isGuessed(Launch) && mayRun(File, Kernel, unsigned(Number))) {
      std::optional<double> Threads = Launch.threads();
      if (!Threads || Launch.IsMadeByThreads)
        return std::nullopt;
      Most = std::max(Most.value_or(0), *Threads);
    }
  return Most;
}

/// How often a run makes \p Launch; at least, where a long loop does. Nothing: that is not known.
static std::optional<double> timesOf(const LaunchContext &Launch) {
  if (Launch.IsInOpenLoop)
    return double(LaunchesInLoop);
  uint64_t Times = Launch.Origin == LaunchOrigin::Recorded ? Launch.Count : Launch.TimesInMain;
  return Times ? std::optional(double(Times)) : std::nullopt;
}

LaunchSizes::LaunchSizes(const FileAnalysis &File)
    : Kernels(File.Kernels), AreOfProgram(File.HasMain) {
  for (const KernelAnalysis &Kernel : Kernels)
    ByKernel.push_back(sizesOf(File, Kernel));
}

bool LaunchSizes::Size::isLarge(bool IsOfProgram) const {
  return Threads >= ThreadsAtOnce || (IsOfProgram && NeededBytes >= BytesAtOnce);
}

double LaunchSizes::Size::shareOf(const Size &Larger, bool AreOfProgram) const {
  if (AreOfProgram && Bytes && Larger.NeededBytes >= BytesAtOnce)
    return *Bytes / Larger.NeededBytes;
  // A launch of as many threads that moves far more may be of a slower version of the kernel.
  double OfThreads = Threads / Larger.Threads;
  return Bytes && Larger.Bytes ? std::max(OfThreads, *Bytes / *Larger.Bytes) : OfThreads;
}

LaunchSizes::Size LaunchSizes::sizeOf(const KernelAnalysis &Kernel, unsigned Launch) {
  Size Result;
  Result.Bytes = std::nullopt;
  Result.Threads = Kernel.Launches[Launch].threads().value_or(ThreadsAtOnce);
  bool AreTotalsKnown = true;
  double Moved = 0;
  for (const Access &Site : Kernel.Program.Accesses) {
    const AccessCost &Cost = Kernel.Verdicts[Site.Id][Launch].Cost;
    if (Site.IsUnused || Cost.NeverExecuted)
      continue;
    AreTotalsKnown &= Cost.Totals.has_value();
    if (Cost.Totals) {
      double Unit = double(unitBytes(Site.Space, Kernel.Program.Device));
      Moved += double(Cost.Totals->Cost) * Unit;
      Result.NeededBytes += double(std::min(Cost.Totals->Cost, Cost.Totals->Ideal)) * Unit;
    }
  }
  if (AreTotalsKnown)
    Result.Bytes = Moved;
  return Result;
}

LaunchSizes::Sizes LaunchSizes::sizesOf(const FileAnalysis &File, const KernelAnalysis &Kernel) {
  Sizes Result;
  for (unsigned Launch = 0; Launch != Kernel.Launches.size(); ++Launch) {
    const LaunchContext &Context = Kernel.Launches[Launch];
    if (isGuessed(Context) || !mayRun(File, Kernel, Launch))
      continue;
    Size Own = sizeOf(Kernel, Launch);
    std::optional<double> Times = timesOf(Context);
    Result.AreTimesKnown &= Times.has_value();
    Result.All.Threads += Times.value_or(1) * Own.Threads;
    Result.Largest.Threads = std::max(Result.Largest.Threads, Own.Threads);
    Result.All.NeededBytes += Times.value_or(1) * Own.NeededBytes;
    Result.Largest.NeededBytes = std::max(Result.Largest.NeededBytes, Own.NeededBytes);
    if (!Own.Bytes || !Result.All.Bytes) {
      Result.All.Bytes = Result.Largest.Bytes = std::nullopt;
      continue;
    }
    *Result.All.Bytes += Times.value_or(1) * *Own.Bytes;
    Result.Largest.Bytes = std::max(*Result.Largest.Bytes, *Own.Bytes);
  }
  return Result;
}

const KernelAnalysis *LaunchSizes::findLarger(unsigned Number, double Share) const {
  const KernelAnalysis *Found = nullptr;
  const Sizes &Own = ByKernel[Number];
  for (unsigned Other = 0; Other != Kernels.size(); ++Other) {
    const Sizes &Beside = ByKernel[Other];
    if (!Beside.Largest.isLarge(AreOfProgram))
      continue;
    double OwnShare = Own.Largest.shareOf(Beside.Largest, AreOfProgram);
    if (Own.AreTimesKnown)
      OwnShare = std::max(OwnShare, Own.All.shareOf(Beside.All, AreOfProgram));
    if (OwnShare < Share) {
      Share = OwnShare;
      Found = &Kernels[Other];
    }
  }
  return Found;
}

/// What an access of \p Cost moves in \p Launch, at most; nothing where no number bounds the
/// requests of a block.
static std::optional<CostSum> mostTrafficOf(const AccessCost &Cost, const LaunchContext &Launch) {
  if (Cost.Totals)
    return CostSum{double(Cost.Totals->Cost), double(Cost.Totals->Ideal)};
  if (Cost.Known == Knowledge::Unknown || !Cost.OpenLoops.empty() || !Cost.Iterations)
    return std::nullopt;
  double Requests = Cost.RequestsPerBlock * *Cost.Iterations * Launch.leastBlocks();
  return CostSum{Cost.MeanCost * Requests, Cost.MeanIdeal * Requests};
}

/// What a multiprocessor moves in the time that it takes to launch a kernel: at two sectors a
/// cycle, 16,384 of them in 4.8 us, and launches of empty kernels are 4.8 us apart (an H100;
/// docs/recorded-launches.md).
static constexpr double MostInLaunchTime = 16384;

/// Whether \p Measure of what all \p Accesses move together is so little in each launch that it
/// takes no more time than to launch the kernel.
static bool isLittle(const FileAnalysis &File, const KernelAnalysis &Kernel,
                     ArrayRef<unsigned> Accesses, function_ref<double(const CostSum &)> Measure) {
  for (unsigned Launch = 0; Launch != Kernel.Launches.size(); ++Launch) {
    if (!mayRun(File, Kernel, Launch))
      continue;
    CostSum Sum;
    for (unsigned Number : Accesses) {
      std::optional<CostSum> Part =
          mostTrafficOf(Kernel.Verdicts[Number][Launch].Cost, Kernel.Launches[Launch]);
      if (!Part)
        return false;
      Sum.Cost += Part->Cost;
      Sum.Ideal += Part->Ideal;
    }
    if (Measure(Sum) > MostInLaunchTime * Kernel.Launches[Launch].leastBlocks())
      return false;
  }
  return true;
}

bool wastesLittle(const FileAnalysis &File, const KernelAnalysis &Kernel,
                  ArrayRef<unsigned> Accesses) {
  return isLittle(File, Kernel, Accesses, [](const CostSum &Sum) { return Sum.Cost - Sum.Ideal; });
}

/// \p Accesses, each once, with those that compilers make them parts of in their place.
static SmallVector<unsigned> asCompiled(const CompiledCosts &Costs, const KernelAnalysis &Kernel,
                                        ArrayRef<unsigned> Accesses) {
  SmallSetVector<unsigned, 8> Numbers;
  for (unsigned Number : Accesses)
    Numbers.insert(Costs.mergedInto(Kernel.Program.Accesses[Number]).value_or(Number));
  return Numbers.takeVector();
}

std::optional<LittleExcess> littleExcessInAll(const FileAnalysis &File, const CompiledCosts &Costs,
                                              const KernelAnalysis &Kernel,
                                              ArrayRef<unsigned> Accesses) {
  constexpr double PartOfTime = 0.125;
  LittleExcess Most;
  SmallVector<unsigned> Compiled = asCompiled(Costs, Kernel, Accesses);
  for (unsigned Launch = 0; Launch != Kernel.Launches.size(); ++Launch) {
    if (!mayRun(File, Kernel, Launch))
      continue;
    double Sum = 0;
    for (unsigned Number : Compiled) {
      std::optional<AccessCost> Cost = Costs.costOf(Kernel.Program.Accesses[Number], Launch);
      if (!Cost)
        continue;
      std::optional<CostSum> Part = mostTrafficOf(*Cost, Kernel.Launches[Launch]);
      if (!Part || (!Cost->Totals && !Kernel.Launches[Launch].gridKnown()))
        return std::nullopt;
      Most.IsBound |= !Cost->Totals;
      Sum += std::max(Part->Cost - Part->Ideal, 0.0);
    }
    Most.Units = std::max(Most.Units, uint64_t(std::ceil(Sum)));
  }
  return double(Most.Units) <= PartOfTime * MostInLaunchTime ? std::optional(Most) : std::nullopt;
}

bool movesLittle(const FileAnalysis &File, const KernelAnalysis &Kernel,
                 ArrayRef<unsigned> Accesses) {
  return isLittle(File, Kernel, Accesses, [](const CostSum &Sum) { return Sum.Cost; });
}

} // namespace memlint
