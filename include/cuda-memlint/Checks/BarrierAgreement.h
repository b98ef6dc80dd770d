//===- BarrierAgreement.h - Barriers of several kernels ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_BARRIERAGREEMENT_H
#define CUDA_MEMLINT_CHECKS_BARRIERAGREEMENT_H

#include "llvm/ADT/ArrayRef.h"

namespace memlint {

struct FileAnalysis;

/// One barrier in the source is in every instantiation of its template, and in the kernels of
/// every file that includes it. Takes back that it is redundant where one of \p Files needs it
/// or is inconclusive, as well as in files that do not parse as a whole.
void withdrawDoubtfulBarriers(llvm::MutableArrayRef<FileAnalysis> Files);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_BARRIERAGREEMENT_H
