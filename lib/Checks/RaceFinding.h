//===- RaceFinding.h - Findings about races ---------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_RACEFINDING_H
#define CUDA_MEMLINT_LIB_CHECKS_RACEFINDING_H

#include "cuda-memlint/Analysis/Barriers/RacingPairs.h"
#include "cuda-memlint/Checks/Check.h"

namespace memlint {

/// Reports one finding for each object that is raced for in a way that \p Remedy mends. Races that
/// depend on what is not known are left out unless the kernel's analysis asks for them; those in
/// which all write one value are remarks.
void findRaces(const CheckRun &In, RaceRemedy Remedy);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_RACEFINDING_H
