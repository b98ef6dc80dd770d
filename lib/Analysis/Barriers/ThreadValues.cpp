//===- ThreadValues.cpp - Expressions for all threads of a block ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Barriers/ThreadValues.h"

#include "cuda-memlint/Symbolic/Bounds.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static bool isSingle(const Interval &Range) { return Range.Low == Range.High; }

static Truth truthOf(const Interval &Range) {
  if (Range.Low > 0 || Range.High < 0)
    return Truth::Yes;
  return isSingle(Range) ? Truth::No : Truth::Maybe;
}

static Interval intervalOf(Truth Known) {
  return {Known == Truth::Yes ? 1 : 0, Known == Truth::No ? 0 : 1};
}

static Truth isLess(const Interval &Left, const Interval &Right) {
  if (Left.High < Right.Low)
    return Truth::Yes;
  return Left.Low >= Right.High ? Truth::No : Truth::Maybe;
}

static Truth isEqual(const Interval &Left, const Interval &Right) {
  if (Left.High < Right.Low || Right.High < Left.Low)
    return Truth::No;
  return isSingle(Left) && Left == Right ? Truth::Yes : Truth::Maybe;
}

/// The range of an operation, comparisons decided where the operands' ranges do.
static Interval operate(const Expr &Node, ArrayRef<Interval> Operands) {
  if (all_of(Operands, isSingle)) {
    SmallVector<int64_t, 3> Values;
    for (const Interval &Operand : Operands)
      Values.push_back(Operand.Low);
    return constantInterval(evaluateOperation(Node, Values));
  }
  switch (Node.kind()) {
  case ExprKind::Equal:
    return intervalOf(isEqual(Operands[0], Operands[1]));
  case ExprKind::Less:
    return intervalOf(isLess(Operands[0], Operands[1]));
  case ExprKind::LessUnsigned:
    if (Operands[0].Low < 0 || Operands[1].Low < 0)
      return {0, 1};
    return intervalOf(isLess(Operands[0], Operands[1]));
  case ExprKind::Not:
    return intervalOf(!truthOf(Operands[0]));
  case ExprKind::And:
    return intervalOf(std::min(truthOf(Operands[0]), truthOf(Operands[1])));
  case ExprKind::Or:
    return intervalOf(std::max(truthOf(Operands[0]), truthOf(Operands[1])));
  case ExprKind::Select:
    switch (truthOf(Operands[0])) {
    case Truth::Yes:
      return Operands[1];
    case Truth::No:
      return Operands[2];
    case Truth::Maybe:
      return joinIntervals(Operands[1], Operands[2]);
    }
    llvm_unreachable("covered switch");
  case ExprKind::Wrap:
    if (typeInterval(Node.wrapBits(), Node.wrapSigned()).contains(Operands[0]))
      return Operands[0];
    break;
  default:
    break;
  }
  return operationRange(Node.kind(), Operands, Node.wrapBits(), Node.wrapSigned());
}

ThreadValues::ThreadValues(const std::array<uint64_t, 3> &Extent, ArrayRef<ExprRef> Counters)
    : Extent{int64_t(Extent[0]), int64_t(Extent[1]), int64_t(Extent[2])},
      Threads(unsigned(Extent[0] * Extent[1] * Extent[2])),
      Counters(Counters.begin(), Counters.end()), Iterations(Counters.size(), 0) {}

Index3 ThreadValues::threadIndex(unsigned Thread) const {
  int64_t Row = Thread / Extent[0];
  return {Thread % Extent[0], Row % Extent[1], Row / Extent[1]};
}

