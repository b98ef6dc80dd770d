//===- GuardSplit.cpp - One condition becomes several ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardSplit.h"

#include "GuardRewriter.h"

#include "cuda-memlint/SourceEdits/InsertionPoints.h"

#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::ArrayRef;

namespace memlint {

namespace {

/// What stands between two barriers of a branch.
struct Segment {
  std::string Text;
  SmallVector<const Stmt *, 4> Statements;
};

/// A branch of a condition, in parts, and the barriers between them as they are written.
struct Branch {
  std::vector<Segment> Segments = std::vector<Segment>(1);
  std::vector<std::string> Barriers;
};

class GuardSplitter {
public:
  GuardSplitter(const IfStmt &Choice, const FunctionDecl &Barrier, StringRef Negated,
                const Variables &Operands, const ASTContext &Ast)
      : Choice(Choice), Barrier(Barrier), Negated(Negated), Operands(Operands), Ast(Ast),
        Sources(Ast.getSourceManager()),
        Text(Sources.getBufferData(Sources.getFileID(Choice.getBeginLoc()))) {}

  std::optional<std::pair<SourcePosition, std::string>> run() {
    std::optional<Branch> Then = divide(Choice.getThen()), Else = divide(Choice.getElse());
    std::optional<InsertionPoint> Before = insertionPointBefore(Choice, Ast);
    std::optional<unsigned> End = endOfStatement(Choice, Ast);
    if (!Then || !Else || !Before || !Before->StartsLine || !End || !isSound(*Then) ||
        !isSound(*Else) ||
        (!Then->Barriers.empty() && !Else->Barriers.empty() &&
         Then->Barriers.size() != Else->Barriers.size()))
      return std::nullopt;
    Indentation = Before->Indentation;
    const std::vector<std::string> &Barriers =
        Then->Barriers.empty() ? Else->Barriers : Then->Barriers;
    SmallVector<std::string, 4> Pieces;
    for (size_t Index = 0; Index <= Barriers.size(); ++Index) {
      if (std::string Piece = describe(part(*Then, Index), part(*Else, Index)); !Piece.empty())
        Pieces.push_back(std::move(Piece));
      if (Index != Barriers.size())
        Pieces.push_back(Barriers[Index]);
    }
    return std::pair(positionBetween(Choice.getBeginLoc(),
                                     Sources.getFileOffset(Choice.getBeginLoc()), *End, Ast),
                     llvm::join(Pieces, "\n" + Indentation));
  }

private:
  static Segment part(const Branch &Of, size_t Index) {
    return Index < Of.Segments.size() ? Of.Segments[Index] : Segment();
  }

  bool isBarrier(const Stmt &Statement) const {
    const auto *Call = dyn_cast<CallExpr>(&Statement);
    return Call && Call->getDirectCallee() &&
           Call->getDirectCallee()->getCanonicalDecl() == Barrier.getCanonicalDecl();
  }

  /// The barrier with its semicolon and a comment on its line, and where that ends.
  std::optional<std::pair<std::string, unsigned>> barrierText(const Stmt &Statement) const {
    std::optional<unsigned> End = endOfStatement(Statement, Ast);
    if (!End || !Statement.getBeginLoc().isFileID())
      return std::nullopt;
    StringRef Rest =
        Text.drop_front(*End).take_until([](char C) { return C == '\n' || C == '\r'; });
    if (Rest.ltrim(" \t").starts_with("//") && !Rest.ends_with("\\"))
      *End += unsigned(Rest.size());
    return std::pair(Text.slice(Sources.getFileOffset(Statement.getBeginLoc()), *End).str(), *End);
  }

