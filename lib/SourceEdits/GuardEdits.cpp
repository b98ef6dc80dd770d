//===- GuardEdits.cpp - Conditions that enclose barriers ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/SourceEdits/GuardEdits.h"

#include "GuardRewriter.h"
#include "GuardSplit.h"
#include "NamesInText.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::ArrayRef;

namespace memlint {

namespace {

class GuardEditor {
public:
  GuardEditor(const FunctionDecl &Function, const CallExpr &Call, const ASTContext &Ast)
      : Function(Function), Call(Call), Ast(Ast), Sources(Ast.getSourceManager()),
        Barrier(*Call.getDirectCallee()) {}

  std::vector<GuardEdit> run() {
    if (!findPath(Function.getBody()))
      return {};
    addReturns();
    for (size_t Index = 1; Index + 1 < Path.size(); ++Index)
      if (const auto *Choice = dyn_cast<IfStmt>(Path[Index]);
          Choice && isa<CompoundStmt>(Path[Index - 1]) && Path[Index + 1] != Choice->getCond())
        addChoice(*Choice);
    return std::move(Found);
  }

private:
  bool findPath(const Stmt *From) {
    if (!From)
      return false;
    Path.push_back(From);
    if (From == &Call ||
        llvm::any_of(From->children(), [&](const Stmt *Part) { return findPath(Part); }))
      return true;
    Path.pop_back();
    return false;
  }

  /// The condition can be evaluated once more, and all of \p Choice is text of the file.
  bool isEditable(const IfStmt &Choice) const {
    const clang::Expr &Condition = *Choice.getCond();
    return !Choice.getInit() && !Choice.getConditionVariable() &&
           !isa<ConditionalOperator>(Condition.IgnoreImpCasts()) && !Choice.isConstexpr() &&
           !Choice.isConsteval() && isPlain(&Condition) && Choice.getBeginLoc().isFileID() &&
           Choice.getEndLoc().isFileID() && Condition.getBeginLoc().isFileID() &&
           Condition.getEndLoc().isFileID() && !Sources.isInSystemHeader(Choice.getBeginLoc());
  }

  Variables operandsOf(const IfStmt &Choice) const {
    Variables Operands;
    addNamed(Choice.getCond(), Operands);
    return Operands;
  }

  std::string written(const clang::Expr &Shown) const {
    return Lexer::getSourceText(CharSourceRange::getTokenRange(Shown.getSourceRange()), Sources,
                                Ast.getLangOpts())
        .str();
  }

  /// What holds where \p Condition does not, by De Morgan's laws.
  std::string negated(const clang::Expr &Condition) const {
    const clang::Expr &Inner = *Condition.IgnoreParenImpCasts();
    if (!Inner.getBeginLoc().isFileID() || !Inner.getEndLoc().isFileID())
      return "!(" + written(Condition) + ")";
    const auto *Not = dyn_cast<UnaryOperator>(&Inner);
    if (Not && Not->getOpcode() == UO_LNot) {
      const clang::Expr &Positive = *Not->getSubExpr();
      const clang::Expr &Bare = *Positive.IgnoreParenImpCasts();
      const auto *Compared = dyn_cast<BinaryOperator>(&Bare);
      // Of what binds less strongly than `&&`, the parentheses stay.
      return written(Compared && Compared->isComparisonOp() ? Bare : Positive);
    }
    const auto *Operator = dyn_cast<BinaryOperator>(&Inner);
    if (Operator && Operator->isLogicalOp()) {
      bool WasOr = Operator->getOpcode() == BO_LOr;
      auto Part = [&](const clang::Expr &Each) {
        const auto *Deeper = dyn_cast<BinaryOperator>(Each.IgnoreParenImpCasts());
        bool NeedsParens = WasOr && Deeper && Deeper->getOpcode() == BO_LAnd;
        return NeedsParens ? "(" + negated(Each) + ")" : negated(Each);
      };
      return Part(*Operator->getLHS()) + (WasOr ? " && " : " || ") + Part(*Operator->getRHS());
    }
    // Of numbers that may be unordered, neither comparison need hold.
    if (Operator && Operator->isComparisonOp() &&
        !Operator->getLHS()->getType()->isRealFloatingType() &&
        !Operator->getRHS()->getType()->isRealFloatingType())
      return written(*Operator->getLHS()) + " " +
             BinaryOperator::getOpcodeStr(BinaryOperator::negateComparisonOp(Operator->getOpcode()))
                 .str() +
             " " + written(*Operator->getRHS());
    return isa<DeclRefExpr>(Inner) ? "!" + written(Inner) : "!(" + written(Condition) + ")";
  }

