//===- InsertionPoints.cpp - Where a statement can be put in ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/SourceEdits/InsertionPoints.h"

#include "NamesInText.h"
#include "TextPositions.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace memlint {

/// Only code that the user can change has such locations.
static bool isChangeable(SourceLocation At, const SourceManager &Sources) {
  return At.isValid() && At.isFileID() && !Sources.isInSystemHeader(At);
}

/// The white space that the line of \p At begins with, and whether it is all before it.
static std::pair<std::string, bool> indentationAt(SourceLocation At, const SourceManager &Sources) {
  auto [File, Offset] = Sources.getDecomposedLoc(At);
  llvm::StringRef Before = Sources.getBufferData(File).take_front(Offset);
  Before = Before.substr(Before.find_last_of("\n\r") + 1);
  llvm::StringRef Spaces = Before.take_while([](char C) { return C == ' ' || C == '\t'; });
  return {Spaces.str(), Spaces.size() == Before.size()};
}

/// The pragmas above a loop belong to it: nothing may come between.
static SourceLocation beginOf(const Stmt &Statement, const SourceManager &Sources) {
  SourceLocation Begin = Statement.getBeginLoc();
  if (const auto *Attributed = dyn_cast<AttributedStmt>(&Statement)) {
    Begin = Attributed->getSubStmt()->getBeginLoc();
    for (const Attr *Each : Attributed->getAttrs())
      if (SourceLocation At = Each->getRange().getBegin();
          At.isFileID() && Begin.isFileID() && Sources.isBeforeInTranslationUnit(At, Begin))
        Begin = At;
  }
  return Begin;
}

std::optional<InsertionPoint> insertionPointBefore(const Stmt &Statement, const ASTContext &Ast) {
  // What stands before a label is passed by those that jump to it.
  if (isa<LabelStmt, SwitchCase>(Statement))
    return std::nullopt;
  const SourceManager &Sources = Ast.getSourceManager();
  SourceLocation Begin = beginOf(Statement, Sources);
  if (Begin.isMacroID() &&
      !Lexer::isAtStartOfMacroExpansion(Begin, Sources, Ast.getLangOpts(), &Begin))
    return std::nullopt;
  if (!isChangeable(Begin, Sources))
    return std::nullopt;
  InsertionPoint New;
  New.Position = positionOf({Begin, Statement.getEndLoc()}, Ast);
  std::tie(New.Indentation, New.StartsLine) = indentationAt(Begin, Sources);
  if (isa<AttributedStmt>(Statement) && !New.StartsLine) {
    // `#pragma` stands before what the attribute's location is.
    SourceLocation Line =
        Sources.translateLineCol(Sources.getFileID(Begin), Sources.getSpellingLineNumber(Begin), 1);
    llvm::StringRef Text =
        Sources.getBufferData(Sources.getFileID(Line)).substr(Sources.getFileOffset(Line));
    if (Text.ltrim(" \t").starts_with("#")) {
      New.StartsLine = true;
      New.Indentation =
          indentationAt(cast<AttributedStmt>(Statement).getSubStmt()->getBeginLoc(), Sources).first;
    }
  }
  return New;
}

std::optional<InsertionPoint> insertionPointAtEnd(const CompoundStmt &Block,
                                                  const ASTContext &Ast) {
  const SourceManager &Sources = Ast.getSourceManager();
  SourceLocation Brace = Block.getRBracLoc();
  if (!isChangeable(Brace, Sources))
    return std::nullopt;
  InsertionPoint New;
  New.At = InsertionPoint::Kind::BeforeBrace;
  New.Position = positionOf(Brace, Ast);
  std::tie(New.Indentation, New.StartsLine) = indentationAt(Brace, Sources);
  if (!New.StartsLine)
    return New;
  for (const Stmt *Each : Block.body()) {
    SourceLocation At = Sources.getExpansionLoc(Each->getBeginLoc());
    if (auto [Spaces, IsFirst] = indentationAt(At, Sources); IsFirst) {
      New.Indentation = Spaces;
      break;
    }
  }
  return New;
}

std::optional<InsertionPoint> insertionPointAt(InsertionPoint::Kind Kind, const Stmt &Body,
                                               const ASTContext &Ast) {
  const SourceManager &Sources = Ast.getSourceManager();
  SourceLocation End = Body.getEndLoc();
  if (!isChangeable(Body.getBeginLoc(), Sources) || !End.isFileID())
    return std::nullopt;
  // Most statements end before their semicolon, and so do those that end with one of these.
  Token Last;
  if (Lexer::getRawToken(End, Last, Sources, Ast.getLangOpts()))
    return std::nullopt;
  if (Last.isNot(tok::semi)) {
    std::optional<Token> Next = Lexer::findNextToken(End, Sources, Ast.getLangOpts());
    if (Next && Next->is(tok::semi))
      End = Next->getLocation();
    else if (Last.isNot(tok::r_brace))
      return std::nullopt;
  }
  InsertionPoint New;
  New.At = Kind;
  New.Position = positionOf({Body.getBeginLoc(), End}, Ast);
  return New;
}

SourcePosition wholeStatement(const Stmt &Call, const ASTContext &Ast) {
  const SourceManager &Sources = Ast.getSourceManager();
  SourceLocation Begin = Call.getBeginLoc(), End = Call.getEndLoc();
  if (!Begin.isFileID() || !End.isFileID() || Sources.isInSystemHeader(Begin))
    return {};
  std::optional<Token> Semicolon = Lexer::findNextToken(End, Sources, Ast.getLangOpts());
  if (!Semicolon || Semicolon->isNot(tok::semi))
    return {};
  auto [File, First] = Sources.getDecomposedLoc(Begin);
  unsigned Last = Sources.getFileOffset(Semicolon->getLocation()) + 1;
  llvm::StringRef Text = Sources.getBufferData(File);
  llvm::StringRef Before = Text.take_front(First).rtrim(" \t");
  llvm::StringRef Behind = Text.drop_front(Last);
  llvm::StringRef Rest = Behind.take_until([](char C) { return C == '\n' || C == '\r'; });
  bool StartsLine = Before.ends_with("\n") || Before.ends_with("\r");
  llvm::StringRef Words = Rest.ltrim(" \t");
  if (StartsLine && (Words.empty() || (Words.starts_with("//") && !Words.ends_with("\\")))) {
    // A comment behind it is about it.
    First = unsigned(Before.size());
    Last += unsigned(Rest.size());
    llvm::StringRef Newline = Text.drop_front(Last);
    Last += Newline.starts_with("\r\n") ? 2 : Newline.empty() ? 0 : 1;
  } else if (!StartsLine && (Words.empty() || Words.starts_with("//"))) {
    First = unsigned(Before.size());
  } else {
    Last += unsigned(Rest.size() - Words.size());
  }
  return positionBetween(Begin, First, Last, Ast);
}

bool hasConditionalText(const FunctionDecl &Function) {
  const ASTContext &Ast = Function.getASTContext();
  SourceRange Body = Function.getBody() ? Function.getBody()->getSourceRange() : SourceRange();
  return Body.isValid() && isChangeable(Body.getBegin(), Ast.getSourceManager()) &&
         hasConditionalText(Body, Ast);
}

} // namespace memlint
