//===- Facts.cpp - What the source asserts of parameters --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts.h"

#include "llvm/ADT/bit.h"

#include <algorithm>
#include <map>

using namespace llvm;

namespace memlint {

namespace {

class FactReader {
public:
  explicit FactReader(ExprContext &Context) : Context(Context) {}

  void read(ExprRef Fact) {
    switch (Fact->kind()) {
    case ExprKind::And:
      read(Fact->operands()[0]);
      read(Fact->operands()[1]);
      break;
    case ExprKind::Not:
      readRemainder(Fact->operands()[0], 0);
      break;
    case ExprKind::Equal:
      for (unsigned Side : {0u, 1u})
        if (Fact->operands()[1 - Side]->isConstant())
          readValue(Fact->operands()[Side], Fact->operands()[1 - Side]->constantTerm());
      break;
    case ExprKind::Less:
      readBound(Fact->operands()[0], Fact->operands()[1]);
      break;
    default:
      break;
    }
  }

  DenseMap<ExprRef, ExprRef> leaves() {
    DenseMap<ExprRef, ExprRef> Leaves;
    for (auto &[Number, Known] : Refined)
      if (Known.second.Range.Low <= Known.second.Range.High)
        Leaves[Known.first] = Context.leaf(Known.second);
    return Leaves;
  }

private:
  LeafInfo *refine(ExprRef Leaf) {
    if (!Leaf->isLeaf() || Leaf->leaf().Kind != LeafKind::Parameter)
      return nullptr;
    return &Refined.try_emplace(Leaf->number(), Leaf, Leaf->leaf()).first->second.second;
  }

  void readValue(ExprRef Condition, int64_t Value) {
    readRemainder(Condition, Value);
    if (LeafInfo *Leaf = refine(Condition)) {
      Leaf->Range.Low = std::max(Leaf->Range.Low, Value);
      Leaf->Range.High = std::min(Leaf->Range.High, Value);
    }
  }

  /// \p Value, a remainder or the low bits of a parameter, is \p Residue.
  void readRemainder(ExprRef Value, int64_t Residue) {
    bool IsMask = Value->kind() == ExprKind::BitAnd;
    if ((!IsMask && Value->kind() != ExprKind::Remainder) || !Value->operands()[1]->isConstant())
      return;
    uint64_t Divisor = uint64_t(Value->operands()[1]->constantTerm()) + IsMask;
    // Of a mask, only the low bits that are all set.
    unsigned Log = IsMask ? unsigned(countr_one(Divisor - 1)) : unsigned(countr_zero(Divisor));
    LeafInfo *Leaf = refine(Value->operands()[0]);
    if (!Leaf || Divisor == 0 || Residue < 0)
      return;
    Log = std::min(Log, Congruence::MaxLogModulus);
    if (Log > Leaf->Modulus.LogModulus)
      Leaf->Modulus = {Log, uint64_t(Residue) & ((uint64_t(1) << Log) - 1)};
  }

  void readBound(ExprRef Left, ExprRef Right) {
    if (Right->isConstant())
      if (LeafInfo *Leaf = refine(Left))
        Leaf->Range.High = std::min(Leaf->Range.High, Right->constantTerm() - 1);
    if (Left->isConstant())
      if (LeafInfo *Leaf = refine(Right))
        Leaf->Range.Low = std::max(Leaf->Range.Low, Left->constantTerm() + 1);
  }

  ExprContext &Context;
  /// By creation number, so that nothing depends on addresses.
  std::map<unsigned, std::pair<ExprRef, LeafInfo>> Refined;
};

} // namespace

DenseMap<ExprRef, ExprRef> leavesUnderFacts(ExprContext &Context, ArrayRef<ExprRef> Facts) {
  FactReader Reader(Context);
  for (ExprRef Fact : Facts)
    Reader.read(Fact);
  return Reader.leaves();
}

} // namespace memlint
