//===- RestrictAgreement.h - One declaration, several kernels ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_RESTRICTAGREEMENT_H
#define CUDA_MEMLINT_CHECKS_RESTRICTAGREEMENT_H

#include "llvm/ADT/ArrayRef.h"

namespace memlint {

struct FileAnalysis;

/// The parameters of a template are those of every instantiation, and of the kernels of every
/// file that includes it. Takes back that they should be restricted where the kernels of \p
/// Files at one location do not agree on which, as well as in files that do not parse as a whole.
void withdrawDoubtfulRestrictions(llvm::MutableArrayRef<FileAnalysis> Files);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_RESTRICTAGREEMENT_H
