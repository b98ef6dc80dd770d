//===- Position.h - Where something stands in a source ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LOWERING_POSITION_H
#define CUDA_MEMLINT_LOWERING_POSITION_H

#include "cuda-memlint/MemoryProgram/MemoryProgram.h"

#include "clang/Basic/SourceLocation.h"

namespace clang {
class ASTContext;
} // namespace clang

namespace memlint {

/// \p Range, of tokens, as a place in a file: that of the expansion where it comes from a
/// macro. Empty for an invalid one.
SourcePosition positionOf(clang::SourceRange Range, const clang::ASTContext &Ast);

} // namespace memlint

#endif // CUDA_MEMLINT_LOWERING_POSITION_H