unsigned ThreadValues::add(ExprRef Root) {
  if (auto Known = Numbers.find(Root); Known != Numbers.end())
    return Known->second;
  Value New;
  New.Source = Root;
  auto Use = [&](ExprRef Operand) {
    const Value &Argument = Nodes[add(Operand)];
    New.Inputs |= Argument.Inputs;
    New.ByThread |= Argument.ByThread;
  };
  if (Root->isLeaf()) {
    New.ByThread = Root->leaf().Kind == LeafKind::ThreadIndex;
    New.Inputs = Root->leaf().Kind == LeafKind::BlockIndex ? 1 : 0;
    if (const auto *Counter = find(Counters, Root); Counter != Counters.end())
      New.Inputs = counterInput(unsigned(Counter - Counters.begin()));
  }
  for (ExprRef Operand : Root->operands())
    Use(Operand);
  for (const Monomial &Term : Root->terms())
    for (ExprRef Factor : Term.Factors)
      Use(Factor);
  Nodes.push_back(std::move(New));
  return Numbers[Root] = unsigned(Nodes.size() - 1);
}

void ThreadValues::outdate(uint64_t Inputs) {
  for (Value &Held : Nodes)
    if (Held.Inputs & Inputs)
      Held.IsCurrent = false;
}

void ThreadValues::setBlock(const Index3 &New) {
  Block = New;
  outdate(1);
}

void ThreadValues::setIteration(unsigned Depth, int64_t Iteration) {
  Iterations[Depth] = Iteration;
  outdate(counterInput(Depth));
}

Interval ThreadValues::leafValue(const LeafInfo &Leaf, ExprRef Source, unsigned Thread) const {
  if (Leaf.Kind == LeafKind::ThreadIndex)
    return constantInterval(threadIndex(Thread)[Leaf.Dimension]);
  if (Leaf.Kind == LeafKind::BlockIndex)
    return constantInterval(Block[Leaf.Dimension]);
  if (const auto *Counter = find(Counters, Source); Counter != Counters.end())
    return constantInterval(Iterations[size_t(Counter - Counters.begin())]);
  return Leaf.Range;
}

Interval ThreadValues::compute(const Value &Operation, unsigned Thread) const {
  ExprRef Source = Operation.Source;
  if (Source->isConstant())
    return constantInterval(Source->constantTerm());
  if (Source->isLeaf())
    return leafValue(Source->leaf(), Source, Thread);
  auto ValueOf = [&](ExprRef Operand) { return Nodes[Numbers.lookup(Operand)].of(Thread); };
  if (Source->kind() != ExprKind::Polynomial) {
    SmallVector<Interval, 3> Operands;
    for (ExprRef Operand : Source->operands())
      Operands.push_back(ValueOf(Operand));
    return operate(*Source, Operands);
  }
  Interval Sum = constantInterval(Source->constantTerm());
  for (const Monomial &Term : Source->terms()) {
    Interval Product = constantInterval(Term.Coefficient);
    for (ExprRef Factor : Term.Factors)
      Product = multiplyIntervals(Product, ValueOf(Factor));
    Sum = addIntervals(Sum, Product);
  }
  return Sum;
}

void ThreadValues::compute(unsigned Number) {
  if (Nodes[Number].IsCurrent)
    return;
  ExprRef Source = Nodes[Number].Source;
  for (ExprRef Operand : Source->operands())
    compute(Numbers.lookup(Operand));
  for (const Monomial &Term : Source->terms())
    for (ExprRef Factor : Term.Factors)
      compute(Numbers.lookup(Factor));
  Value &Held = Nodes[Number];
  Held.Values.resize(Held.ByThread ? Threads : 1);
  for (unsigned Thread = 0; Thread != Held.Values.size(); ++Thread)
    Held.Values[Thread] = compute(Held, Thread);
  Steps += Held.Values.size();
  Held.IsCurrent = true;
}

Truth ThreadValues::truth(unsigned Root, unsigned Thread) {
  compute(Root);
  return truthOf(Nodes[Root].of(Thread));
}

std::optional<int64_t> ThreadValues::number(unsigned Root, unsigned Thread) {
  compute(Root);
  Interval Range = Nodes[Root].of(Thread);
  return isSingle(Range) ? std::optional(Range.Low) : std::nullopt;
}

SmallVector<ExprRef, 4> countersAround(const KernelProgram &Kernel, const Site &At) {
  SmallVector<ExprRef, 4> Counters;
  for (unsigned Number : At.Loops)
    Counters.push_back(Kernel.Loops[Number].Counter);
  return Counters;
}

} // namespace memlint