  void add(const IfStmt &Choice, bool IsReturn, std::pair<SourcePosition, std::string> Edit) {
    GuardEdit New;
    New.Branch = positionOf(Choice.getCond()->getSourceRange(), Ast);
    New.IsReturn = IsReturn;
    std::tie(New.Changed, New.Replacement) = std::move(Edit);
    Found.push_back(std::move(New));
  }

  static bool isReturn(const Stmt *Body) {
    if (const auto *Block = dyn_cast_or_null<CompoundStmt>(Body))
      Body = Block->size() == 1 ? Block->body_front() : nullptr;
    const auto *Return = dyn_cast_or_null<ReturnStmt>(Body);
    return Return && !Return->getRetValue();
  }

  void addReturns() {
    const auto *Body = dyn_cast<CompoundStmt>(Path.front());
    if (!Body || hasConditionalText(Body->getSourceRange(), Ast))
      return;
    SmallVector<const Stmt *> Statements(Body->body());
    for (auto [Index, Each] : llvm::enumerate(Statements)) {
      if (Path.size() > 1 && Each == Path[1])
        return;
      const auto *Choice = dyn_cast<IfStmt>(Each);
      if (Choice && !Choice->getElse() && isReturn(Choice->getThen()) && isEditable(*Choice))
        addReturn(*Choice, llvm::ArrayRef(Statements).drop_front(Index + 1));
    }
  }

  void addReturn(const IfStmt &Choice, llvm::ArrayRef<const Stmt *> Behind) {
    GuardRewriter Rewriter(Ast, Barrier, negated(*Choice.getCond()), operandsOf(Choice));
    std::optional<unsigned> End = endOfStatement(Choice, Ast);
    if (!End || !Rewriter.removeLines(Choice.getBeginLoc(), *End) || !Rewriter.guard(Behind) ||
        !Rewriter.isSound())
      return;
    add(Choice, /*IsReturn=*/true, Rewriter.result(Choice.getBeginLoc()));
  }

  void addChoice(const IfStmt &Choice) {
    if (!isEditable(Choice) || hasConditionalText(Choice.getSourceRange(), Ast))
      return;
    Variables Operands = operandsOf(Choice);
    if (auto Split = splitGuard(Choice, Barrier, negated(*Choice.getCond()), Operands, Ast)) {
      add(Choice, /*IsReturn=*/false, std::move(*Split));
      return;
    }
    const auto *Block = dyn_cast<CompoundStmt>(Choice.getThen());
    if (!Block || Choice.getElse() || !Block->getLBracLoc().isFileID())
      return;
    GuardRewriter Rewriter(Ast, Barrier, written(*Choice.getCond()), Operands);
    Rewriter.remove(Sources.getFileOffset(Choice.getBeginLoc()),
                    Sources.getFileOffset(Block->getLBracLoc()));
    if (Rewriter.guard(SmallVector<const Stmt *>(Block->body())) && Rewriter.isSound())
      add(Choice, /*IsReturn=*/false, Rewriter.result(Choice.getBeginLoc()));
  }

  const FunctionDecl &Function;
  const CallExpr &Call;
  const ASTContext &Ast;
  const SourceManager &Sources;
  const FunctionDecl &Barrier;
  /// From the body of the function to the call.
  SmallVector<const Stmt *, 8> Path;
  std::vector<GuardEdit> Found;
};

} // namespace

std::vector<GuardEdit> guardEdits(const FunctionDecl &Function, const CallExpr &Call,
                                  const ASTContext &Ast) {
  if (!Call.getDirectCallee() || !Call.getBeginLoc().isFileID())
    return {};
  return GuardEditor(Function, Call, Ast).run();
}

} // namespace memlint
