//===- GuardRewriter.cpp - Work under a condition, not barriers -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardRewriter.h"

#include "cuda-memlint/Frontend/Position.h"
#include "cuda-memlint/SourceEdits/InsertionPoints.h"

#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::ArrayRef;

namespace memlint {

std::optional<unsigned> endOfStatement(const Stmt &Statement, const ASTContext &Ast) {
  const SourceManager &Sources = Ast.getSourceManager();
  SourceLocation End = Statement.getEndLoc();
  Token Last;
  if (!End.isFileID() || Lexer::getRawToken(End, Last, Sources, Ast.getLangOpts()))
    return std::nullopt;
  if (Last.isNot(tok::semi) && Last.isNot(tok::r_brace)) {
    std::optional<Token> Next = Lexer::findNextToken(End, Sources, Ast.getLangOpts());
    if (!Next || Next->isNot(tok::semi))
      return std::nullopt;
    Last = *Next;
  } else if (std::optional<Token> Next = Lexer::findNextToken(End, Sources, Ast.getLangOpts());
             Last.is(tok::r_brace) && isa<clang::Expr, DeclStmt>(Statement) && Next &&
             Next->is(tok::semi)) {
    Last = *Next;
  }
  return Sources.getFileOffset(Last.getLocation()) + Last.getLength();
}

GuardRewriter::GuardRewriter(const ASTContext &Ast, const FunctionDecl &Barrier, std::string Text,
                             Variables Operands)
    : Ast(Ast), Sources(Ast.getSourceManager()), Barrier(Barrier), Condition(std::move(Text)),
      Operands(std::move(Operands)) {}

void GuardRewriter::change(Change New) {
  auto Behind = llvm::upper_bound(Changes, New.Offset, [](unsigned Offset, const Change &Each) {
    return Offset < Each.Offset;
  });
  Changes.insert(Behind, std::move(New));
}

bool GuardRewriter::removeLines(SourceLocation From, unsigned End) {
  StringRef Text = Sources.getBufferData(Sources.getFileID(From));
  StringRef Before = Text.take_front(Sources.getFileOffset(From)).rtrim(" \t");
  StringRef Rest = Text.drop_front(End).take_until([](char C) { return C == '\n'; });
  StringRef Comment = Rest.trim();
  if (!Before.ends_with("\n") || Rest.size() + End == Text.size() ||
      (!Comment.empty() && (!Comment.starts_with("//") || Comment.ends_with("\\"))))
    return false;
  remove(unsigned(Before.size()), End + unsigned(Rest.size()) + 1);
  return true;
}

bool GuardRewriter::isBarrier(const Stmt &Statement) const {
  const auto *Call = dyn_cast<CallExpr>(&Statement);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->getCanonicalDecl() == Barrier.getCanonicalDecl();
}

/// What all threads may declare: no memory is read, and nothing is called.
static bool hasPlainInitialValues(const DeclStmt &Statement) {
  return llvm::all_of(Statement.decls(), [](const Decl *Each) {
    const auto *Variable = dyn_cast<VarDecl>(Each);
    if (!Variable)
      return isa<TypeDecl, UsingDecl, StaticAssertDecl>(Each);
    if (Variable->hasGlobalStorage())
      return true;
    const clang::Expr *Init = Variable->getInit();
    return Init ? Variable->getType()->isScalarType() && isPlain(Init)
                : Variable->getType().isPODType(Variable->getASTContext());
  });
}

std::optional<GuardRewriter::Place> GuardRewriter::placeOf(const Stmt &Statement) {
  if (isBarrier(Statement))
    return Place::Everywhere;
  if (callsFunction(&Statement, Barrier))
    return Place::Enclosing;
  if (const auto *Declaration = dyn_cast<DeclStmt>(&Statement))
    return hasPlainInitialValues(*Declaration) ? Place::Everywhere : Place::Initialised;
  if (hasJumps(&Statement))
    return std::nullopt;
  return Place::Guarded;
}

void GuardRewriter::joinDeclarations(ArrayRef<const Stmt *> Statements,
                                     MutableArrayRef<Place> Places) const {
  for (size_t Index = Statements.size(); Index-- != 0;) {
    const auto *Declaration = dyn_cast<DeclStmt>(Statements[Index]);
    bool IsPlain = Places[Index] == Place::Everywhere;
    // A plain one before the work may stay where it is.
    bool Joins = Declaration && (!IsPlain || (Index != 0 && Places[Index - 1] == Place::Guarded));
    if (!Joins)
      continue;
    Variables Declared;
    bool IsShared = false;
    for (const Decl *Each : Declaration->decls()) {
      const auto *Variable = dyn_cast<VarDecl>(Each);
      IsShared |= !Variable || Variable->hasGlobalStorage();
      Declared.insert(Variable);
    }
    size_t End = Index + 1;
    while (End != Statements.size() && Places[End] == Place::Guarded)
      ++End;
    bool IsNeededBehind = llvm::any_of(Statements.drop_front(End),
                                       [&](const Stmt *Each) { return namesAny(Each, Declared); });
    if (!IsShared && !IsNeededBehind)
      Places[Index] = Place::Guarded;
  }
}

bool GuardRewriter::initialise(const DeclStmt &Statement) {
  const auto *Variable =
      Statement.isSingleDecl() ? dyn_cast<VarDecl>(Statement.getSingleDecl()) : nullptr;
  if (!Variable || !Variable->hasInit() || Variable->getInitStyle() != VarDecl::CInit ||
      !Variable->getType()->isArithmeticType() || Variable->hasGlobalStorage())
    return false;
  const clang::Expr *Init = Variable->getInit()->IgnoreImplicit();
  if (!Init->getBeginLoc().isFileID() || !Init->getEndLoc().isFileID() || isa<InitListExpr>(Init))
    return false;
  unsigned Begin = Sources.getFileOffset(Init->getBeginLoc());
  unsigned End = Sources.getFileOffset(
      Lexer::getLocForEndOfToken(Init->getEndLoc(), 0, Sources, Ast.getLangOpts()));
  change({Begin, 0, Condition + " ? "});
  change({End, 0, " : 0"});
  Dependent.insert(Variable);
  Guarded.push_back(Init);
  return true;
}

/// `++i`, `i += step`, `i = 2 * i`: steps one variable, and reads no memory.
static bool isPlainStep(const Stmt *Step) {
  if (!Step)
    return true;
  auto IsVariable = [](const clang::Expr *Target) {
    return isa<DeclRefExpr>(Target->IgnoreParens());
  };
  if (const auto *Unary = dyn_cast<UnaryOperator>(Step))
    return Unary->isIncrementDecrementOp() && IsVariable(Unary->getSubExpr());
  const auto *Assignment = dyn_cast<BinaryOperator>(Step);
  return Assignment && Assignment->isAssignmentOp() && IsVariable(Assignment->getLHS()) &&
         isPlain(Assignment->getRHS());
}

/// The block that \p Around leads to by what all threads may evaluate, and that in \p Headers;
/// null: there is none.
static const CompoundStmt *enterPlainly(const Stmt &Around,
                                        SmallVectorImpl<const Stmt *> &Headers) {
  const Stmt *Body = &Around;
  bool IsPlain = true;
  if (const auto *Counted = dyn_cast<ForStmt>(&Around)) {
    const auto *Init = dyn_cast_or_null<DeclStmt>(Counted->getInit());
    IsPlain = !Counted->getConditionVariable() && isPlainStep(Counted->getInc()) &&
              isPlain(Counted->getCond()) &&
              (Init ? hasPlainInitialValues(*Init) : !Counted->getInit());
    Headers.append({Counted->getInit(), Counted->getCond(), Counted->getInc()});
    Body = Counted->getBody();
  } else if (const auto *While = dyn_cast<WhileStmt>(&Around)) {
    IsPlain = !While->getConditionVariable() && isPlain(While->getCond());
    Headers.append({While->getCond()});
    Body = While->getBody();
  } else if (const auto *Choice = dyn_cast<IfStmt>(&Around)) {
    IsPlain = !Choice->getElse() && !Choice->getInit() && !Choice->getConditionVariable() &&
              isPlain(Choice->getCond());
    Headers.append({Choice->getCond()});
    Body = Choice->getThen();
  }
  return IsPlain ? dyn_cast<CompoundStmt>(Body) : nullptr;
}

bool GuardRewriter::enter(const Stmt &Around) {
  SmallVector<const Stmt *, 4> Headers;
  const CompoundStmt *Block = enterPlainly(Around, Headers);
  if (!Block || hasJumps(&Around) || hasReturn(&Around))
    return false;
  for (const Stmt *Header : Headers) {
    // With values that the condition rules out, a loop may find no end.
    if (namesAny(Header, Operands) || namesAny(Header, Derived))
      return false;
    addNamed(Header, Common);
    Evaluated.push_back(Header);
  }
  return guard(SmallVector<const Stmt *>(Block->body()));
}

/// A level of indentation in \p Text: that of the line which is indented least, other than within
/// a comment.
static std::string levelOfIndentation(StringRef Text) {
  size_t Least = std::string::npos;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    StringRef Code = Line.ltrim(" \t");
    if (Line.starts_with("\t") && !Code.trim().empty())
      return "\t";
    if (Code.size() != Line.size() && !Code.trim().empty() && !Code.starts_with("*"))
      Least = std::min(Least, Line.size() - Code.size());
  }
  return std::string(Least == std::string::npos ? 2 : Least, ' ');
}

