//===- Program.h - Expressions, compiled ------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Expressions as a straight list of steps, operands before their users, each node once. The steps
/// are evaluated over intervals, over integers where threads do not matter, and over the threads of
/// a warp or a block, a vector at a time.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SYMBOLIC_PROGRAM_H
#define CUDA_MEMLINT_SYMBOLIC_PROGRAM_H

#include "cuda-memlint/Symbolic/Domains.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <span>
#include <vector>

namespace memlint {

/// Expressions over thread indices and variables, which are all other leaves.
class Program {
public:
  /// A product within a sum; factors by step.
  struct Term {
    int64_t Coefficient;
    llvm::SmallVector<unsigned, 2> UniformFactors;
    llvm::SmallVector<unsigned, 2> LaneFactors;
  };

  struct Step {
    ExprRef Source = nullptr;
    ExprKind Kind = ExprKind::Constant;
    /// The value differs among threads.
    bool Lane = false;
    /// Constant and Polynomial: the constant. Leaf: the variable, or the dimension of the index.
    int64_t Number = 0;
    /// By variable.
    llvm::SmallBitVector DependsOn;
    llvm::SmallVector<Term, 2> Terms;
    llvm::SmallVector<unsigned, 3> Operands;

    bool isVariable() const { return Kind == ExprKind::Leaf && !Lane; }
    bool isSum() const { return Kind == ExprKind::Polynomial; }
    bool isOperation() const { return !Operands.empty(); }
    bool dependsOn(unsigned Variable) const {
      return Variable < DependsOn.size() && DependsOn.test(Variable);
    }
    /// Calls \p Visit for the index of each step that this one reads.
    template <typename Function> void forEachOperand(Function Visit) const {
      for (unsigned Operand : Operands)
        Visit(Operand);
      for (const Term &Part : Terms) {
        for (unsigned Factor : Part.UniformFactors)
          Visit(Factor);
        for (unsigned Factor : Part.LaneFactors)
          Visit(Factor);
      }
    }
  };

  /// The number of the new variable \p Leaf.
  unsigned addVariable(ExprRef Leaf);
  /// The step that computes \p Root. Leaves that are neither thread indices nor known become
  /// variables.
  unsigned add(ExprRef Root);
  /// All leaves of \p Root are thread indices or variables added so far.
  bool covers(ExprRef Root) const;

  llvm::ArrayRef<Step> steps() const { return Steps; }
  llvm::ArrayRef<ExprRef> variables() const { return Variables; }

  /// The steps that \p Roots need and that \p IsWanted holds for, ascending.
  std::vector<unsigned> needed(llvm::ArrayRef<unsigned> Roots,
                               llvm::function_ref<bool(const Step &)> IsWanted) const;

  /// Bounds of each step's value over all threads of a block of \p Extent when each variable is
  /// within \p Box.
  void intervals(const std::array<uint64_t, 3> &Extent, llvm::ArrayRef<Interval> Box,
                 llvm::SmallVectorImpl<Interval> &Values) const;

  /// Values of the steps that no thread changes, at one point of the variables. Of a sum that does
  /// vary, the value of its uniform part.
  void uniformValues(llvm::ArrayRef<int64_t> Point, llvm::SmallVectorImpl<int64_t> &Values) const;

