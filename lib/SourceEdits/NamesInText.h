//===- NamesInText.h - What is not compiled, too ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_SOURCEEDITS_NAMESINTEXT_H
#define CUDA_MEMLINT_LIB_SOURCEEDITS_NAMESINTEXT_H

#include "clang/AST/ASTContext.h"

#include "llvm/ADT/DenseSet.h"

namespace memlint {

/// No word of the text of \p Range, in one file and outside comments, is \p Name but those that
/// begin at \p Known.
bool namesOnlyAt(llvm::StringRef Name, const llvm::DenseSet<clang::SourceLocation> &Known,
                 clang::SourceRange Range, const clang::ASTContext &Ast);

/// The text of \p Range says `#if`: another configuration may compile other code there.
bool hasConditionalText(clang::SourceRange Range, const clang::ASTContext &Ast);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_SOURCEEDITS_NAMESINTEXT_H
