//===- LocalArrayJudgement.h - Is the array in local memory? ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_CODE_LOCALARRAYJUDGEMENT_H
#define CUDA_MEMLINT_HARDWARE_CODE_LOCALARRAYJUDGEMENT_H

#include "cuda-memlint/Hardware/Code/CodeGeneration.h"

namespace memlint {

struct FileAnalysis;

/// Holds the findings of cuda-dynamic-local-array in \p File against \p Report, what nvcc made
/// of it. Where ptxas reports a stack frame that is large enough for the arrays of a kernel,
/// besides registers that there was no room for, they become warnings, with a note that says so;
/// where it reports none and nothing was left to be called, they are taken back. In between
/// they stay as they are, with a note.
void judgeLocalArrays(FileAnalysis &File, const CodeReport &Report);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_CODE_LOCALARRAYJUDGEMENT_H
