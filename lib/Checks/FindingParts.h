//===- FindingParts.h - What findings have in common ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_FINDINGPARTS_H
#define CUDA_MEMLINT_LIB_CHECKS_FINDINGPARTS_H

#include "cuda-memlint/Model/Finding.h"

#include "llvm/ADT/Twine.h"

namespace memlint {

struct KernelAnalysis;
struct Site;

/// Adds a note to \p Result, at \p At where that is a location.
void addNote(Finding &Result, const llvm::Twine &Text, const SourcePosition &At = {});

/// Adds a note for each call through which \p At was reached.
void addCallNotes(Finding &Result, const Site &At);

/// Adds the note "for LAUNCH".
void addLaunchNote(Finding &Result, const KernelAnalysis &Kernel, unsigned Launch);

/// The edit that puts \p Text before what is at \p At.
FindingFix insertBefore(SourcePosition At, const llvm::Twine &Text);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_FINDINGPARTS_H
