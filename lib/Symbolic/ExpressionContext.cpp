//===- ExpressionContext.cpp - Creation of expressions  -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContextImplementation.h"
#include "Recombination.h"

#include "cuda-memlint/Symbolic/Domains.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

template <typename T> static ArrayRef<T> copy(ArrayRef<T> Values, BumpPtrAllocator &Allocator) {
  if (Values.empty())
    return {};
  T *Copy = Allocator.Allocate<T>(Values.size());
  std::uninitialized_copy(Values.begin(), Values.end(), Copy);
  return {Copy, Values.size()};
}

Expr *ExprContext::Implementation::store(const Expr &Node, NodeStorage &Storage) {
  BumpPtrAllocator &Allocator = Storage.Allocator;
  Expr *Stored = new (Allocator) Expr(Node);
  Stored->Operands = copy(Node.Operands, Allocator);
  SmallVector<Monomial, 4> Terms;
  for (const Monomial &Part : Node.Terms)
    Terms.push_back({Part.Coefficient, copy(Part.Factors, Allocator)});
  Stored->Terms = copy(ArrayRef<Monomial>(Terms), Allocator);
  if (Node.Leaf)
    Stored->Leaf = &Storage.Leaves.emplace_back(*Node.Leaf);
  return Stored;
}

ExprRef ExprContext::Implementation::unique(Expr &Candidate) {
  Candidate.Hash = Candidate.computeHash();
  return Nodes.findOrAdd(Candidate, [&] {
    Expr *Stored = store(Candidate, Fresh);
    Stored->Number = NextNumber++;
    return Stored;
  });
}

ExprRef ExprContext::Implementation::keep(ExprRef Fresh, const DenseMap<ExprRef, ExprRef> &Moved) {
  auto MoveAll = [&](ArrayRef<ExprRef> Old) {
    return map_to_vector<4>(Old, [&](ExprRef Each) {
      ExprRef New = Moved.lookup(Each);
      return New ? New : Each;
    });
  };
  Expr Node = *Fresh;
  SmallVector<ExprRef, 4> Operands = MoveAll(Fresh->Operands);
  Node.Operands = Operands;
  SmallVector<SmallVector<ExprRef, 4>, 4> Factors;
  for (const Monomial &Part : Fresh->Terms)
    Factors.push_back(MoveAll(Part.Factors));
  SmallVector<Monomial, 4> Terms;
  for (auto [Part, Moved] : zip_equal(Fresh->Terms, Factors))
    Terms.push_back({Part.Coefficient, Moved});
  Node.Terms = Terms;
  // Operands are hashed by their addresses.
  Node.Hash = Node.computeHash();
  return Nodes.findOrAdd(Node, [&] { return store(Node, Kept); });
}

/// Leaves of the other kinds are numbered anew each time.
static bool mayBeAskedForAgain(const LeafInfo &Leaf) {
  return Leaf.Kind != LeafKind::Loaded && Leaf.Kind != LeafKind::Opaque;
}

void ExprContext::Implementation::keepOnly(ArrayRef<ExprRef *> Roots) {
  DenseMap<ExprRef, ExprRef> Moved;
  SmallVector<ExprRef, 16> Pending;
  auto Reach = [&](ExprRef Node) {
    if (Node->number() >= FirstFresh && Moved.try_emplace(Node).second)
      Pending.push_back(Node);
  };
  for (const ExprRef *Root : Roots)
    Reach(*Root);
  for (ExprRef Node : Nodes.nodes().drop_front(KeptNodes))
    if (Node->isLeaf() && mayBeAskedForAgain(Node->leaf()))
      Reach(Node);
  while (!Pending.empty())
    forEachOperand(Pending.pop_back_val(), Reach);

  std::vector<ExprRef> Made = Nodes.nodes().drop_front(KeptNodes).vec();
  Nodes.truncate(KeptNodes);
  for (ExprRef Node : Made)
    if (auto Reached = Moved.find(Node); Reached != Moved.end())
      Reached->second = keep(Node, Moved);
  for (ExprRef *Root : Roots)
    if (ExprRef New = Moved.lookup(*Root))
      *Root = New;

  Negations.clear();
  Facts = FactsByRoot();
  Fresh.Leaves.clear();
  Fresh.Allocator.Reset();
  KeptNodes = Nodes.nodes().size();
  FirstFresh = NextNumber;
}

