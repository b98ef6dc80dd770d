//===- RowPadding.h - Longer rows of a shared array, as edits ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_ROWPADDING_H
#define CUDA_MEMLINT_LIB_CHECKS_ROWPADDING_H

#include "cuda-memlint/Analysis/Layout/SharedLayout.h"
#include "cuda-memlint/Model/Finding.h"

namespace memlint {

class ExprContext;
struct KernelAnalysis;

/// Adds to \p Result the edits that give the rows of object number \p Object the elements that
/// \p Advice says, where all locations that count on the rows' length are known, each access of
/// the kernel stays in its row, and the kernel does not need more shared memory than any kernel may
/// have; else says why not. What other kernels do with the array is asked with allowsPadding().
void addRowPadding(ExprContext &Expressions, const KernelAnalysis &Kernel, unsigned Object,
                   const LayoutAdvice &Advice, Finding &Result);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_ROWPADDING_H
