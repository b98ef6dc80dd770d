//===- Evaluation.cpp - The value of an expression  -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Symbolic/Domains.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace memlint {

static int64_t wrapValue(int64_t Value, unsigned Bits, bool Signed) {
  if (Bits >= 64)
    return Value;
  uint64_t Low = uint64_t(Value) & maskTrailingOnes<uint64_t>(Bits);
  return Signed ? SignExtend64(Low, Bits) : int64_t(Low);
}

int64_t evaluateOperation(const Expr &Node, ArrayRef<int64_t> Values) {
  int64_t Left = Values[0];
  int64_t Right = Values.size() > 1 ? Values[1] : 0;
  // Only x / -1 can overflow; as unsigned it is the negation modulo 2^64.
  switch (Node.kind()) {
  case ExprKind::Divide:
    if (Right == 0)
      return 0;
    return Right == -1 ? int64_t(0 - uint64_t(Left)) : Left / Right;
  case ExprKind::Remainder:
    return Right == 0 || Right == -1 ? 0 : Left % Right;
  case ExprKind::BitAnd:
    return Left & Right;
  case ExprKind::BitOr:
    return Left | Right;
  case ExprKind::BitXor:
    return Left ^ Right;
  case ExprKind::ShiftLeft:
    return Right < 0 || Right > 63 ? 0 : int64_t(uint64_t(Left) << Right);
  case ExprKind::ShiftRight:
    if (Right < 0)
      return 0;
    return Left >> (Right > 63 ? 63 : Right);
  case ExprKind::Minimum:
    return Left < Right ? Left : Right;
  case ExprKind::Maximum:
    return Left < Right ? Right : Left;
  case ExprKind::Equal:
    return Left == Right;
  case ExprKind::Less:
    return Left < Right;
  case ExprKind::LessUnsigned:
    return uint64_t(Left) < uint64_t(Right);
  case ExprKind::Not:
    return Left == 0;
  case ExprKind::And:
    return Left != 0 && Right != 0;
  case ExprKind::Or:
    return Left != 0 || Right != 0;
  case ExprKind::Select:
    return Left != 0 ? Right : Values[2];
  case ExprKind::Wrap:
    return wrapValue(Left, Node.wrapBits(), Node.wrapSigned());
  case ExprKind::PopulationCount:
    return Node.wrapBits() == 64 ? popcount(uint64_t(Left)) : popcount(uint32_t(Left));
  case ExprKind::BitReverse:
    return int64_t(reverseBits(uint32_t(Left)));
  case ExprKind::LeadingZeros:
    return countl_zero(uint32_t(Left));
  case ExprKind::FindFirstSet:
    return uint32_t(Left) == 0 ? 0 : 1 + countr_zero(uint32_t(Left));
  case ExprKind::Constant:
  case ExprKind::Leaf:
  case ExprKind::Polynomial:
    break;
  }
  llvm_unreachable("not an operation");
}

namespace {

class Evaluator {
public:
  explicit Evaluator(function_ref<int64_t(ExprRef)> LeafValue) : LeafValue(LeafValue) {}

  int64_t run(ExprRef Root) {
    if (Root->isConstant())
      return Root->constantTerm();
    if (auto Known = Values.find(Root); Known != Values.end())
      return Known->second;
    int64_t Value = compute(Root);
    Values[Root] = Value;
    return Value;
  }

private:
  int64_t compute(ExprRef Root) {
    return Root->isLeaf() ? LeafValue(Root)
                          : valueIn<IntegerDomain>(Root, [&](ExprRef Part) { return run(Part); });
  }

  function_ref<int64_t(ExprRef)> LeafValue;
  /// Few for most expressions, which are evaluated for each thread.
  SmallDenseMap<ExprRef, int64_t, 16> Values;
};

} // namespace

int64_t evaluate(ExprRef Root, function_ref<int64_t(ExprRef)> LeafValue) {
  return Evaluator(LeafValue).run(Root);
}

} // namespace memlint