ExprRef ExprContext::Implementation::constant(int64_t Value) {
  Expr Node;
  Node.Value = Value;
  Node.Range = constantInterval(Value);
  Node.Modulus = constantCongruence(Value);
  return unique(Node);
}

ExprRef ExprContext::Implementation::leaf(const LeafInfo &Info) {
  if (Info.Range.Low == Info.Range.High)
    return constant(Info.Range.Low);
  Expr Node;
  Node.Kind = ExprKind::Leaf;
  Node.Leaf = &Info;
  Node.Varies = Info.Varies;
  Node.Range = Info.Range;
  Node.Modulus = Info.Modulus;
  return unique(Node);
}

ExprRef ExprContext::Implementation::operation(ExprKind Kind, ArrayRef<ExprRef> Operands,
                                               unsigned WrapBits, bool WrapSigned) {
  Expr Node;
  Node.Kind = Kind;
  Node.WrapBits = uint8_t(WrapBits);
  Node.WrapSigned = WrapSigned;
  if (llvm::all_of(Operands, [](ExprRef Operand) { return Operand->isConstant(); })) {
    SmallVector<int64_t, 3> Values;
    for (ExprRef Operand : Operands)
      Values.push_back(Operand->constantTerm());
    return constant(evaluateOperation(Node, Values));
  }
  Node.Operands = Operands;
  SmallVector<Interval, 3> Ranges;
  for (ExprRef Operand : Operands) {
    Node.Varies = std::max(Node.Varies, Operand->varies());
    Ranges.push_back(Operand->range());
  }
  Node.Range = operationRange(Node, Ranges);
  Node.Modulus = operationCongruence(Kind, Operands, WrapBits);
  return unique(Node);
}

ExprRef ExprContext::Implementation::polynomial(const Polynomial &Sum) {
  if (Sum.Terms.empty())
    return constant(Sum.Constant);
  const Polynomial::Term &First = Sum.Terms.front();
  if (Sum.Constant == 0 && Sum.Terms.size() == 1 && First.Coefficient == 1 &&
      First.Factors.size() == 1)
    return First.Factors.front();
  Expr Node;
  Node.Kind = ExprKind::Polynomial;
  Node.Value = Sum.Constant;
  Node.Range = sumIn<IntervalDomain>(Sum.Constant, Sum.Terms,
                                     [](ExprRef Factor) { return Factor->range(); });
  Node.Modulus = sumIn<CongruenceDomain>(Sum.Constant, Sum.Terms,
                                         [](ExprRef Factor) { return Factor->congruence(); });
  SmallVector<Monomial, 4> Terms;
  for (const Polynomial::Term &Part : Sum.Terms) {
    Terms.push_back({Part.Coefficient, Part.Factors});
    for (ExprRef Factor : Part.Factors)
      Node.Varies = std::max(Node.Varies, Factor->varies());
  }
  Node.Terms = Terms;
  return unique(Node);
}

ExprContext::ExprContext() : Impl(new Implementation) {}
ExprContext::~ExprContext() { delete Impl; }

ExprRef ExprContext::constant(int64_t Value) { return Impl->constant(Value); }
ExprRef ExprContext::leaf(const LeafInfo &Info) { return Impl->leaf(Info); }

ExprRef ExprContext::opaque(OpaqueReason Reason, Uniformity Varies, StringRef Words, Interval Range,
                            Congruence Modulus) {
  LeafInfo Info;
  Info.Kind = LeafKind::Opaque;
  Info.Reason = Reason;
  Info.Varies = Varies;
  Info.Id = Impl->NextOpaque++;
  Info.Range = Range;
  Info.Modulus = Modulus;
  Info.Name = Words.str();
  return Impl->leaf(Info);
}

ExprRef ExprContext::add(ExprRef Left, ExprRef Right) { return sum({Left, Right}); }