  /// The same of one step, given those before it.
  template <typename Function>
  static int64_t uniformValue(const Step &Of, llvm::ArrayRef<int64_t> Point, Function ValueOf);

private:
  std::vector<Step> Steps;
  llvm::DenseMap<ExprRef, unsigned> Index;
  llvm::SmallVector<ExprRef, 8> Variables;
};

template <typename Function>
int64_t Program::uniformValue(const Step &Of, llvm::ArrayRef<int64_t> Point, Function ValueOf) {
  if (Of.isSum()) {
    int64_t Sum = Of.Number;
    for (const Term &Part : Of.Terms) {
      if (!Part.LaneFactors.empty())
        continue;
      int64_t Product = Part.Coefficient;
      for (unsigned Factor : Part.UniformFactors)
        Product = IntegerDomain::multiply(Product, ValueOf(Factor));
      Sum = IntegerDomain::add(Sum, Product);
    }
    return Sum;
  }
  if (Of.Lane || Of.Kind == ExprKind::Constant)
    return Of.Number;
  if (Of.isVariable())
    return Point[size_t(Of.Number)];
  llvm::SmallVector<int64_t, 3> Operands;
  for (unsigned Operand : Of.Operands)
    Operands.push_back(ValueOf(Operand));
  return evaluateOperation(*Of.Source, Operands);
}

/// What a step reads, for several threads: a value of each, or one for all.
struct ThreadOperand {
  const int64_t *Values = nullptr;
  int64_t Same = 0;
  int64_t operator[](size_t Thread) const { return Values ? Values[Thread] : Same; }
};

namespace detail {

template <size_t Count, typename Function>
void combine(const ThreadOperand &Left, const ThreadOperand &Right,
             std::span<int64_t, Count> Result, Function Compute) {
  if (!Left.Values)
    for (size_t Thread = 0; Thread != Result.size(); ++Thread)
      Result[Thread] = Compute(Left.Same, Right.Values[Thread]);
  else if (!Right.Values)
    for (size_t Thread = 0; Thread != Result.size(); ++Thread)
      Result[Thread] = Compute(Left.Values[Thread], Right.Same);
  else
    for (size_t Thread = 0; Thread != Result.size(); ++Thread)
      Result[Thread] = Compute(Left.Values[Thread], Right.Values[Thread]);
}

/// The operations that indices are mostly made of, a vector at a time; false for the rest, which
/// evaluateOperation() does thread by thread.
template <size_t Count>
bool evaluateQuickly(ExprKind Kind, const ThreadOperand &Left, const ThreadOperand &Right,
                     std::span<int64_t, Count> Result) {
  using Int = int64_t;
  switch (Kind) {
  case ExprKind::BitAnd:
    combine(Left, Right, Result, [](Int One, Int Other) { return One & Other; });
    return true;
  case ExprKind::BitOr:
    combine(Left, Right, Result, [](Int One, Int Other) { return One | Other; });
    return true;
  case ExprKind::BitXor:
    combine(Left, Right, Result, [](Int One, Int Other) { return One ^ Other; });
    return true;
  case ExprKind::Less:
    combine(Left, Right, Result, [](Int One, Int Other) { return Int(One < Other); });
    return true;
  case ExprKind::Equal:
    combine(Left, Right, Result, [](Int One, Int Other) { return Int(One == Other); });
    return true;
  case ExprKind::And:
    combine(Left, Right, Result, [](Int One, Int Other) { return Int(One != 0 && Other != 0); });
    return true;
  case ExprKind::Or:
    combine(Left, Right, Result, [](Int One, Int Other) { return Int(One != 0 || Other != 0); });
    return true;
  default:
    return false;
  }
}

} // namespace detail

/// Values of \p Of, a step that varies, for as many threads as \p Result has room for. \p Indices
/// has their threadIdx by dimension; \p ValueOf returns what was computed for an earlier step, and
/// \p UniformPart is what uniformValue() returned for this one.
template <size_t Count, typename Function>
void threadValues(const Program::Step &Of, const std::array<const int64_t *, 3> &Indices,
                  int64_t UniformPart, Function ValueOf, std::span<int64_t, Count> Result) {
  if (Of.Kind == ExprKind::Leaf) {
    std::copy_n(Indices[size_t(Of.Number)], Result.size(), Result.begin());
    return;
  }
  if (Of.isSum()) {
    std::fill(Result.begin(), Result.end(), UniformPart);
    for (const Program::Term &Part : Of.Terms) {
      if (Part.LaneFactors.empty())
        continue;
      auto Scale = uint64_t(Part.Coefficient);
      for (unsigned Factor : Part.UniformFactors)
        Scale *= uint64_t(ValueOf(Factor).Same);
      llvm::SmallVector<const int64_t *, 2> Varying;
      for (unsigned Factor : Part.LaneFactors)
        Varying.push_back(ValueOf(Factor).Values);
      const int64_t *First = Varying.front();
      for (size_t Thread = 0; Thread != Result.size(); ++Thread) {
        uint64_t Product = Scale * uint64_t(First[Thread]);
        for (size_t Number = 1; Number < Varying.size(); ++Number)
          Product *= uint64_t(Varying[Number][Thread]);
        Result[Thread] = int64_t(uint64_t(Result[Thread]) + Product);
      }
    }
    return;
  }
  std::array<ThreadOperand, 3> Operands;
  size_t OperandCount = Of.Operands.size();
  for (size_t Number = 0; Number != OperandCount; ++Number)
    Operands[Number] = ValueOf(Of.Operands[Number]);
  if (detail::evaluateQuickly(Of.Kind, Operands[0], Operands[1], Result))
    return;
  std::array<int64_t, 3> Numbers;
  for (size_t Thread = 0; Thread != Result.size(); ++Thread) {
    for (size_t Number = 0; Number != OperandCount; ++Number)
      Numbers[Number] = Operands[Number][Thread];
    Result[Thread] =
        evaluateOperation(*Of.Source, llvm::ArrayRef(Numbers).take_front(OperandCount));
  }
}

} // namespace memlint

#endif // CUDA_MEMLINT_SYMBOLIC_PROGRAM_H
