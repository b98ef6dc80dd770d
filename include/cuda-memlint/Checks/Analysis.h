//===- Analysis.h - Verdicts and findings of one kernel ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_ANALYSIS_H
#define CUDA_MEMLINT_CHECKS_ANALYSIS_H

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Checks/Check.h"

namespace memlint {

/// Fills the verdicts of \p Kernel, for each access in each of its launches, and
/// its findings by the checks \p Enabled, in the order of the source. Kernel and
/// Launches must be set; \p Expressions owns the kernel's expressions. \p Allowance is
/// that of the file and pays for the kernel.
void analyseKernel(ExprContext &Expressions, KernelAnalysis &Kernel, const TargetModel &Target,
                   llvm::ArrayRef<const Check *> Enabled, CostAllowance &Allowance);

/// Fills Findings of \p Kernel anew from its Launches and Verdicts.
void findFaults(ExprContext &Expressions, KernelAnalysis &Kernel, const TargetModel &Target,
                llvm::ArrayRef<const Check *> Enabled);

/// Takes back findings that kernels of \p Files contradict: see Check::Agree.
void agreeOnFindings(llvm::MutableArrayRef<FileAnalysis> Files);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_ANALYSIS_H
