//===- OneForEachCause.h - Findings of two checks about one cause -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_ONEFOREACHCAUSE_H
#define CUDA_MEMLINT_CHECKS_ONEFOREACHCAUSE_H

namespace memlint {

struct FileAnalysis;

/// Where the check of the layout of structures and that of what accesses cost have found one
/// cause at one place, one finding is kept, with the advice of both. After lowerMinorFindings(),
/// which weighs each by itself.
void keepOneForEachCause(FileAnalysis &File);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_ONEFOREACHCAUSE_H
