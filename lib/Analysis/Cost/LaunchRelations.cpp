//===- LaunchRelations.cpp - How a launch's numbers hang together ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Cost/LaunchRelations.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Model/ChosenBlock.h"
#include "cuda-memlint/Model/LaunchArguments.h"
#include "cuda-memlint/Symbolic/ConstantDistance.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

using namespace llvm;

namespace memlint {

LaunchRelations relationsIn(ExprContext &Context, const KernelProgram &Kernel,
                            const LaunchContext &Launch) {
  LaunchRelations Relations;
  if (!Launch.Terms.Owner)
    return Relations;
  // The first parameter of a term stands for it: for an unknown, or for a number made of others
  // that the kernel is not given; one that has room for it, if there is such a parameter.
  DenseMap<ExprRef, ExprRef> Known;
  SmallVector<std::pair<ExprRef, ExprRef>, 8> InOrder;
  if (Launch.blockKnown()) {
    ChosenBlock Chosen(Launch, {*Launch.Block[0], *Launch.Block[1], *Launch.Block[2]});
    for (auto [Unknown, Value] : Chosen.unknowns())
      Known[Unknown] = Context.constant(Value);
  }
  for (bool HasRoom : {true, false})
    forEachArgument(Kernel.Parameters, Launch.Arguments, &KernelParameter::Value,
                    [&](ExprRef Parameter, const LaunchArgument &Argument) {
                      bool Fits = Parameter->range().Low < 0 || Argument.Range.Low >= 0;
                      ExprRef Leaf = Context.leaf(Parameter->leaf());
                      if (Argument.Term && !Argument.Value && (Fits || !HasRoom) &&
                          Known.try_emplace(Argument.Term, Leaf).second)
                        InOrder.push_back({Argument.Term, Leaf});
                    });
  auto IsMadeOfKnown = [&](ExprRef Term) {
    return allLeaves(Term, [&](ExprRef Leaf) { return Known.contains(Leaf); });
  };
  auto InKernel = [&](ExprRef Term) -> ExprRef {
    if (!Term || !IsMadeOfKnown(Term))
      return Known.lookup(Term);
    return copyInto(Context, Term, [&](ExprRef Leaf) { return Known.lookup(Leaf); });
  };
  // `4 * n + 1026` beside `4 * n + 2`, of an unknown that the kernel is not given. What has no room
  // for numbers below zero is not related to what may be one.
  auto NearbyInKernel = [&](ExprRef Term, ExprRef Parameter) -> ExprRef {
    for (auto [Other, Leaf] : InOrder)
      if (std::optional<int64_t> Apart = constantDistance(Term, Other)) {
        ExprRef Sum = Context.add(Leaf, Context.constant(*Apart));
        bool Fits = *Apart == 0 || Parameter->range().Low < 0 || Sum->range().Low >= 0;
        return Fits ? Sum : nullptr;
      }
    return nullptr;
  };
  forEachArgument(Kernel.Parameters, Launch.Arguments, &KernelParameter::Value,
                  [&](ExprRef Parameter, const LaunchArgument &Argument) {
                    if (!Argument.Term || Argument.Value)
                      return;
                    ExprRef Itself = Context.leaf(Parameter->leaf());
                    ExprRef Others = IsMadeOfKnown(Argument.Term)
                                         ? InKernel(Argument.Term)
                                         : NearbyInKernel(Argument.Term, Parameter);
                    if (Others && Others != Itself)
                      Relations.Parameters[Parameter] = Others;
                  });
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
    if (!Launch.Grid[Dimension])
      Relations.Grid[Dimension] = InKernel(Launch.Terms.Grid[Dimension]);
  return Relations;
}

namespace {

/// Replaces thread and block indices by their bounds on the side on which a sum is largest.
class LargestSum {
public:
  LargestSum(ExprContext &Context, const LaunchRelations &Relations,
             const std::array<uint64_t, 3> &Block)
      : Context(Context), Relations(Relations), Block(Block) {}

  /// A bound that the sum does not exceed; null: none was found.
  ExprRef of(ExprRef Sum) {
    ExprRef Bound = Context.constant(constantOf(Sum));
    for (const Term &Part : termsOf(Sum)) {
      ExprRef Largest = ofTerm(Part);
      if (!Largest)
        return nullptr;
      Bound = Context.add(Bound, Largest);
    }
    return Bound;
  }

private:
  ExprRef ofTerm(const Term &Part) {
    ExprRef Whole = product(Context, Part.Coefficient, Part.Factors);
    if (allLeaves(Whole, [](ExprRef Leaf) { return Leaf->varies() == Uniformity::Grid; }))
      return Whole;
    if (Part.Factors.size() != 1 || !Part.Factors.front()->isLeaf())
      return nullptr;
    const LeafInfo &Index = Part.Factors.front()->leaf();
    bool IsThread = Index.Kind == LeafKind::ThreadIndex;
    if (!IsThread && Index.Kind != LeafKind::BlockIndex)
      return nullptr;
    // Indices begin at 0.
    if (Part.Coefficient < 0)
      return Context.constant(0);
    if (IsThread)
      return Context.constant(Part.Coefficient * (int64_t(Block[Index.Dimension]) - 1));
    return ofLastBlock(Part.Coefficient, Index.Dimension);
  }