ExprRef ExprContext::sum(ArrayRef<ExprRef> Summands) {
  std::optional<Polynomial> Sum = polynomialOf(Summands.front());
  Uniformity Varies = Summands.front()->varies();
  for (ExprRef Each : Summands.drop_front()) {
    Varies = std::max(Varies, Each->varies());
    if (Sum)
      Sum = addPolynomials(std::move(*Sum), polynomialOf(Each), 1);
  }
  if (Sum)
    return Impl->polynomial(recombineDivisions(*this, std::move(*Sum)));
  return opaque(OpaqueReason::NotUnderstood, Varies, "a sum too large to analyse");
}

ExprRef ExprContext::subtract(ExprRef Left, ExprRef Right) {
  if (auto Sum = addPolynomials(polynomialOf(Left), polynomialOf(Right), -1))
    return Impl->polynomial(*Sum);
  return opaque(OpaqueReason::NotUnderstood, std::max(Left->varies(), Right->varies()),
                "a difference too large to analyse");
}

ExprRef ExprContext::multiply(ExprRef Left, ExprRef Right) {
  if (auto Product = multiplyPolynomials(polynomialOf(Left), polynomialOf(Right)))
    return Impl->polynomial(*Product);
  return opaque(OpaqueReason::NotUnderstood, std::max(Left->varies(), Right->varies()),
                "a product too large to analyse");
}

ExprContext::Counters ExprContext::counters() const { return {Impl->NextNumber, Impl->NextOpaque}; }

ExprRef ExprContext::restore(const ExprImage &Image) {
  Expr Node;
  Node.Kind = Image.Kind;
  Node.Varies = Image.Varies;
  Node.WrapBits = Image.WrapBits;
  Node.WrapSigned = Image.WrapSigned;
  Node.Value = Image.Value;
  Node.Leaf = Image.Leaf ? &*Image.Leaf : nullptr;
  Node.Operands = Image.Operands;
  SmallVector<Monomial, 4> Terms;
  for (const ExprImage::Term &Part : Image.Terms)
    Terms.push_back({Part.Coefficient, Part.Factors});
  Node.Terms = Terms;
  Node.Range = Image.Range;
  Node.Modulus = Image.Modulus;
  Impl->NextNumber = Image.Number;
  return Impl->unique(Node);
}

void ExprContext::keepOnly(ArrayRef<ExprRef *> Roots) { Impl->keepOnly(Roots); }

void ExprContext::restore(Counters Numbers) {
  Impl->NextNumber = Numbers.Node;
  Impl->NextOpaque = Numbers.Opaque;
}

ExprRef ExprContext::negate(ExprRef Operand) { return subtract(constant(0), Operand); }

ExprRef ExprContext::withOperands(ExprRef Root, ArrayRef<ExprRef> Operands) {
  switch (Root->kind()) {
  case ExprKind::Divide:
    return divide(Operands[0], Operands[1]);
  case ExprKind::Remainder:
    return remainder(Operands[0], Operands[1]);
  case ExprKind::BitAnd:
    return bitAnd(Operands[0], Operands[1]);
  case ExprKind::BitOr:
    return bitOr(Operands[0], Operands[1]);
  case ExprKind::BitXor:
    return bitXor(Operands[0], Operands[1]);
  case ExprKind::ShiftLeft:
    return shiftLeft(Operands[0], Operands[1]);
  case ExprKind::ShiftRight:
    return shiftRight(Operands[0], Operands[1]);
  case ExprKind::Minimum:
    return minimum(Operands[0], Operands[1]);
  case ExprKind::Maximum:
    return maximum(Operands[0], Operands[1]);
  case ExprKind::Equal:
    return equal(Operands[0], Operands[1]);
  case ExprKind::Less:
    return less(Operands[0], Operands[1]);
  case ExprKind::LessUnsigned:
    return lessUnsigned(Operands[0], Operands[1]);
  case ExprKind::Not:
    return logicalNot(Operands[0]);
  case ExprKind::And:
    return logicalAnd(Operands[0], Operands[1]);
  case ExprKind::Or:
    return logicalOr(Operands[0], Operands[1]);
  case ExprKind::Select:
    return select(Operands[0], Operands[1], Operands[2]);
  case ExprKind::Wrap:
    return wrap(Operands[0], Root->wrapBits(), Root->wrapSigned());
  default:
    return unary(Root->kind(), Operands[0], Root->wrapBits());
  }
}

} // namespace memlint
