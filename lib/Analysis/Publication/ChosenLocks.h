//===- ChosenLocks.h - Locks that data choose -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two locks of one array that data choose, in an order that the source does not state. Internal to
/// the analysis of publications.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_PUBLICATION_CHOSENLOCKS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_PUBLICATION_CHOSENLOCKS_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

/// The load that chooses the lock taken by \p Held, where another load chooses that of \p Wanted in
/// the same way, so that a second thread may find the two the other way round; else null. No
/// condition on the way compares the two.
const Access *findFreeChoice(ExprContext &Expressions, const KernelProgram &Kernel,
                             const Access &Held, const Access &Wanted);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_PUBLICATION_CHOSENLOCKS_H
