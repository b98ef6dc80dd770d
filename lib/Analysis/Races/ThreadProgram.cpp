//===- ThreadProgram.cpp - Expressions for all threads of a block ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadProgram.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

ThreadProgram::ThreadProgram(std::array<uint64_t, 3> Block)
    : Block(Block), Threads(unsigned(Block[0] * Block[1] * Block[2])) {}

std::array<int64_t, 3> ThreadProgram::indexOf(unsigned Thread) const {
  return {int64_t(Thread % Block[0]), int64_t(Thread / Block[0] % Block[1]),
          int64_t(Thread / Block[0] / Block[1])};
}

unsigned ThreadProgram::add(ExprRef Root) {
  if (auto Known = Index.find(Root); Known != Index.end())
    return Known->second;
  Step New;
  New.Source = Root;
  auto Use = [&](ExprRef Operand) {
    unsigned Number = add(Operand);
    New.Lane |= Steps[Number].Lane;
    for (unsigned Variable : Steps[Number].DependsOn)
      if (!is_contained(New.DependsOn, Variable))
        New.DependsOn.push_back(Variable);
    return Number;
  };
  switch (Root->kind()) {
  case ExprKind::Constant:
    break;
  case ExprKind::Leaf:
    New.Lane = Root->leaf().Kind == LeafKind::ThreadIndex;
    if (!New.Lane) {
      New.Variable = unsigned(Variables.size());
      New.DependsOn.push_back(New.Variable);
      Variables.push_back(Root);
      Values.push_back(0);
    }
    break;
  case ExprKind::Polynomial:
    for (const Monomial &Part : Root->terms()) {
      Term &Summand = New.Terms.emplace_back();
      Summand.Coefficient = Part.Coefficient;
      for (ExprRef Factor : Part.Factors)
        Summand.Factors.push_back(Use(Factor));
    }
    break;
  default:
    for (ExprRef Operand : Root->operands())
      New.Operands.push_back(Use(Operand));
    break;
  }
  unsigned Number = unsigned(Steps.size());
  Steps.push_back(std::move(New));
  Slots.emplace_back();
  Index[Root] = Number;
  return Number;
}

std::vector<unsigned> ThreadProgram::needed(ArrayRef<unsigned> Roots) const {
  std::vector<bool> Wanted(Steps.size(), false);
  for (unsigned Root : Roots)
    Wanted[Root] = true;
  std::vector<unsigned> Result;
  for (unsigned Number = unsigned(Steps.size()); Number-- != 0;) {
    if (!Wanted[Number] || Steps[Number].DependsOn.empty())
      continue;
    Result.push_back(Number);
    for (unsigned Operand : Steps[Number].Operands)
      Wanted[Operand] = true;
    for (const Term &Part : Steps[Number].Terms)
      for (unsigned Factor : Part.Factors)
        Wanted[Factor] = true;
  }
  std::reverse(Result.begin(), Result.end());
  return Result;
}

void ThreadProgram::compute(ArrayRef<unsigned> Wanted) {
  for (; FixedComputed != Steps.size(); ++FixedComputed)
    if (Steps[FixedComputed].DependsOn.empty())
      computeStep(unsigned(FixedComputed));
  for (unsigned Number : Wanted)
    computeStep(Number);
}

void ThreadProgram::computeStep(unsigned Number) {
  const Step &Current = Steps[Number];
  Slot &To = Slots[Number];
  if (!Current.Lane) {
    To.Uniform = computeUniform(Current);
    ++Spent;
    return;
  }
  Spent += Threads;
  To.PerThread.resize(Threads);
  if (Current.Source->isLeaf()) {
    for (unsigned Thread = 0; Thread != Threads; ++Thread)
      To.PerThread[Thread] = indexOf(Thread)[Current.Source->leaf().Dimension];
    return;
  }
  if (Current.Source->kind() == ExprKind::Polynomial)
    computeSum(Current, To.PerThread);
  else
    computeOperation(Current, To.PerThread);
}

static int64_t wrappingMultiply(int64_t Left, int64_t Right) {
  return int64_t(uint64_t(Left) * uint64_t(Right));
}

static int64_t wrappingAdd(int64_t Left, int64_t Right) {
  return int64_t(uint64_t(Left) + uint64_t(Right));
}

int64_t ThreadProgram::computeUniform(const Step &Current) const {
  if (Current.Source->isConstant())
    return Current.Source->constantTerm();
  if (Current.Source->isLeaf())
    return Values[Current.Variable];
  if (Current.Source->kind() == ExprKind::Polynomial) {
    int64_t Sum = Current.Source->constantTerm();
    for (const Term &Part : Current.Terms) {
      int64_t Product = Part.Coefficient;
      for (unsigned Factor : Part.Factors)
        Product = wrappingMultiply(Product, Slots[Factor].Uniform);
      Sum = wrappingAdd(Sum, Product);
    }
    return Sum;
  }
  SmallVector<int64_t, 3> Operands;
  for (unsigned Operand : Current.Operands)
    Operands.push_back(Slots[Operand].Uniform);
  return evaluateOperation(*Current.Source, Operands);
}

void ThreadProgram::computeSum(const Step &Current, std::vector<int64_t> &Result) const {
  std::fill(Result.begin(), Result.end(), Current.Source->constantTerm());
  for (const Term &Part : Current.Terms) {
    int64_t Scale = Part.Coefficient;
    SmallVector<const std::vector<int64_t> *, 2> Varying;
    for (unsigned Factor : Part.Factors) {
      if (Steps[Factor].Lane)
        Varying.push_back(&Slots[Factor].PerThread);
      else
        Scale = wrappingMultiply(Scale, Slots[Factor].Uniform);
    }
    for (unsigned Thread = 0; Thread != Threads; ++Thread) {
      int64_t Product = Scale;
      for (const std::vector<int64_t> *Factor : Varying)
        Product = wrappingMultiply(Product, (*Factor)[Thread]);
      Result[Thread] = wrappingAdd(Result[Thread], Product);
    }
  }
}

void ThreadProgram::computeOperation(const Step &Current, std::vector<int64_t> &Result) const {
  std::array<int64_t, 3> Operands = {};
  size_t Count = Current.Operands.size();
  for (unsigned Thread = 0; Thread != Threads; ++Thread) {
    for (size_t Number = 0; Number != Count; ++Number)
      Operands[Number] = value(Current.Operands[Number], Thread);
    Result[Thread] = evaluateOperation(*Current.Source, ArrayRef(Operands).take_front(Count));
  }
}

} // namespace memlint
