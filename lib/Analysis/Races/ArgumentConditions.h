//===- ArgumentConditions.h - Races for all arguments -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether a race happens for all values of what is not known before launch, or only for
/// those that leave a barrier out. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_ARGUMENTCONDITIONS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_ARGUMENTCONDITIONS_H

#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"

namespace memlint {

/// Makes those races of \p Report possible ones that unknown arguments or data avoid: in a case
/// distinction over the conditions that decide whether barriers are reached and which object is
/// accessed, each case in which an access is reached must have the race. Conditions that are not
/// the same in all threads and iterations, and trip counts, are taken as barriers need them.
void confirmForAllArguments(ExprContext &Context, const KernelProgram &Kernel,
                            const LaunchContext &Launch, const RaceOptions &Options,
                            RaceReport &Report);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_ARGUMENTCONDITIONS_H
