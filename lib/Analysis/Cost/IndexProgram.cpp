//===- IndexProgram.cpp - Index expressions, compiled for lanes -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexProgram.h"

#include "cuda-memlint/Symbolic/Bounds.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <algorithm>
#include <cassert>

using namespace llvm;

namespace memlint {

WarpThreads threadsOfWarp(const BlockShape &Block, unsigned Warp) {
  WarpThreads Threads;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    uint64_t Linear = uint64_t(Warp) * WarpSize + Lane;
    if (Linear >= Block.threads())
      break;
    Threads.Mask |= 1u << Lane;
    Threads.Index[0][Lane] = int64_t(Linear % Block.Extent[0]);
    Threads.Index[1][Lane] = int64_t(Linear / Block.Extent[0] % Block.Extent[1]);
    Threads.Index[2][Lane] = int64_t(Linear / Block.Extent[0] / Block.Extent[1]);
  }
  return Threads;
}

unsigned IndexProgram::addDimension(ExprRef Leaf) {
  assert(DimensionCount < 64 && "a dimension is a bit of a 64-bit mask");
  IndexStep Step;
  Step.Kind = IndexStep::Form::Dimension;
  Step.Number = DimensionCount;
  Step.Dimensions = uint64_t(1) << DimensionCount;
  Step.Source = Leaf;
  Index[Leaf] = unsigned(Steps.size());
  Steps.push_back(Step);
  return DimensionCount++;
}

bool IndexProgram::covers(ExprRef Root) const {
  return allLeaves(Root, [&](ExprRef Leaf) {
    return Leaf->leaf().Kind == LeafKind::ThreadIndex || Index.contains(Leaf);
  });
}

unsigned IndexProgram::add(ExprRef Root) {
  if (auto Known = Index.find(Root); Known != Index.end())
    return Known->second;
  IndexStep Step;
  Step.Source = Root;
  auto Read = [&](unsigned Operand) {
    Step.Lane |= Steps[Operand].Lane;
    Step.Dimensions |= Steps[Operand].Dimensions;
  };
  switch (Root->kind()) {
  case ExprKind::Constant:
    Step.Number = Root->constantTerm();
    break;
  case ExprKind::Leaf:
    assert(Root->leaf().Kind == LeafKind::ThreadIndex && "unknown leaves are resolved before");
    Step.Kind = IndexStep::Form::Thread;
    Step.Number = Root->leaf().Dimension;
    Step.Lane = true;
    break;
  case ExprKind::Polynomial:
    Step.Kind = IndexStep::Form::Sum;
    Step.Number = Root->constantTerm();
    for (const Monomial &Part : Root->terms()) {
      SumTerm Term{Part.Coefficient, {}, {}};
      for (ExprRef Factor : Part.Factors) {
        unsigned Operand = add(Factor);
        (Steps[Operand].Lane ? Term.LaneFactors : Term.UniformFactors).push_back(Operand);
        Read(Operand);
      }
      Step.Terms.push_back(std::move(Term));
    }
    break;
  default:
    Step.Kind = IndexStep::Form::Operation;
    for (ExprRef Operand : Root->operands())
      Step.Operands.push_back(add(Operand));
    for (unsigned Operand : Step.Operands)
      Read(Operand);
    break;
  }
  unsigned Number = unsigned(Steps.size());
  Index[Root] = Number;
  Steps.push_back(std::move(Step));
  return Number;
}

static bool isSingle(Interval Range) { return Range.Low == Range.High; }
static bool isTrue(Interval Range) { return Range.Low > 0 || Range.High < 0; }
static bool isFalse(Interval Range) { return Range.Low == 0 && Range.High == 0; }

/// 1, 0 or either, from what is certainly true and what certainly false.
static Interval truth(bool IsTrue, bool IsFalse) { return {IsTrue ? 1 : 0, IsFalse ? 0 : 1}; }

