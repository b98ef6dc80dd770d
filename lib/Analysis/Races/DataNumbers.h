//===- DataNumbers.h - Indices computed from what is not followed -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Indices that a thread computes from floating-point numbers that it reads: the cell of a point,
/// the nearest of several centres. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATANUMBERS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATANUMBERS_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

/// \p Leaf, which decides about \p Store, was converted from a floating-point number that each
/// thread has read for itself.
bool isMadeOfNumbers(const KernelProgram &Kernel, ExprRef Leaf, const Access &Store);

/// \p Leaf was rounded from what floating-point arithmetic has made of integers in which threads
/// differ: many of those lead to one, as they do by a quotient.
bool isRoundedFromIntegers(const KernelProgram &Kernel, ExprRef Leaf);

/// \p Leaf, behind which \p Store is, is the number of the iteration, of a loop that is as long for
/// all threads, in which a floating-point number was best: `if (distance(j) < least) best = j`.
/// Nothing but such numbers was read in the loop.
bool isBestOfNumbers(const KernelProgram &Kernel, ExprRef Leaf, const Access &Store);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATANUMBERS_H
