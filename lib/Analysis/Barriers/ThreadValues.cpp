//===- ThreadValues.cpp - Expressions for all threads of a block ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Barriers/ThreadValues.h"

#include "cuda-memlint/Symbolic/Domains.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static bool isSingle(const Interval &Range) { return Range.Low == Range.High; }

static Truth truthOf(const Interval &Range) {
  if (Range.Low > 0 || Range.High < 0)
    return Truth::Yes;
  return isSingle(Range) ? Truth::No : Truth::Maybe;
}

ThreadValues::ThreadValues(const std::array<uint64_t, 3> &Extent, ArrayRef<ExprRef> Counters)
    : Shape{Extent}, Threads(unsigned(Shape.threads())), Counters(Counters.begin(), Counters.end()),
      Iterations(Counters.size(), 0), Truths(Threads) {}

ThreadValues ThreadValues::ofAllAtOnce(const std::array<uint64_t, 3> &Extent,
                                       ArrayRef<ExprRef> Counters) {
  ThreadValues Values(Extent, Counters);
  Values.Threads = 1;
  Values.Truths.resize(1);
  return Values;
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
  forEachOperand(Root, Use);
  Nodes.push_back(std::move(New));
  return Numbers[Root] = unsigned(Nodes.size() - 1);
}

void ThreadValues::outdate(uint64_t Inputs) {
  for (Value &Held : Nodes)
    if (Held.Inputs & Inputs)
      Held.IsCurrent = false;
}

void ThreadValues::setBlocks(const Index3 &First, const Index3 &Last) {
  FirstBlock = First;
  LastBlock = Last;
  outdate(1);
}

void ThreadValues::setIteration(unsigned Depth, int64_t Iteration) {
  Iterations[Depth] = Iteration;
  outdate(counterInput(Depth));
}

Interval ThreadValues::leafValue(const LeafInfo &Leaf, ExprRef Source, unsigned Thread) const {
  unsigned Dimension = Leaf.Dimension;
  if (Leaf.Kind == LeafKind::ThreadIndex)
    return Threads == Shape.threads() ? constantInterval(threadIndex(Thread)[Dimension])
                                      : Interval{0, int64_t(Shape.Extent[Dimension]) - 1};
  if (Leaf.Kind == LeafKind::BlockIndex)
    return {FirstBlock[Dimension], LastBlock[Dimension]};
  if (const auto *Counter = find(Counters, Source); Counter != Counters.end())
    return constantInterval(Iterations[size_t(Counter - Counters.begin())]);
  return Leaf.Range;
}

Interval ThreadValues::compute(const Value &Operation, unsigned Thread) const {
  ExprRef Source = Operation.Source;
  if (Source->isLeaf())
    return leafValue(Source->leaf(), Source, Thread);
  return valueIn<IntervalDomain>(
      Source, [&](ExprRef Operand) { return Nodes[Numbers.lookup(Operand)].of(Thread); });
}

void ThreadValues::compute(unsigned Number) {
  if (Nodes[Number].IsCurrent)
    return;
  ExprRef Source = Nodes[Number].Source;
  forEachOperand(Source, [&](ExprRef Operand) { compute(Numbers.lookup(Operand)); });
  Value &Held = Nodes[Number];
  Held.Values.resize(Held.ByThread ? Threads : 1);
  for (unsigned Thread = 0; Thread != Held.Values.size(); ++Thread)
    Held.Values[Thread] = compute(Held, Thread);
  Steps += Held.Values.size();
  Held.IsCurrent = true;
}

bool ThreadValues::isSameWithin(const Value &Computed, unsigned Group) const {
  for (unsigned Thread = 0; Thread != Threads; ++Thread)
    if (Computed.Values[Thread] != Computed.Values[Thread - Thread % Group])
      return false;
  return true;
}

bool ThreadValues::variesWithin(unsigned Root, unsigned Group) {
  if (!Nodes[Root].ByThread)
    return false;
  if (auto Known = Within.find({Root, Group}); Known != Within.end())
    return Known->second;
  bool Varies = Nodes[Root].Source->isLeaf();
  forEachOperand(Nodes[Root].Source, [&](ExprRef Operand) {
    Varies = variesWithin(Numbers.lookup(Operand), Group) || Varies;
  });
  if (Varies && Nodes[Root].Inputs == 0) {
    compute(Root);
    Varies = !isSameWithin(Nodes[Root], Group);
  }
  return Within[{Root, Group}] = Varies;
}

Truth ThreadValues::truth(unsigned Root, unsigned Thread) {
  compute(Root);
  return truthOf(Nodes[Root].of(Thread));
}

ArrayRef<Truth> ThreadValues::truths(unsigned Root) {
  compute(Root);
  const Value &Held = Nodes[Root];
  if (!Held.ByThread)
    Truths.assign(Threads, truthOf(Held.Values.front()));
  else
    transform(Held.Values, Truths.begin(), truthOf);
  return Truths;
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