static Interval operationInterval(const Expr &Source, ArrayRef<Interval> Operands) {
  if (all_of(Operands, isSingle)) {
    SmallVector<int64_t, 3> Values;
    for (Interval Operand : Operands)
      Values.push_back(Operand.Low);
    return constantInterval(evaluateOperation(Source, Values));
  }
  Interval Left = Operands[0];
  Interval Right = Operands.size() > 1 ? Operands[1] : Interval();
  switch (Source.kind()) {
  case ExprKind::Less:
    return truth(Left.High < Right.Low, Left.Low >= Right.High);
  case ExprKind::LessUnsigned:
    if (Left.Low >= 0 && Right.Low >= 0)
      return truth(Left.High < Right.Low, Left.Low >= Right.High);
    break;
  case ExprKind::Equal:
    return truth(false, Left.High < Right.Low || Right.High < Left.Low);
  case ExprKind::Not:
    return truth(isFalse(Left), isTrue(Left));
  case ExprKind::And:
    return truth(isTrue(Left) && isTrue(Right), isFalse(Left) || isFalse(Right));
  case ExprKind::Or:
    return truth(isTrue(Left) || isTrue(Right), isFalse(Left) && isFalse(Right));
  case ExprKind::Select:
    if (isTrue(Left))
      return Right;
    if (isFalse(Left))
      return Operands[2];
    break;
  case ExprKind::Remainder:
    // All dividends have one quotient: the remainder is a difference.
    if (isSingle(Right) && Right.Low > 0 && Left.Low >= 0 &&
        Left.Low / Right.Low == Left.High / Right.Low)
      return {Left.Low % Right.Low, Left.High % Right.Low};
    break;
  case ExprKind::Wrap:
    if (typeInterval(Source.wrapBits(), Source.wrapSigned()).contains(Left))
      return Left;
    break;
  default:
    break;
  }
  return operationRange(Source.kind(), Operands, Source.wrapBits(), Source.wrapSigned());
}

Interval IndexProgram::interval(const IndexStep &Step, ArrayRef<Interval> Box,
                                ArrayRef<Interval> Values) const {
  switch (Step.Kind) {
  case IndexStep::Form::Constant:
    return constantInterval(Step.Number);
  case IndexStep::Form::Thread:
    return {0, int64_t(Block.Extent[size_t(Step.Number)]) - 1};
  case IndexStep::Form::Dimension:
    return Box[size_t(Step.Number)];
  case IndexStep::Form::Sum: {
    Interval Sum = constantInterval(Step.Number);
    for (const SumTerm &Part : Step.Terms) {
      Interval Product = constantInterval(Part.Coefficient);
      for (unsigned Factor : Part.UniformFactors)
        Product = multiplyIntervals(Product, Values[Factor]);
      for (unsigned Factor : Part.LaneFactors)
        Product = multiplyIntervals(Product, Values[Factor]);
      Sum = addIntervals(Sum, Product);
    }
    return Sum;
  }
  case IndexStep::Form::Operation:
    break;
  }
  SmallVector<Interval, 3> Operands;
  for (unsigned Operand : Step.Operands)
    Operands.push_back(Values[Operand]);
  return operationInterval(*Step.Source, Operands);
}

void IndexProgram::intervals(ArrayRef<Interval> Box, SmallVectorImpl<Interval> &Values) const {
  Values.clear();
  for (const IndexStep &Step : Steps)
    Values.push_back(interval(Step, Box, Values));
}

void IndexProgram::uniformValues(ArrayRef<int64_t> Point, SmallVectorImpl<int64_t> &Values) const {
  Values.clear();
  SmallVector<int64_t, 3> Operands;
  for (const IndexStep &Step : Steps) {
    int64_t Value = Step.Number;
    if (Step.Kind == IndexStep::Form::Dimension) {
      Value = Point[size_t(Step.Number)];
    } else if (Step.Kind == IndexStep::Form::Sum) {
      uint64_t Sum = uint64_t(Step.Number);
      for (const SumTerm &Part : Step.Terms) {
        if (!Part.LaneFactors.empty())
          continue;
        uint64_t Product = uint64_t(Part.Coefficient);
        for (unsigned Factor : Part.UniformFactors)
          Product *= uint64_t(Values[Factor]);
        Sum += Product;
      }
      Value = int64_t(Sum);
    } else if (Step.Kind == IndexStep::Form::Operation && !Step.Lane) {
      Operands.clear();
      for (unsigned Operand : Step.Operands)
        Operands.push_back(Values[Operand]);
      Value = evaluateOperation(*Step.Source, Operands);
    }
    Values.push_back(Value);
  }
}

SmallVector<unsigned, 32> IndexProgram::neededLanes(ArrayRef<unsigned> Roots) const {
  std::vector<bool> Needed(Steps.size());
  for (unsigned Root : Roots)
    Needed[Root] = true;
  for (size_t Number = Steps.size(); Number-- != 0;)
    if (Needed[Number])
      Steps[Number].forEachOperand([&](unsigned Operand) { Needed[Operand] = true; });
  SmallVector<unsigned, 32> Lanes;
  for (unsigned Number = 0; Number != Steps.size(); ++Number)
    if (Needed[Number] && Steps[Number].Lane)
      Lanes.push_back(Number);
  return Lanes;
}

