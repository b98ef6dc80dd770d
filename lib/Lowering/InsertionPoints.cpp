//===- InsertionPoints.cpp - Where a statement can be put in ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "NamesInText.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace memlint {

/// Only the second pass over a kernel is asked for them, and only code that the user can change
/// has them.
bool KernelLowering::canNotePoint(SourceLocation At) const {
  const SourceManager &Sources = Ast.getSourceManager();
  return Recording && KnownFacts.Known && Current.Reachable && !Current.Edges.empty() &&
         At.isValid() && At.isFileID() && !Sources.isInSystemHeader(At);
}

std::pair<std::string, bool> KernelLowering::indentationAt(SourceLocation At) const {
  const SourceManager &Sources = Ast.getSourceManager();
  auto [File, Offset] = Sources.getDecomposedLoc(At);
  llvm::StringRef Before = Sources.getBufferData(File).take_front(Offset);
  Before = Before.substr(Before.find_last_of("\n\r") + 1);
  llvm::StringRef Spaces = Before.take_while([](char C) { return C == ' ' || C == '\t'; });
  return {Spaces.str(), Spaces.size() == Before.size()};
}

InsertionPoint &KernelLowering::addPoint(InsertionPoint::Kind Kind, unsigned FirstNode) {
  InsertionPoint &New = Program.InsertionPoints.emplace_back();
  New.At = Kind;
  New.CallDepth = unsigned(Frames.size()) - 1;
  for (ExprRef Guard : Current.Guards)
    if (!Guard->isConstant())
      New.Guards.push_back(Guard);
  New.Loops = LoopStack;
  for (const OpenEdge &Edge : Current.Edges)
    New.Edges.push_back({Edge.Node, Edge.Successor});
  New.FirstNode = FirstNode;
  New.EndNode = unsigned(Program.Nodes.size());
  return New;
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

bool KernelLowering::notePointBefore(const Stmt &Statement) {
  // What stands before a label is passed by those that jump to it.
  if (isa<LabelStmt, SwitchCase>(Statement))
    return false;
  const SourceManager &Sources = Ast.getSourceManager();
  SourceLocation Begin = beginOf(Statement, Sources);
  if (Begin.isMacroID() &&
      !Lexer::isAtStartOfMacroExpansion(Begin, Sources, Ast.getLangOpts(), &Begin))
    return false;
  if (!canNotePoint(Begin))
    return false;
  InsertionPoint &New =
      addPoint(InsertionPoint::Kind::BeforeStatement, unsigned(Program.Nodes.size()));
  New.Position = positionOf({Begin, Statement.getEndLoc()});
  std::tie(New.Indentation, New.StartsLine) = indentationAt(Begin);
  if (isa<AttributedStmt>(Statement) && !New.StartsLine) {
    // `#pragma` stands before what the attribute's location is.
    SourceLocation Line =
        Sources.translateLineCol(Sources.getFileID(Begin), Sources.getSpellingLineNumber(Begin), 1);
    llvm::StringRef Text =
        Sources.getBufferData(Sources.getFileID(Line)).substr(Sources.getFileOffset(Line));
    if (Text.ltrim(" \t").starts_with("#")) {
      New.StartsLine = true;
      New.Indentation =
          indentationAt(cast<AttributedStmt>(Statement).getSubStmt()->getBeginLoc()).first;
    }
  }
  return true;
}

void KernelLowering::notePointAtEnd(const CompoundStmt &Block, unsigned FirstNode) {
  if (!canNotePoint(Block.getRBracLoc()))
    return;
  InsertionPoint &New = addPoint(InsertionPoint::Kind::BeforeBrace, FirstNode);
  New.Position = positionOf({Block.getRBracLoc(), Block.getRBracLoc()});
  std::tie(New.Indentation, New.StartsLine) = indentationAt(Block.getRBracLoc());
  if (!New.StartsLine)
    return;
  for (const Stmt *Each : Block.body()) {
    SourceLocation At = Ast.getSourceManager().getExpansionLoc(Each->getBeginLoc());
    if (auto [Spaces, IsFirst] = indentationAt(At); IsFirst) {
      New.Indentation = Spaces;
      break;
    }
  }
}

void KernelLowering::notePoint(InsertionPoint::Kind Kind, const Stmt &Body, unsigned FirstNode) {
  const SourceManager &Sources = Ast.getSourceManager();
  SourceLocation End = Body.getEndLoc();
  if (!canNotePoint(Body.getBeginLoc()) || !End.isFileID())
    return;
  // Most statements end before their semicolon, and so do those that end with one of these.
  Token Last;
  if (Lexer::getRawToken(End, Last, Sources, Ast.getLangOpts()))
    return;
  if (Last.isNot(tok::semi)) {
    std::optional<Token> Next = Lexer::findNextToken(End, Sources, Ast.getLangOpts());
    if (Next && Next->is(tok::semi))
      End = Next->getLocation();
    else if (Last.isNot(tok::r_brace))
      return;
  }
  InsertionPoint &New = addPoint(Kind, FirstNode);
  New.Position = positionOf({Body.getBeginLoc(), End});
}

SourcePosition KernelLowering::wholeStatement(const Stmt &Call) const {
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
  SourceLocation Start = Sources.getLocForStartOfFile(File);
  SourcePosition Result = positionOf({Begin, Begin});
  auto SetPosition = [&](unsigned Offset, unsigned &Line, unsigned &Column) {
    PresumedLoc At = Sources.getPresumedLoc(Start.getLocWithOffset(int(Offset)),
                                            /*UseLineDirectives=*/false);
    Line = At.getLine();
    Column = At.getColumn();
  };
  SetPosition(First, Result.Line, Result.Column);
  SetPosition(Last, Result.EndLine, Result.EndColumn);
  return Result;
}

void KernelLowering::noteConditionalText(const FunctionDecl &Function) {
  SourceRange Body = Function.getBody() ? Function.getBody()->getSourceRange() : SourceRange();
  const SourceManager &Sources = Ast.getSourceManager();
  if (Body.isValid() && Body.getBegin().isFileID() && !Sources.isInSystemHeader(Body.getBegin()))
    HasConditionalText |= hasConditionalText(Body, Ast);
}

void KernelLowering::executeBody(const Stmt *Body) {
  if (!Body || isa<CompoundStmt, NullStmt>(Body)) {
    execute(Body);
    return;
  }
  unsigned FirstNode = unsigned(Program.Nodes.size());
  size_t Point = Program.InsertionPoints.size();
  notePoint(InsertionPoint::Kind::BeforeBody, *Body, FirstNode);
  bool IsNoted = Program.InsertionPoints.size() != Point;
  execute(Body);
  if (IsNoted)
    Program.InsertionPoints[Point].EndNode = unsigned(Program.Nodes.size());
  notePoint(InsertionPoint::Kind::AfterBody, *Body, FirstNode);
}

} // namespace memlint
