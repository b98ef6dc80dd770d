//===- RawTokens.h - The tokens of a text as it is written ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_RAWTOKENS_H
#define CUDA_MEMLINT_FRONTEND_RAWTOKENS_H

#include "clang/Basic/SourceLocation.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class ASTContext;
class LangOptions;
class Token;
} // namespace clang

namespace memlint {

/// C++ with CUDA's brackets: for texts that no compiler has been given options for.
const clang::LangOptions &languageOfTexts();

/// Whether comments are among the tokens.
enum class RawComments : bool { LeftOut, Kept };

/// Visits the tokens of \p Text, before preprocessing, until \p Visit returns false; the last one
/// is the end. A null byte must stand behind \p Text, and identifiers refer to it.
void visitTokens(llvm::StringRef Text, llvm::function_ref<bool(const clang::Token &)> Visit,
                 RawComments Comments = RawComments::LeftOut);

/// Where \p Word begins, in the text that visitTokens() was given.
size_t offsetOf(const clang::Token &Word);

/// Visits the tokens of \p Range, up to the one that it ends with, comments left out, until \p
/// Visit returns false; false then, and where the range has no text of its own.
bool visitTokens(clang::SourceRange Range, const clang::ASTContext &Ast,
                 llvm::function_ref<bool(const clang::Token &)> Visit);

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_RAWTOKENS_H
