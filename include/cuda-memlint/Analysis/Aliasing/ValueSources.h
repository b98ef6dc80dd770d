//===- ValueSources.h - What conditions were read from ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From a condition back to the accesses whose values it is made of, also where one thread
/// hands a value to the others of its block in a shared variable.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_ALIASING_VALUESOURCES_H
#define CUDA_MEMLINT_ANALYSIS_ALIASING_VALUESOURCES_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include <optional>

namespace memlint {

/// \p Leaf is what \p Site, a load or an atomic, gives.
bool isValueOf(ExprRef Leaf, const Access &Site);

/// \p Root has what \p Site gives among its leaves.
bool dependsOn(ExprRef Root, const Access &Site);

/// \p Root with what is read from shared variables replaced by what is stored there, where
/// just one thing but constants is stored that is the same for all threads.
ExprRef withStoredValues(ExprContext &Expressions, const KernelProgram &Kernel, ExprRef Root);

/// One of the conditions that must all hold for \p Condition is about what \p Site gives.
bool requiresValueOf(ExprRef Condition, const Access &Site);

/// One of the conditions that \p Guard consists of says that \p Site, which counts, gave a
/// certain number other than the first, 0: that of the last to come.
bool isLastArrival(ExprRef Guard, const Access &Site);

/// A loop around \p Site that does nothing but wait for what \p Site reads to change; none:
/// an empty value.
std::optional<unsigned> waitingLoop(const KernelProgram &Kernel, const Access &Site);

/// Likewise, for what \p Site reads at one address: a loop that follows what it reads to another
/// address, such as along a list or in a bisection, ends without another thread.
std::optional<unsigned> pollingLoop(const KernelProgram &Kernel, const Access &Site);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_ALIASING_VALUESOURCES_H
