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

/// Where two checks have found one cause at one place, one finding is kept, with the advice of
/// both: the layout of structures and what their accesses cost, loads that are repeated and where
/// they start. After lowerMinorFindings(), which weighs each by itself.
void keepOneForEachCause(FileAnalysis &File);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_ONEFOREACHCAUSE_H
