//===- ErrorCodes.h - Stores of different codes -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Locations that say that something has happened, and what: `if (a < 0) *error = 1; if (b < 0)
/// *error = 2;`. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_ERRORCODES_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_ERRORCODES_H

#include "PlacedSite.h"

namespace memlint {

/// \p First and \p Second store two constants other than 0 to one location, each where data give a
/// reason for it. A thread for which data give no reason stores nothing, and the kernel asks the
/// location for nothing but whether it is 0: which of two codes remains decides what is reported,
/// and not whether anything is.
bool areErrorCodes(const RaceSetting &Setting, const Access &First, const Access &Second);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_ERRORCODES_H