  std::optional<Branch> divide(const Stmt *Body) const {
    Branch Result;
    if (!Body)
      return Result;
    const auto *Block = dyn_cast<CompoundStmt>(Body);
    if (!Block) {
      auto Alone = isBarrier(*Body) ? barrierText(*Body) : std::nullopt;
      if (!Alone)
        return std::nullopt;
      Result.Barriers.push_back(Alone->first);
      Result.Segments.emplace_back();
      return Result;
    }
    if (!Block->getLBracLoc().isFileID() || !Block->getRBracLoc().isFileID())
      return std::nullopt;
    unsigned Begin = Sources.getFileOffset(Block->getLBracLoc()) + 1;
    for (const Stmt *Each : Block->body()) {
      if (!isBarrier(*Each)) {
        if (callsFunction(Each, Barrier) || !Each->getBeginLoc().isFileID())
          return std::nullopt;
        Result.Segments.back().Statements.push_back(Each);
        continue;
      }
      auto Here = barrierText(*Each);
      if (!Here)
        return std::nullopt;
      Result.Segments.back().Text =
          Text.slice(Begin, Sources.getFileOffset(Each->getBeginLoc())).str();
      Result.Barriers.push_back(std::move(Here->first));
      Result.Segments.emplace_back();
      Begin = Here->second;
    }
    Result.Segments.back().Text =
        Text.slice(Begin, Sources.getFileOffset(Block->getRBracLoc())).str();
    return Result;
  }

  /// What is behind a barrier is reached by the same threads as before, and knows all names.
  bool isSound(const Branch &Of) const {
    for (auto [Index, Part] : llvm::enumerate(Of.Segments))
      for (const Stmt *Each : Part.Statements) {
        bool IsLast = Index + 1 == Of.Segments.size();
        if (!IsLast && (hasJumps(Each) || hasReturn(Each) || mayChange(Each, Operands)))
          return false;
        if (Index != 0 && namesAny(Each, declaredBefore(Of, Index)))
          return false;
        if (const auto *Declaration = dyn_cast<DeclStmt>(Each); Declaration && !IsLast)
          if (llvm::any_of(Declaration->decls(),
                           [](const Decl *One) { return !isa<VarDecl>(One); }))
            return false;
      }
    return true;
  }

  static Variables declaredBefore(const Branch &Of, size_t Index) {
    Variables Declared;
    for (const Segment &Part : ArrayRef(Of.Segments).take_front(Index))
      for (const Stmt *Each : Part.Statements)
        if (const auto *Declaration = dyn_cast<DeclStmt>(Each))
          for (const Decl *One : Declaration->decls())
            Declared.insert(dyn_cast<VarDecl>(One));
    return Declared;
  }

  /// `if (...) {`, as it is written.
  std::string header() const {
    if (const auto *Block = dyn_cast<CompoundStmt>(Choice.getThen()))
      return Text
          .slice(Sources.getFileOffset(Choice.getBeginLoc()),
                 Sources.getFileOffset(Block->getLBracLoc()) + 1)
          .str();
    return "if (" +
           Lexer::getSourceText(CharSourceRange::getTokenRange(Choice.getCond()->getSourceRange()),
                                Sources, Ast.getLangOpts())
               .str() +
           ") {";
  }

  std::string braced(const std::string &Header, const Segment &Part) const {
    return Header + StringRef(Part.Text).rtrim().str() + "\n" + Indentation + "}";
  }

  std::string describe(const Segment &Then, const Segment &Else) const {
    if (Then.Statements.empty() && Else.Statements.empty())
      return StringRef(Then.Text).trim().str();
    if (Then.Statements.empty())
      return braced("if (" + Negated.str() + ") {", Else);
    std::string Result = braced(header(), Then);
    return Else.Statements.empty() ? Result : Result + braced(" else {", Else);
  }

  const IfStmt &Choice;
  const FunctionDecl &Barrier;
  StringRef Negated;
  const Variables &Operands;
  const ASTContext &Ast;
  const SourceManager &Sources;
  StringRef Text;
  std::string Indentation;
};

} // namespace

std::optional<std::pair<SourcePosition, std::string>>
splitGuard(const IfStmt &Choice, const FunctionDecl &Barrier, StringRef Negated,
           const Variables &Operands, const ASTContext &Ast) {
  return GuardSplitter(Choice, Barrier, Negated, Operands, Ast).run();
}

} // namespace memlint
