//===- Position.cpp - Where something stands in a source ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace memlint {

bool isInHeader(SourceLocation At, const SourceManager &Sources) {
  FileID File = Sources.getFileID(Sources.getExpansionLoc(At));
  if (File != Sources.getMainFileID())
    return true;
  OptionalFileEntryRef Entry = Sources.getFileEntryRefForID(File);
  return Entry && llvm::StringSwitch<bool>(llvm::sys::path::extension(Entry->getName()))
                      .Cases(".cuh", ".h", ".hh", ".hpp", ".hxx", ".inl", true)
                      .Default(false);
}

SourcePosition positionOf(SourceRange Range, const ASTContext &Ast) {
  SourcePosition Position;
  if (Range.isInvalid())
    return Position;
  const SourceManager &Sources = Ast.getSourceManager();
  Position.InMacro = Range.getBegin().isMacroID() || Range.getEnd().isMacroID();
  Position.InHeader = isInHeader(Range.getBegin(), Sources);
  CharSourceRange Expanded = Sources.getExpansionRange(Range);
  PresumedLoc Begin = Sources.getPresumedLoc(Expanded.getBegin(), /*UseLineDirectives=*/false);
  if (Begin.isInvalid())
    return Position;
  Position.Path = Begin.getFilename();
  Position.Line = Begin.getLine();
  Position.Column = Begin.getColumn();
  // Half of a `>>` that closes two lists of template arguments is not a whole token.
  SourceLocation AfterLast =
      Expanded.isTokenRange()
          ? Lexer::getLocForEndOfToken(Expanded.getEnd(), 0, Sources, Ast.getLangOpts())
          : Expanded.getEnd();
  PresumedLoc End = Sources.getPresumedLoc(AfterLast.isValid() ? AfterLast : Expanded.getEnd(),
                                           /*UseLineDirectives=*/false);
  if (End.isValid()) {
    Position.EndLine = End.getLine();
    Position.EndColumn = End.getColumn();
  }
  return Position;
}

std::string textOf(SourceRange Range, const ASTContext &Ast) {
  if (Range.isInvalid())
    return {};
  const SourceManager &Sources = Ast.getSourceManager();
  bool Invalid = false;
  llvm::StringRef Written =
      Lexer::getSourceText(Sources.getExpansionRange(Range), Sources, Ast.getLangOpts(), &Invalid);
  if (Invalid)
    return {};
  // On one line, and not longer than a message can hold.
  constexpr size_t MaximumLength = 120;
  std::string Text;
  bool Space = false;
  for (char C : Written) {
    if (isspace(static_cast<unsigned char>(C))) {
      Space = !Text.empty();
      continue;
    }
    if (Space)
      Text += ' ';
    Space = false;
    Text += C;
    if (Text.size() >= MaximumLength)
      return Text + "...";
  }
  return Text;
}

} // namespace memlint
