//===- IntegerFunctions.cpp - Integer functions of CUDA ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Integer functions that indices are made with (CUDA Math API, Integer
/// Intrinsics).
///
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"

using namespace clang;

namespace memlint {

namespace {

constexpr int64_t WordBits = 32;

/// Builds what a function gives for \p Arguments, which are as C++ hands them over: within the
/// range of their type.
class IntegerCall {
public:
  IntegerCall(ExprContext &Exprs, const DeviceFunction &Known, llvm::ArrayRef<ExprRef> Arguments)
      : Exprs(Exprs), Known(Known), In(Arguments) {}

  /// Null: not followed.
  ExprRef result() {
    switch (Known.Number) {
    case IntegerFunction::PopulationCount:
      return Exprs.unary(ExprKind::PopulationCount, In[0], Known.Bits);
    case IntegerFunction::BitReverse:
      return isWide() ? nullptr : Exprs.unary(ExprKind::BitReverse, In[0]);
    case IntegerFunction::LeadingZeros:
      return ofWord(ExprKind::LeadingZeros, /*Added=*/int64_t(Known.Bits) - WordBits);
    case IntegerFunction::FindFirstSet:
      return ofWord(ExprKind::FindFirstSet, /*Added=*/0);
    case IntegerFunction::TrailingZeros:
      return isWide() ? nullptr : ofWord(ExprKind::FindFirstSet, /*Added=*/-1);
    case IntegerFunction::NthSetBit:
      return nullptr;
    case IntegerFunction::Product24:
      return lowerProduct(/*Signed=*/true);
    case IntegerFunction::UnsignedProduct24:
      return lowerProduct(/*Signed=*/false);
    case IntegerFunction::HighProduct:
      return isWide() ? nullptr : highProduct();
    case IntegerFunction::HighUnsignedProduct: {
      // Products that fit 63 bits.
      bool Fits = In[0]->range().High <= INT32_MAX || In[1]->range().High <= INT32_MAX;
      return isWide() || !Fits ? nullptr : highProduct();
    }
    case IntegerFunction::Mean:
      return half(Exprs.add(In[0], In[1]));
    case IntegerFunction::RoundedMean:
      return half(Exprs.add(Exprs.add(In[0], In[1]), constant(1)));
    case IntegerFunction::AbsoluteDifference: {
      ExprRef Difference = Exprs.subtract(In[0], In[1]);
      return Exprs.add(Exprs.maximum(Difference, Exprs.negate(Difference)), In[2]);
    }
    case IntegerFunction::FunnelShiftLeft:
      return funnelShift(/*Left=*/true, shiftModuloWord());
    case IntegerFunction::FunnelShiftLeftClamped:
      return funnelShift(/*Left=*/true, shiftUpToWord());
    case IntegerFunction::FunnelShiftRight:
      return funnelShift(/*Left=*/false, shiftModuloWord());
    case IntegerFunction::FunnelShiftRightClamped:
      return funnelShift(/*Left=*/false, shiftUpToWord());
    case IntegerFunction::BytePermutation:
      return permuteBytes();
    }
    llvm_unreachable("not an integer function");
  }

private:
  static constexpr Interval Word = {0, (int64_t(1) << WordBits) - 1};

  bool isWide() const { return Known.Bits != WordBits; }
  ExprRef constant(int64_t Value) { return Exprs.constant(Value); }
  ExprRef unsignedWord(ExprRef Operand) { return Exprs.wrap(Operand, unsigned(WordBits), false); }
  ExprRef half(ExprRef Sum) { return Exprs.shiftRight(Sum, constant(1)); }
  /// The upper eight bits of both are ignored.
  ExprRef lowerProduct(bool Signed) {
    constexpr unsigned Bits = 24;
    return Exprs.multiply(Exprs.wrap(In[0], Bits, Signed), Exprs.wrap(In[1], Bits, Signed));
  }
  ExprRef highProduct() {
    return Exprs.shiftRight(Exprs.multiply(In[0], In[1]), constant(WordBits));
  }

  /// What is known of 32 bits, of 64 where the upper half is known to be empty.
  ExprRef ofWord(ExprKind Kind, int64_t Added) {
    if (isWide() && !Word.contains(In[0]->range()))
      return nullptr;
    return Exprs.add(Exprs.unary(Kind, In[0]), constant(Added));
  }

  ExprRef shiftModuloWord() { return Exprs.bitAnd(In[2], constant(WordBits - 1)); }
  ExprRef shiftUpToWord() { return Exprs.minimum(unsignedWord(In[2]), constant(WordBits)); }

  /// The upper word of the 64 bits hi:lo shifted left, or the lower word when they are shifted
  /// right.
  ExprRef funnelShift(bool Left, ExprRef Shift) {
    ExprRef Low = unsignedWord(In[0]), High = unsignedWord(In[1]);
    ExprRef Other = Exprs.subtract(constant(WordBits), Shift);
    if (Shift->isConstant(0))
      return Left ? High : Low;
    if (Shift->isConstant(WordBits))
      return Left ? Low : High;
    ExprRef Upper = unsignedWord(Exprs.shiftLeft(High, Left ? Shift : Other));
    ExprRef Lower = Exprs.shiftRight(Low, Left ? Other : Shift);
    return Exprs.bitOr(Upper, Lower);
  }

  /// Each four bits of the selector choose one of the eight bytes of y:x, or, with
  /// the highest of them, its sign.
  ExprRef permuteBytes() {
    if (!In[2]->isConstant())
      return nullptr;
    uint64_t Selector = uint64_t(In[2]->constantTerm());
    ExprRef Result = constant(0);
    for (unsigned Byte = 0; Byte != 4; ++Byte) {
      unsigned Chosen = (Selector >> (4 * Byte)) & 0xf;
      if (Chosen & 8)
        return nullptr;
      ExprRef From = unsignedWord(In[Chosen / 4]);
      ExprRef Bits =
          Exprs.bitAnd(Exprs.shiftRight(From, constant(8 * (Chosen % 4))), constant(255));
      Result = Exprs.add(Result, Exprs.multiply(Bits, constant(int64_t(1) << (8 * Byte))));
    }
    return Result;
  }

  ExprContext &Exprs;
  const DeviceFunction &Known;
  llvm::ArrayRef<ExprRef> In;
};

} // namespace

std::optional<Value> Intrinsics::integer(const DeviceFunction &Known, const CallExpr *Call) {
  std::optional<std::vector<ExprRef>> Arguments = integers(Call, Known.Arguments);
  if (!Arguments)
    return std::nullopt;
  if (ExprRef Result = IntegerCall(Exprs, Known, *Arguments).result())
    return Value::scalar(Code.fitted(Result, Call->getType()));
  Uniformity Varies = Uniformity::Grid;
  for (ExprRef Argument : *Arguments)
    Varies = std::max(Varies, Argument->varies());
  return unknown(Call, Varies);
}

} // namespace memlint
