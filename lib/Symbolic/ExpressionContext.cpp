//===- ExpressionContext.cpp - Creation of expressions  -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContextImplementation.h"
#include "Recombination.h"

#include "cuda-memlint/Symbolic/Domains.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

template <typename T> ArrayRef<T> ExprContext::Implementation::copy(ArrayRef<T> Values) {
  if (Values.empty())
    return {};
  T *Copy = Allocator.Allocate<T>(Values.size());
  std::uninitialized_copy(Values.begin(), Values.end(), Copy);
  return {Copy, Values.size()};
}

ExprRef ExprContext::Implementation::unique(const Expr &Candidate) {
  FoldingSetNodeID Id;
  Candidate.Profile(Id);
  void *Position = nullptr;
  if (Expr *Known = Nodes.FindNodeOrInsertPos(Id, Position))
    return Known;
  Expr *Stored = new (Allocator) Expr(Candidate);
  Stored->Number = NextNumber++;
  Stored->Operands = copy(Candidate.Operands);
  SmallVector<Monomial, 4> Terms;
  for (const Monomial &Part : Candidate.Terms)
    Terms.push_back({Part.Coefficient, copy(Part.Factors)});
  Stored->Terms = copy(ArrayRef<Monomial>(Terms));
  if (Candidate.Leaf)
    Stored->Leaf = &Leaves.emplace_back(*Candidate.Leaf);
  Nodes.InsertNode(Stored, Position);
  return Stored;
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