namespace {

/// An operand for all lanes: its own values, or one value for each.
class LaneOperand {
public:
  LaneOperand(const IndexStep &Step, const LaneValues &Varying, int64_t Same) {
    if (Step.Lane) {
      Values = Varying.data();
      return;
    }
    Copy.fill(Same);
    Values = Copy.data();
  }
  LaneOperand(const LaneOperand &) = delete;
  int64_t operator[](unsigned Lane) const { return Values[Lane]; }

private:
  LaneValues Copy;
  const int64_t *Values;
};

template <typename Function> void forAllLanes(LaneValues &Result, Function Compute) {
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Result[Lane] = Compute(Lane);
}

} // namespace

/// The operations that indices are mostly made of, a vector at a time; false for
/// the rest, which evaluateOperation() does lane by lane.
static bool evaluateQuickly(ExprKind Kind, const LaneOperand &Left, const LaneOperand &Right,
                            LaneValues &Result) {
  switch (Kind) {
  case ExprKind::BitAnd:
    forAllLanes(Result, [&](unsigned Lane) { return Left[Lane] & Right[Lane]; });
    return true;
  case ExprKind::BitOr:
    forAllLanes(Result, [&](unsigned Lane) { return Left[Lane] | Right[Lane]; });
    return true;
  case ExprKind::BitXor:
    forAllLanes(Result, [&](unsigned Lane) { return Left[Lane] ^ Right[Lane]; });
    return true;
  case ExprKind::Less:
    forAllLanes(Result, [&](unsigned Lane) { return int64_t(Left[Lane] < Right[Lane]); });
    return true;
  case ExprKind::Equal:
    forAllLanes(Result, [&](unsigned Lane) { return int64_t(Left[Lane] == Right[Lane]); });
    return true;
  case ExprKind::And:
    forAllLanes(Result,
                [&](unsigned Lane) { return int64_t(Left[Lane] != 0 && Right[Lane] != 0); });
    return true;
  case ExprKind::Or:
    forAllLanes(Result,
                [&](unsigned Lane) { return int64_t(Left[Lane] != 0 || Right[Lane] != 0); });
    return true;
  default:
    return false;
  }
}

static void evaluateSum(const IndexStep &Step, ArrayRef<int64_t> Uniform, int64_t UniformPart,
                        const std::vector<LaneValues> &Values, LaneValues &Result) {
  std::array<uint64_t, WarpSize> Sum;
  Sum.fill(uint64_t(UniformPart));
  for (const SumTerm &Part : Step.Terms) {
    if (Part.LaneFactors.empty())
      continue;
    uint64_t Coefficient = uint64_t(Part.Coefficient);
    for (unsigned Factor : Part.UniformFactors)
      Coefficient *= uint64_t(Uniform[Factor]);
    std::array<uint64_t, WarpSize> Product;
    Product.fill(Coefficient);
    for (unsigned Factor : Part.LaneFactors)
      for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
        Product[Lane] *= uint64_t(Values[Factor][Lane]);
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      Sum[Lane] += Product[Lane];
  }
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Result[Lane] = int64_t(Sum[Lane]);
}

void IndexProgram::laneValues(const WarpThreads &Threads, ArrayRef<unsigned> Needed,
                              ArrayRef<int64_t> Uniform, std::vector<LaneValues> &Values) const {
  Values.resize(Steps.size());
  for (unsigned Number : Needed) {
    const IndexStep &Step = Steps[Number];
    LaneValues &Result = Values[Number];
    if (Step.Kind == IndexStep::Form::Thread) {
      Result = Threads.Index[size_t(Step.Number)];
      continue;
    }
    if (Step.Kind == IndexStep::Form::Sum) {
      evaluateSum(Step, Uniform, Uniform[Number], Values, Result);
      continue;
    }
    auto Operand = [&](size_t Position) {
      unsigned Which = Step.Operands[std::min(Position, Step.Operands.size() - 1)];
      return LaneOperand(Steps[Which], Values[Which], Uniform[Which]);
    };
    LaneOperand Left = Operand(0), Right = Operand(1), Third = Operand(2);
    if (evaluateQuickly(Step.Source->kind(), Left, Right, Result))
      continue;
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
      int64_t Operands[] = {Left[Lane], Right[Lane], Third[Lane]};
      Result[Lane] = evaluateOperation(*Step.Source, ArrayRef(Operands, Step.Operands.size()));
    }
  }
}

} // namespace memlint