  /// \p Coefficient times the last block index.
  ExprRef ofLastBlock(int64_t Coefficient, unsigned Dimension) {
    ExprRef Blocks = Relations.Grid[Dimension];
    if (!Blocks)
      return nullptr;
    // A grid of `n / d` blocks, at least one of them: d * (n / d) is n less a rest from 0
    // to d - 1.
    if (std::optional<int64_t> Divisor = divisorOf(Blocks);
        Divisor && Coefficient % *Divisor == 0) {
      ExprRef Rest =
          Context.opaque(OpaqueReason::None, Uniformity::Grid, "rest", {0, *Divisor - 1});
      ExprRef Whole = Context.subtract(Blocks->operands()[0], Rest);
      return Context.subtract(Context.multiply(Context.constant(Coefficient / *Divisor), Whole),
                              Context.constant(Coefficient));
    }
    return Context.multiply(Context.constant(Coefficient),
                            Context.subtract(Blocks, Context.constant(1)));
  }

  static std::optional<int64_t> divisorOf(ExprRef Blocks) {
    constexpr int64_t MostShift = 30;
    if (Blocks->kind() != ExprKind::Divide && Blocks->kind() != ExprKind::ShiftRight)
      return std::nullopt;
    ExprRef By = Blocks->operands()[1];
    if (!By->isConstant() || By->constantTerm() < 1)
      return std::nullopt;
    if (Blocks->kind() == ExprKind::Divide)
      return By->constantTerm();
    if (By->constantTerm() > MostShift)
      return std::nullopt;
    return int64_t(1) << By->constantTerm();
  }

  ExprContext &Context;
  const LaunchRelations &Relations;
  const std::array<uint64_t, 3> &Block;
};

/// \p Index, or what is brought into the range of an unsigned type by it, where that range holds
/// all from 0 to \p Most.
ExprRef withoutUnsignedWrap(ExprRef Index, int64_t Most) {
  bool IsWrapped = Index->kind() == ExprKind::Wrap;
  if (!IsWrapped)
    return Index;
  Interval Type = Index->range();
  return Type.Low <= 0 && Type.High >= Most ? withoutUnsignedWrap(Index->operands()[0], Most)
                                            : Index;
}

} // namespace

bool holdsInWholeGrid(ExprContext &Context, ExprRef Guard, const LaunchRelations &Relations,
                      const std::array<uint64_t, 3> &Block) {
  if (Guard->kind() != ExprKind::Less && Guard->kind() != ExprKind::LessUnsigned)
    return false;
  ExprRef Left = Guard->operands()[0], Right = Guard->operands()[1];
  bool IsOfGrid = allLeaves(Right, [](ExprRef Leaf) { return Leaf->varies() == Uniformity::Grid; });
  if (!IsOfGrid || (Guard->kind() == ExprKind::LessUnsigned && Right->range().Low < 0))
    return false;
  // An index that stays below the bound, and is not negative, does not wrap.
  Left = withoutUnsignedWrap(Left, Right->range().High);
  if (Left->range().Low < 0)
    return false;
  ExprRef Largest = LargestSum(Context, Relations, Block).of(Left);
  return Largest && Context.subtract(Largest, Right)->range().High < 0;
}

/// The one leaf of \p Root; null: there are several.
static ExprRef onlyLeaf(ExprRef Root) {
  ExprRef Found = nullptr;
  bool IsOnly = allLeaves(Root, [&](ExprRef Leaf) {
    bool IsSame = !Found || Found == Leaf;
    Found = Leaf;
    return IsSame;
  });
  return IsOnly ? Found : nullptr;
}

/// The least value of \p Parameter for which \p Blocks may be positive, by bisection.
static int64_t leastForOneBlock(ExprContext &Context, ExprRef Blocks, ExprRef Parameter) {
  auto MayBePositive = [&](int64_t Highest) {
    ExprRef Bounded = withRange(Context, Parameter, {Parameter->range().Low, Highest});
    return Context
               .substitute(Blocks,
                           [&](ExprRef Leaf) { return Leaf == Parameter ? Bounded : nullptr; })
               ->range()
               .High > 0;
  };
  Interval Range = Parameter->range();
  while (Range.Low < Range.High) {
    int64_t Middle = Range.Low + int64_t((uint64_t(Range.High) - uint64_t(Range.Low)) / 2);
    if (MayBePositive(Middle))
      Range.High = Middle;
    else
      Range.Low = Middle + 1;
  }
  return Range.Low;
}

DenseMap<ExprRef, ExprRef> narrowedByGrid(ExprContext &Context, const LaunchRelations &Relations) {
  DenseMap<ExprRef, ExprRef> Narrowed;
  for (ExprRef Blocks : Relations.Grid) {
    ExprRef Parameter = Blocks ? onlyLeaf(Blocks) : nullptr;
    if (!Parameter || Narrowed.contains(Parameter))
      continue;
    Interval Range = Parameter->range();
    Range.Low = leastForOneBlock(Context, Blocks, Parameter);
    Narrowed[Parameter] = withRange(Context, Parameter, Range);
  }
  return Narrowed;
}

} // namespace memlint
