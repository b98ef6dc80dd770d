//===- RawTokens.cpp - The tokens of a text as it is written --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/RawTokens.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace memlint {

/// Of the first byte of a text; the one before it stands for none.
static constexpr clang::SourceLocation::UIntTy FirstLocation = 1;

const clang::LangOptions &languageOfTexts() {
  static const clang::LangOptions Language = [] {
    clang::LangOptions Result;
    Result.CPlusPlus = Result.CPlusPlus11 = Result.CPlusPlus14 = Result.CPlusPlus17 = true;
    // Without it, `//*` begins a comment that does not end with the line.
    Result.LineComment = true;
    Result.RawStringLiterals = Result.CUDA = true;
    return Result;
  }();
  return Language;
}

void visitTokens(llvm::StringRef Text, llvm::function_ref<bool(const clang::Token &)> Visit,
                 RawComments Comments) {
  clang::Lexer Raw(clang::SourceLocation::getFromRawEncoding(FirstLocation), languageOfTexts(),
                   Text.begin(), Text.begin(), Text.end());
  Raw.SetCommentRetentionState(Comments == RawComments::Kept);
  clang::Token Next;
  do
    Raw.LexFromRawLexer(Next);
  while (Visit(Next) && Next.isNot(clang::tok::eof));
}

size_t offsetOf(const clang::Token &Word) {
  return Word.getLocation().getRawEncoding() - FirstLocation;
}

bool visitTokens(clang::SourceRange Range, const clang::ASTContext &Ast,
                 llvm::function_ref<bool(const clang::Token &)> Visit) {
  const clang::SourceManager &Sources = Ast.getSourceManager();
  auto [File, Begin] = Sources.getDecomposedLoc(Range.getBegin());
  auto [EndFile, End] = Sources.getDecomposedLoc(Range.getEnd());
  llvm::StringRef Text = Sources.getBufferData(File);
  if (File != EndFile || Range.getBegin().isMacroID() || End > Text.size())
    return false;
  clang::Lexer Raw(Sources.getLocForStartOfFile(File), Ast.getLangOpts(), Text.begin(),
                   Text.begin() + Begin, Text.end());
  clang::Token Next;
  do {
    Raw.LexFromRawLexer(Next);
    if (!Visit(Next))
      return false;
  } while (Next.isNot(clang::tok::eof) && Sources.getFileOffset(Next.getLocation()) < End);
  return true;
}

} // namespace memlint
