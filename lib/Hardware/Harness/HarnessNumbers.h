//===- HarnessNumbers.h - Integers that fit a launch ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_HARNESS_HARNESSNUMBERS_H
#define CUDA_MEMLINT_LIB_HARDWARE_HARNESS_HARNESSNUMBERS_H

#include "HarnessValues.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace memlint {

struct KernelProgram;

/// Calls \p Visit for each index expression of \p Kernel.
void forEachExpression(const KernelProgram &Kernel, llvm::function_ref<void(ExprRef)> Visit);

/// Gives each integer of \p Launch that is not known a value: where a guard compares it with
/// an index, the least for which all threads pass; else the threads along x, which as the
/// length of a row keeps rows apart.
void chooseNumbers(ExprContext &Expressions, const KernelProgram &Kernel, LaunchContext &Launch,
                   Assumptions &Made);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_HARNESS_HARNESSNUMBERS_H