bool GuardRewriter::guardRun(ArrayRef<const Stmt *> Run) {
  std::optional<InsertionPoint> Before = insertionPointBefore(*Run.front(), Ast);
  std::optional<unsigned> End = endOfStatement(*Run.back(), Ast);
  if (!Before || !Before->StartsLine || !End)
    return false;
  FileID File = Sources.getFileID(Run.front()->getBeginLoc());
  StringRef Text = Sources.getBufferData(File);
  unsigned Begin = Sources.getFileOffset(Sources.translateLineCol(File, Before->Position.Line, 1));
  StringRef Rest = Text.drop_front(*End).take_until([](char C) { return C == '\n' || C == '\r'; });
  StringRef Comment = Rest.ltrim(" \t");
  if (!Comment.empty() && (!Comment.starts_with("//") || Comment.ends_with("\\")))
    return false;
  unsigned EndOfLine = *End + unsigned(Rest.size());
  std::string Level = levelOfIndentation(Text);
  StringRef Lines = Text.slice(Begin, EndOfLine);
  if (Lines.contains("R\"") || Lines.contains("\\\n"))
    return false;
  bool NeedsBraces = Run.size() > 1 || Lines.contains('\n') || isa<DeclStmt, IfStmt>(Run.front());
  change({Begin, 0, Before->Indentation + "if (" + Condition + (NeedsBraces ? ") {\n" : ")\n")});
  for (size_t Line = 0; Line < Lines.size(); Line = Lines.find('\n', Line) + 1) {
    StringRef Shown = Lines.drop_front(Line).take_until([](char C) { return C == '\n'; });
    if (!Shown.trim().empty() && !Shown.ltrim().starts_with("#"))
      change({Begin + unsigned(Line), 0, Level});
    if (Lines.find('\n', Line) == StringRef::npos)
      break;
  }
  if (NeedsBraces)
    change({EndOfLine, 0, "\n" + Before->Indentation + "}"});
  append_range(Guarded, Run);
  return true;
}

