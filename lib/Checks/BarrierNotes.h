//===- BarrierNotes.h - Suggested barriers, in words and as edits -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_BARRIERNOTES_H
#define CUDA_MEMLINT_LIB_CHECKS_BARRIERNOTES_H

#include "cuda-memlint/Analysis/Barriers/BarrierSuggestion.h"

#include "cuda-memlint/Model/Finding.h"

#include "llvm/ADT/StringRef.h"

namespace memlint {

/// Adds to \p Result what \p Suggestion says, as notes and as edits that insert \p Barrier, such as
/// `__syncthreads()`, to separate \p Pairs pairs of accesses. The edits are unsafe in functions of
/// headers.
void addBarrierNotes(const KernelProgram &Kernel, const BarrierSuggestion &Suggestion,
                     llvm::StringRef Barrier, unsigned Pairs, Finding &Result);

/// Adds to \p Result a note at \p Point, "VERB `STATEMENT` before this statement" and
/// \p Gain, and the edits that do it.
void addInsertion(const KernelProgram &Kernel, const InsertionPoint &Point,
                  llvm::StringRef Statement, llvm::StringRef Verb, llvm::StringRef Gain,
                  Finding &Result);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_BARRIERNOTES_H
