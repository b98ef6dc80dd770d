//===- AlternativeBarriers.h - Barriers of threads that part -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Some threads come to one barrier while others come to another one that lets them go, as in
/// the cases of a switch: what is behind the one goes on beside what is behind the other.
/// Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_ALTERNATIVEBARRIERS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_ALTERNATIVEBARRIERS_H

#include "PlacedSite.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace memlint {

/// Two barriers, by number: some threads may come to the one only, others to the other one only.
struct AlternativeBarriers {
  unsigned One = 0, Other = 0;
};

std::vector<AlternativeBarriers> findAlternatives(const RaceSetting &Setting);

/// Barriers of \p Alternatives that one of the two threads may pass by and come to the alternative
/// instead, where that matters for their order. Only those for which \p Counts holds.
llvm::SmallVector<unsigned, 4> findPassedBy(const KernelProgram &Kernel,
                                            llvm::ArrayRef<AlternativeBarriers> Alternatives,
                                            const Access &First, const Access &Second,
                                            llvm::function_ref<bool(unsigned Barrier)> Counts);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_ALTERNATIVEBARRIERS_H
