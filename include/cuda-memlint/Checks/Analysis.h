//===- Analysis.h - Verdicts and findings of one kernel ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_ANALYSIS_H
#define CUDA_MEMLINT_CHECKS_ANALYSIS_H

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"
#include "cuda-memlint/Checks/Check.h"

#include <algorithm>

namespace memlint {

/// What the launches of the kernels of a file may take together. The first may take as much as one
/// may; where many take much, later ones take less, so that every file comes to an end, with the
/// same results on every machine.
class LaunchAllowance {
public:
  LaunchAllowance(uint64_t PerLaunch, uint64_t Launches)
      : PerLaunch(PerLaunch), Left(Launches * PerLaunch) {}

  /// Steps that the next launch may take.
  uint64_t next() const;
  void spend(uint64_t Steps) { Left -= std::min(Left, Steps); }

private:
  uint64_t PerLaunch;
  uint64_t Left;
};

/// For the races of all kernels, as RaceOptions counts.
struct RaceAllowance {
  LaunchAllowance Values{RaceOptions().Budget, 16}, Entries{RaceOptions().SetEntries, 4};
};

struct FileAllowance {
  CostAllowance Costs;
  RaceAllowance Races;
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
