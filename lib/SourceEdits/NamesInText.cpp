//===- NamesInText.cpp - What is not compiled, too ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamesInText.h"

#include "cuda-memlint/Frontend/RawTokens.h"

#include "clang/Lex/Token.h"

using namespace clang;

namespace memlint {

bool namesOnlyAt(llvm::StringRef Name, const llvm::DenseSet<SourceLocation> &Known,
                 SourceRange Range, const ASTContext &Ast) {
  return visitTokens(Range, Ast, [&](const Token &Word) {
    return Word.isNot(tok::raw_identifier) || Word.getRawIdentifier() != Name ||
           Known.contains(Word.getLocation());
  });
}

bool hasConditionalText(SourceRange Range, const ASTContext &Ast) {
  bool IsDirective = false;
  return !visitTokens(Range, Ast, [&](const Token &Word) {
    bool IsCondition =
        IsDirective && Word.is(tok::raw_identifier) && Word.getRawIdentifier().starts_with("if");
    IsDirective = Word.is(tok::hash) && Word.isAtStartOfLine();
    return !IsCondition;
  });
}

} // namespace memlint
