//===- TimeEstimate.h - The time that excess takes --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How much of the recorded time of a launch the excess of some accesses may take: a range, from
/// what the levels of the memory system move at most; docs/time-estimates.md.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_TIMEESTIMATE_H
#define CUDA_MEMLINT_CHECKS_TIMEESTIMATE_H

#include "cuda-memlint/Model/Finding.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace memlint {

struct KernelAnalysis;

/// What \p Launch of \p Kernel would be faster by if each of \p Accesses, by their numbers, cost no
/// more than its lanes need. Nothing where the launch has not been timed, on a device that has not
/// been measured, or where the accesses have no totals or no rate that is known.
std::optional<TimeRange> estimateExcessTime(const KernelAnalysis &Kernel, unsigned Launch,
                                            llvm::ArrayRef<unsigned> Accesses);

/// The sum over \p Launches, by their numbers, each as often as it was made, or once where that is
/// not known; launches without an estimate add nothing.
TimeRange estimateRun(const KernelAnalysis &Kernel, llvm::ArrayRef<unsigned> Launches,
                      llvm::ArrayRef<unsigned> Accesses);

/// Fills Finding::ExcessTime and Finding::RunExcessTime of findings about the cost of accesses, of
/// all that have one cause together, and adds a note that says it.
void estimateTimes(KernelAnalysis &Kernel);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_TIMEESTIMATE_H
