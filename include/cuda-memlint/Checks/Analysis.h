//===- Analysis.h - Verdicts and findings of one kernel ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_ANALYSIS_H
#define CUDA_MEMLINT_CHECKS_ANALYSIS_H

#include "cuda-memlint/Analysis/Barriers/ArrivalSplit.h"
#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"
#include "cuda-memlint/Checks/Check.h"

#include <algorithm>

namespace memlint {

/// What the launches of the kernels of a file may take together, so that every file comes to an
/// end, with the same results on every machine. One half is divided evenly: no kernel loses what is
/// cheap to decide because others were expensive. Of the other half, and of what kernels leave of
/// their parts, each one may take a part in turn.
class LaunchAllowance {
public:
  LaunchAllowance(uint64_t PerLaunch, uint64_t OfFile, uint64_t Kernels)
      : PerLaunch(PerLaunch), OfKernel(OfFile / 2 / std::max<uint64_t>(Kernels, 1)),
        Free(OfFile / 2) {}

  /// Steps that the next launch of a kernel may take, which has \p Launches that take some.
  uint64_t next(uint64_t Launches) const {
    return std::min(PerLaunch, OfKernel / Launches + Free / 2);
  }
  void spend(uint64_t Launches, uint64_t Steps) {
    uint64_t Own = OfKernel / Launches;
    Free = Free + Own - std::min(Free + Own, Steps);
  }

private:
  uint64_t PerLaunch, OfKernel, Free;
};

/// For the races of all kernels of a file, as RaceOptions counts: seconds in all.
struct RaceAllowance {
  /// \p IsShort: a tenth of a second in all, for somebody who waits.
  explicit RaceAllowance(uint64_t Kernels, bool IsShort = false)
      : RaceAllowance(Kernels, IsShort, IsShort ? ShortDivisor : 1) {}

  LaunchAllowance Values, Entries;
  /// For trials of what would mend them: each check that reads races counts as a launch.
  LaunchAllowance Mends;
  /// For searches for threads that miss a barrier: each kernel counts as a launch.
  LaunchAllowance Arrivals;
  bool IsShort;

private:
  RaceAllowance(uint64_t Kernels, bool IsShort, uint64_t Divisor)
      : Values(RaceOptions().Budget / Divisor, 3 * RaceOptions().Budget / Divisor, Kernels),
        Entries(RaceOptions().SetEntries / Divisor, 2 * RaceOptions().SetEntries / Divisor,
                Kernels),
        Mends(MendsOfCheck / Divisor, 2 * MendsOfCheck / Divisor, Kernels),
        Arrivals(ArrivalBudget().Left / Divisor, 4 * ArrivalBudget().Left / Divisor, Kernels),
        IsShort(IsShort) {}

  static constexpr uint64_t ShortDivisor = 20;
  static constexpr uint64_t MendsOfCheck = 100'000'000;
};

struct FileAllowance {
  CostAllowance Costs;
  RaceAllowance Races{/*Kernels=*/1};
};

/// Fills the verdicts of \p Kernel, for each access in each of its launches, and
/// its findings by the checks \p Enabled, in the order of the source. Kernel and
/// Launches must be set; \p Expressions owns the kernel's expressions. \p Allowance is
/// that of the file and pays for the kernel.
void analyseKernel(ExprContext &Expressions, KernelAnalysis &Kernel, const TargetModel &Target,
                   llvm::ArrayRef<const Check *> Enabled, FileAllowance &Allowance);

/// Fills Findings of \p Kernel anew from its Launches and Verdicts. Those of its file are not among
/// them.
void findFaults(ExprContext &Expressions, KernelAnalysis &Kernel, const TargetModel &Target,
                llvm::ArrayRef<const Check *> Enabled, RaceAllowance &Allowance);

/// Adds what the checks \p Enabled find in the facts of \p File to the findings of a kernel that
/// shows them: the first that stands in no header, else the first of all. \p Files are all that
/// were analysed together: another one of them may list the kernels.
void findFaultsOfFile(FileAnalysis &File, llvm::MutableArrayRef<FileAnalysis> Files,
                      llvm::ArrayRef<const Check *> Enabled);

/// Takes back findings that kernels of \p Files contradict: see Check::Agree.
void agreeOnFindings(llvm::MutableArrayRef<FileAnalysis> Files);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_ANALYSIS_H
