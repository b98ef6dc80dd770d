//===- Rewriting.cpp - Walking and rebuilding expressions -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/DenseSet.h"

using namespace llvm;

namespace memlint {

bool anyNode(ExprRef Root, function_ref<bool(ExprRef)> Holds) {
  DenseSet<ExprRef> Seen;
  SmallVector<ExprRef, 16> Pending = {Root};
  while (!Pending.empty()) {
    ExprRef Node = Pending.pop_back_val();
    if (!Seen.insert(Node).second)
      continue;
    if (Holds(Node))
      return true;
    forEachOperand(Node, [&](ExprRef Operand) { Pending.push_back(Operand); });
  }
  return false;
}

bool anyLeaf(ExprRef Root, function_ref<bool(ExprRef)> Holds) {
  return anyNode(Root, [&](ExprRef Node) { return Node->isLeaf() && Holds(Node); });
}

bool hasLeaf(ExprRef Root, LeafKind Kind) {
  return anyLeaf(Root, [&](ExprRef Leaf) { return Leaf->leaf().Kind == Kind; });
}

bool allLeaves(ExprRef Root, function_ref<bool(ExprRef)> Holds) {
  return !anyLeaf(Root, [&](ExprRef Leaf) { return !Holds(Leaf); });
}

void forEachLeaf(ExprRef Root, function_ref<void(ExprRef)> Visit) {
  anyLeaf(Root, [&](ExprRef Leaf) {
    Visit(Leaf);
    return false;
  });
}

static void appendParts(ExprRef Root, ExprKind Kind, SmallVectorImpl<ExprRef> &Parts) {
  if (Root->kind() != Kind) {
    Parts.push_back(Root);
    return;
  }
  for (ExprRef Operand : Root->operands())
    appendParts(Operand, Kind, Parts);
}

SmallVector<ExprRef, 4> partsOf(ExprRef Root, ExprKind Kind) {
  SmallVector<ExprRef, 4> Parts;
  appendParts(Root, Kind, Parts);
  return Parts;
}

ExprRef withRange(ExprContext &Context, ExprRef Leaf, Interval Range) {
  LeafInfo Info = Leaf->leaf();
  Info.Range = Range;
  return Context.leaf(Info);
}

ExprRef product(ExprContext &Context, int64_t Coefficient, ArrayRef<ExprRef> Factors) {
  ExprRef Product = Context.constant(Coefficient);
  for (ExprRef Factor : Factors)
    Product = Context.multiply(Product, Factor);
  return Product;
}

ExprRef mapFactors(ExprContext &Context, ExprRef Sum, function_ref<ExprRef(ExprRef)> Map) {
  if (Sum->isConstant())
    return Sum;
  if (Sum->kind() != ExprKind::Polynomial)
    return Map(Sum);
  SmallVector<ExprRef, 8> Mapped;
  bool IsChanged = false;
  for (const Monomial &Part : Sum->terms())
    for (ExprRef Factor : Part.Factors) {
      Mapped.push_back(Map(Factor));
      IsChanged |= Mapped.back() != Factor;
    }
  if (!IsChanged)
    return Sum;
  SmallVector<ExprRef, 8> Products = {Context.constant(Sum->constantTerm())};
  ArrayRef<ExprRef> Left = Mapped;
  for (const Monomial &Part : Sum->terms()) {
    Products.push_back(product(Context, Part.Coefficient, Left.take_front(Part.Factors.size())));
    Left = Left.drop_front(Part.Factors.size());
  }
  return Context.sum(Products);
}

namespace {

/// Rebuilds expressions bottom-up, each node once.
class Rewriter {
public:
  Rewriter(ExprContext &Context, ExprContext::Replacement Replace,
           DenseMap<ExprRef, ExprRef> &Rebuilt)
      : Context(Context), Replace(Replace), Rebuilt(Rebuilt) {}

  ExprRef run(ExprRef Root) {
    if (Root->isConstant())
      return Root;
    if (auto Known = Rebuilt.find(Root); Known != Rebuilt.end())
      return Known->second;
    ExprRef New = Replace(Root);
    ExprRef Result = New ? New : rebuild(Root);
    Rebuilt[Root] = Result;
    return Result;
  }

private:
  ExprRef rebuild(ExprRef Root) {
    if (Root->isLeaf())
      return Root;
    if (Root->kind() == ExprKind::Polynomial)
      return mapFactors(Context, Root, [&](ExprRef Factor) { return run(Factor); });
    SmallVector<ExprRef, 3> Operands;
    for (ExprRef Operand : Root->operands())
      Operands.push_back(run(Operand));
    if (ArrayRef<ExprRef>(Operands) == Root->operands())
      return Root;
    return Context.withOperands(Root, Operands);
  }

  ExprContext &Context;
  ExprContext::Replacement Replace;
  DenseMap<ExprRef, ExprRef> &Rebuilt;
};

/// Builds expressions of another context, each node once.
class Copier {
public:
  Copier(ExprContext &Context, ExprContext::Replacement LeafFor)
      : Context(Context), LeafFor(LeafFor) {}

  ExprRef run(ExprRef Root) {
    if (auto Known = Copied.find(Root); Known != Copied.end())
      return Known->second;
    ExprRef New = copy(Root);
    Copied[Root] = New;
    return New;
  }

private:
  ExprRef copy(ExprRef Root) {
    if (Root->isConstant())
      return Context.constant(Root->constantTerm());
    if (Root->isLeaf())
      return LeafFor(Root);
    if (Root->kind() == ExprKind::Polynomial)
      return mapFactors(Context, Root, [&](ExprRef Factor) { return run(Factor); });
    SmallVector<ExprRef, 3> Operands;
    for (ExprRef Operand : Root->operands())
      Operands.push_back(run(Operand));
    return Context.withOperands(Root, Operands);
  }

  ExprContext &Context;
  ExprContext::Replacement LeafFor;
  DenseMap<ExprRef, ExprRef> Copied;
};

} // namespace

ExprRef copyInto(ExprContext &Context, ExprRef Root, ExprContext::Replacement LeafFor) {
  return Copier(Context, LeafFor).run(Root);
}

ExprRef rewrite(ExprContext &Context, ExprRef Root, ExprContext::Replacement Replace) {
  DenseMap<ExprRef, ExprRef> Rebuilt;
  return Rewriter(Context, Replace, Rebuilt).run(Root);
}

ExprRef assume(ExprContext &Context, ExprRef Root, ExprRef Condition, bool Holds) {
  ExprRef Opposite = Context.logicalNot(Condition);
  return rewrite(Context, Root, [&](ExprRef Node) -> ExprRef {
    if (Node != Condition && Node != Opposite)
      return nullptr;
    return Context.constant((Node == Condition) == Holds);
  });
}

ExprRef ExprContext::substitute(ExprRef Root, Replacement Replace) {
  return Substitution(*this).apply(Root, Replace);
}

ExprRef Substitution::apply(ExprRef Root, ExprContext::Replacement Replace) {
  auto OfLeaf = [&](ExprRef Node) { return Node->isLeaf() ? Replace(Node) : nullptr; };
  return Rewriter(Context, OfLeaf, Rebuilt).run(Root);
}

ExprRef ExprContext::substituteFactors(ExprRef Sum, Replacement Replace) {
  return mapFactors(*this, Sum, [&](ExprRef Factor) {
    ExprRef New = Replace(Factor);
    return New ? substituteFactors(New, Replace) : Factor;
  });
}

} // namespace memlint
