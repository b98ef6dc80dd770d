//===- TextPositions.h - Positions of offsets in a file ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_SOURCEEDITS_TEXTPOSITIONS_H
#define CUDA_MEMLINT_LIB_SOURCEEDITS_TEXTPOSITIONS_H

#include "cuda-memlint/Model/SourcePosition.h"

#include "clang/AST/ASTContext.h"

namespace memlint {

/// From the offset \p Begin up to \p End in the file of \p File.
SourcePosition positionBetween(clang::SourceLocation File, unsigned Begin, unsigned End,
                               const clang::ASTContext &Ast);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_SOURCEEDITS_TEXTPOSITIONS_H
