//===- Dependences.h - What decides about a possible race -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sorts what is not known before launch by the role it has in a pair of accesses. Internal to the
/// race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_DEPENDENCES_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_DEPENDENCES_H

#include "cuda-memlint/Model/RaceReport.h"
#include "cuda-memlint/Symbolic/Expression.h"

namespace memlint {

/// The roles of what is not known in \p Addresses and \p Conditions, in the order of the
/// enumerators.
std::vector<RaceDependence> dependencesOf(llvm::ArrayRef<ExprRef> Addresses,
                                          llvm::ArrayRef<ExprRef> Conditions);

/// Adds \p New to \p Verdict, unless it is there already.
void addDependence(RaceVerdict &Verdict, RaceDependence New);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_DEPENDENCES_H
