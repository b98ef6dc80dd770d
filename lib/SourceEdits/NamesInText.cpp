//===- NamesInText.cpp - What is not compiled, too ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamesInText.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace memlint {

/// Visits the words of \p Range, comments left out, until \p Visit returns false; false then, and
/// where the range has no text of its own.
static bool eachToken(SourceRange Range, const ASTContext &Ast,
                      llvm::function_ref<bool(const Token &)> Visit) {
  const SourceManager &Sources = Ast.getSourceManager();
  auto [File, Begin] = Sources.getDecomposedLoc(Range.getBegin());
  auto [EndFile, End] = Sources.getDecomposedLoc(Range.getEnd());
  if (File != EndFile || Range.getBegin().isMacroID())
    return false;
  llvm::StringRef Text = Sources.getBufferData(File);
  Lexer Raw(Sources.getLocForStartOfFile(File), Ast.getLangOpts(), Text.begin(),
            Text.begin() + Begin, Text.end());
  Token Next;
  do {
    Raw.LexFromRawLexer(Next);
    if (!Visit(Next))
      return false;
  } while (Next.isNot(tok::eof) && Sources.getFileOffset(Next.getLocation()) < End);
  return true;
}

bool namesOnlyAt(llvm::StringRef Name, const llvm::DenseSet<SourceLocation> &Known,
                 SourceRange Range, const ASTContext &Ast) {
  return eachToken(Range, Ast, [&](const Token &Word) {
    return Word.isNot(tok::raw_identifier) || Word.getRawIdentifier() != Name ||
           Known.contains(Word.getLocation());
  });
}

bool hasConditionalText(SourceRange Range, const ASTContext &Ast) {
  bool IsDirective = false;
  return !eachToken(Range, Ast, [&](const Token &Word) {
    bool IsCondition =
        IsDirective && Word.is(tok::raw_identifier) && Word.getRawIdentifier().starts_with("if");
    IsDirective = Word.is(tok::hash) && Word.isAtStartOfLine();
    return !IsCondition;
  });
}

} // namespace memlint
