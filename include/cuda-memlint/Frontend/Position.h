//===- Position.h - Where something stands in a source ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_POSITION_H
#define CUDA_MEMLINT_FRONTEND_POSITION_H

#include "cuda-memlint/Model/SourcePosition.h"

#include "clang/Basic/SourceLocation.h"

#include <string>

namespace clang {
class ASTContext;
class SourceManager;
} // namespace clang

namespace memlint {

/// \p Range, of tokens, as a location in a file: that of the expansion where it comes from a
/// macro. Empty for an invalid one.
SourcePosition positionOf(clang::SourceRange Range, const clang::ASTContext &Ast);

/// \p Range as it is written, on one line and no longer than a message can hold. Empty for an
/// invalid one.
std::string textOf(clang::SourceRange Range, const clang::ASTContext &Ast);

/// Whether \p At, or the macro expansion that it comes from, is in a header: a file that the
/// compiled one includes, or a compiled file whose name says that others include it.
bool isInHeader(clang::SourceLocation At, const clang::SourceManager &Sources);

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_POSITION_H