void GuardRewriter::declareForAll(const DeclStmt &Statement) {
  addNamed(&Statement, Common);
  if (namesAny(&Statement, Operands) || namesAny(&Statement, Derived))
    for (const Decl *Each : Statement.decls())
      if (const auto *Variable = dyn_cast<VarDecl>(Each))
        Derived.insert(Variable);
}

bool GuardRewriter::guard(ArrayRef<const Stmt *> Statements) {
  std::vector<Place> Places;
  for (const Stmt *Each : Statements) {
    std::optional<Place> Known = placeOf(*Each);
    if (!Known)
      return false;
    Places.push_back(*Known);
  }
  joinDeclarations(Statements, Places);
  for (size_t Index = 0; Index != Statements.size();) {
    size_t End = Index;
    while (End != Statements.size() && Places[End] == Place::Guarded)
      ++End;
    const Stmt &Here = *Statements[Index];
    bool IsDone = true;
    if (End != Index) {
      IsDone = guardRun(Statements.slice(Index, End - Index));
      Index = End;
    } else {
      if (Places[Index] == Place::Initialised)
        IsDone = initialise(cast<DeclStmt>(Here));
      else if (Places[Index] == Place::Enclosing)
        IsDone = enter(Here);
      else if (isa<DeclStmt>(Here))
        declareForAll(cast<DeclStmt>(Here));
      ++Index;
    }
    if (!IsDone)
      return false;
  }
  return true;
}

bool GuardRewriter::isSound() const {
  auto ChangesAny = [](const Variables &Names) {
    return [&Names](const Stmt *Each) { return mayChange(Each, Names); };
  };
  return llvm::none_of(Guarded, ChangesAny(Common)) &&
         llvm::none_of(Guarded, ChangesAny(Operands)) &&
         llvm::none_of(Evaluated, ChangesAny(Operands)) &&
         llvm::none_of(Dependent, [&](const VarDecl *Each) { return Common.contains(Each); });
}

std::pair<SourcePosition, std::string> GuardRewriter::result(SourceLocation File) {
  StringRef Text = Sources.getBufferData(Sources.getFileID(File));
  unsigned Begin = Changes.front().Offset, At = Begin;
  std::string New;
  for (const Change &Each : Changes) {
    New += Text.slice(At, Each.Offset);
    New += Each.Text;
    At = std::max(At, Each.Offset + Each.Length);
  }
  return {positionBetween(File, Begin, At, Ast), std::move(New)};
}

} // namespace memlint
