//===- LittleToGain.h - Excess that no change is known for ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_LITTLETOGAIN_H
#define CUDA_MEMLINT_LIB_CHECKS_LITTLETOGAIN_H

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace memlint {

struct Finding;
struct KernelAnalysis;
struct Significance;

/// Why \p Findings, which have one cause and no advice, are not worth a warning, where their excess
/// is the share \p Excess of their traffic. Empty: they are.
std::string whyLittleToGain(const KernelAnalysis &Kernel, llvm::ArrayRef<Finding *> Findings,
                            double Excess, const Significance &Limits);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_LITTLETOGAIN_H
