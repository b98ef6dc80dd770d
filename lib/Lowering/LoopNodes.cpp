//===- LoopNodes.cpp - Loops in the control-flow graph --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops of the source, and those that a call stands for: rows of a matrix, pieces of a copy.
///
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "RunningValues.h"

#include "cuda-memlint/Frontend/Position.h"
#include "cuda-memlint/Interpreter/IntegerConstants.h"
#include "cuda-memlint/Interpreter/Value.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace memlint {

OwnLoop Emitter::enterOwnLoop(ExprRef Count, llvm::StringRef Name, const clang::Stmt *Where) {
  unsigned Id = unsigned(Program.Loops.size());
  LeafInfo Counter;
  Counter.Kind = LeafKind::LoopCounter;
  Counter.Varies = Uniformity::Grid;
  Counter.Id = Id;
  // With its last value the loop is left.
  Counter.Range = {0, Count->isConstant() ? Count->constantTerm()
                                          : std::numeric_limits<int32_t>::max()};
  Counter.Name = Name.str();
  size_t Depth = 0;
  Loop New;
  New.Id = Id;
  if (!Run.LoopStack.empty())
    New.Parent = Run.LoopStack.back();
  New.Counter = Exprs.leaf(Counter);
  New.Position = positionOf(Run.shownRange(Where->getSourceRange(), Depth), Ast);
  ExprRef Inside = Exprs.less(New.Counter, Count);
  New.Exits = {Exprs.logicalNot(Inside)};
  OwnLoop Entered;
  Entered.Counter = New.Counter;
  Program.Loops.push_back(std::move(New));
  Run.LoopStack.push_back(Id);
  Entered.Head = emitNode(NodeKind::LoopHead, Id, nullptr, Where);
  Entered.Test = emitNode(NodeKind::Branch, 0, Inside);
  Run.Current.Guards.push_back(Inside);
  return Entered;
}

void Emitter::leaveOwnLoop(const OwnLoop &Left) {
  closeEdges(Run.Current.Edges, Left.Head);
  Run.Current.Edges = {{Left.Test, 1}};
  Run.Current.Guards.pop_back();
  Run.LoopStack.pop_back();
}

void Emitter::closeEdges(llvm::ArrayRef<OpenEdge> Edges, unsigned Target) {
  for (const OpenEdge &Edge : Edges) {
    std::vector<unsigned> &Successors = Program.Nodes[Edge.Node].Successors;
    if (Successors.size() <= Edge.Successor)
      Successors.resize(Edge.Successor + 1, Target);
    Successors[Edge.Successor] = Target;
  }
}

unsigned Emitter::addLoop() {
  Program.Loops.emplace_back();
  return unsigned(Program.Loops.size() - 1);
}

void Emitter::dropLoop(unsigned Dropped) {
  if (Dropped + 1 == Program.Loops.size())
    Program.Loops.pop_back();
}

/// The variable that \p Number is, with whatever conversions; null: it is something else.
static const ValueDecl *variableOf(const clang::Expr *Number) {
  const auto *Reference = dyn_cast<DeclRefExpr>(Number->IgnoreParenImpCasts());
  return Reference ? Reference->getDecl() : nullptr;
}

/// Loop::CountsUp.
static bool countsUp(const clang::Stmt &Where) {
  const auto *For = dyn_cast<ForStmt>(&Where);
  const auto *Step = dyn_cast_or_null<UnaryOperator>(For ? For->getInc() : nullptr);
  const auto *Test = dyn_cast_or_null<BinaryOperator>(Step ? For->getCond() : nullptr);
  if (!Test || !Step->isIncrementOp() ||
      (Test->getOpcode() != BO_LT && Test->getOpcode() != BO_LE) ||
      !Test->getLHS()->getType()->isSignedIntegerType())
    return false;
  const ValueDecl *Variable = variableOf(Step->getSubExpr());
  return Variable && Variable->getType()->isSignedIntegerType() &&
         Variable == variableOf(Test->getLHS());
}

unsigned Emitter::enterLoop(unsigned Entered, ExprRef Counter, const clang::Stmt *Where) {
  unsigned Head = emitNode(NodeKind::LoopHead, Entered, nullptr, Where);
  Loop New;
  New.Id = Entered;
  if (!Run.LoopStack.empty())
    New.Parent = Run.LoopStack.back();
  New.Counter = Counter;
  New.Position = positionOf(Where->getSourceRange(), Ast);
  if (auto Asked = UnrollCounts.find(Where); Asked != UnrollCounts.end())
    New.UnrollCount = Asked->second;
  New.CountsUp = countsUp(*Where);
  // All floating-point numbers are one expression: what it was before, and what it is now.
  if (storesRunningValue(*Where) || hasRecurrence(*Where)) {
    ExprRef Number = floatValue(Exprs, Uniformity::Lane).Number;
    New.Carried.push_back({Number, Number, std::nullopt, nullptr});
  }
  Program.Loops[Entered] = std::move(New);
  return Head;
}

void Emitter::setLoopValues(unsigned Loop, unsigned FirstValue, unsigned EndValue) {
  Program.Loops[Loop].FirstValue = FirstValue;
  Program.Loops[Loop].EndValue = EndValue;
}

void Emitter::leaveLoop(unsigned Head, llvm::ArrayRef<OpenEdge> End) { closeEdges(End, Head); }

static std::optional<uint64_t> unrollCountOf(const LoopHintAttr &Hint, const ASTContext &Ast) {
  if (Hint.getOption() == LoopHintAttr::Unroll)
    return Hint.getState() == LoopHintAttr::Disable ? 1 : 0;
  if (Hint.getOption() != LoopHintAttr::UnrollCount || !Hint.getValue() ||
      Hint.getValue()->isValueDependent())
    return std::nullopt;
  clang::Expr::EvalResult Count;
  if (!Hint.getValue()->EvaluateAsInt(Count, Ast) || signedBits(Count.Val.getInt()) < 1)
    return std::nullopt;
  return uint64_t(signedBits(Count.Val.getInt()));
}

void Emitter::noteAttributes(const AttributedStmt &Statement) {
  for (const Attr *Item : Statement.getAttrs())
    if (const auto *Hint = dyn_cast<LoopHintAttr>(Item))
      if (std::optional<uint64_t> Count = unrollCountOf(*Hint, Ast))
        UnrollCounts[Statement.getSubStmt()] = *Count;
}

} // namespace memlint
