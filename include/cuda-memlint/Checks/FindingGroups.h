//===- FindingGroups.h - Findings with one cause ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Accesses of one kernel to one array that lie alike cost too much for one reason, and so do those
/// that one change of the array mends: they are reported as one finding, at one place. What is kept
/// of each, suppressed or fixed is still the single access.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_FINDINGGROUPS_H
#define CUDA_MEMLINT_CHECKS_FINDINGGROUPS_H

#include "cuda-memlint/Model/Finding.h"

#include "llvm/ADT/ArrayRef.h"

namespace memlint {

class ExprContext;
struct KernelAnalysis;

/// Indices into KernelAnalysis::Findings.
struct FindingGroup {
  /// The one that stands for all: of the highest level, the first, unless a later one is about more
  /// than twice the excess.
  size_t First = 0;
  std::vector<size_t> Others;
};

/// Fills Finding::Cause: alike are the costs, by one check and for one launch, of accesses to one
/// object, or one of the arrays that a buffer holds, that one change mends by what their findings
/// advise, or of one width with offsets that differ by something that is the same for all lanes.
/// The object does not matter where another layout of the threads is advised, nor in global memory
/// where nothing is.
void numberCauses(ExprContext &Expressions, KernelAnalysis &Kernel);

/// \p Findings on \p Kernel by cause, in their order; those that are suppressed apart from the
/// others.
std::vector<FindingGroup> groupFindings(const KernelAnalysis &Kernel,
                                        llvm::ArrayRef<Finding> Findings);

/// "and 3 more accesses to `u`: lines 12 (2) and 14": \p Others beside \p First, all to \p Array.
std::string listOtherAccesses(const SourcePosition &First, llvm::ArrayRef<SourcePosition> Others,
                              llvm::StringRef Array);

/// "and 3 more accesses to `u`: lines 12 (2) and 14, and 1 more access to `v` on this line"; empty
/// for a finding that is alone.
std::string describeOthers(const KernelAnalysis &Kernel, const FindingGroup &Group);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_FINDINGGROUPS_H
