//===- Equality.h - Whether two memory programs are alike -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_EQUALITY_H
#define CUDA_MEMLINT_MODEL_EQUALITY_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

/// Whether two files name one file of the source.
using SameFile = llvm::function_ref<bool(llvm::StringRef, llvm::StringRef)>;

/// Whether \p Left and \p Right, which were lowered from one kernel for different files, are the
/// same program: every field of theirs is equal. Expressions of different contexts are equal
/// where their structure is, up to the order of operands that may be swapped.
///
/// What uses in one of the files forbid to edit (HasOtherDeclarations, ElementRecord, Rows,
/// Declaration) may be missing in one of the two: joinHindrances() brings that together.
bool areAlike(const KernelProgram &Left, const KernelProgram &Right, SameFile AreOneFile);

/// Takes from \p Program what \p Other, which is alike, says that uses in its file forbid to edit.
void joinHindrances(KernelProgram &Program, const KernelProgram &Other);

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_EQUALITY_H
