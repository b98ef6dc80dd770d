//===- BitOperations.cpp - Integer functions of CUDA ----------- -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Integer functions that indices are made with (CUDA Math API, Integer
/// Intrinsics), known by name, whichever header declares them.
///
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"

using namespace clang;
using llvm::StringRef;

namespace memlint {

namespace {

constexpr int64_t WordBits = 32;

/// Builds what a call of \p Name with integer arguments gives. The arguments are
/// as C++ hands them over: within the range of their type.
class BitOperation {
public:
  BitOperation(ExprContext &Exprs, StringRef Name, llvm::ArrayRef<ExprRef> Arguments)
      : Exprs(Exprs), Name(Name), In(Arguments) {}

  /// Null: not one of these functions, or not followed.
  ExprRef result() {
    switch (In.size()) {
    case 1:
      return ofOne();
    case 2:
      return ofTwo();
    case 3:
      return ofThree();
    default:
      return nullptr;
    }
  }

private:
  static constexpr Interval Word = {0, (int64_t(1) << WordBits) - 1};

  ExprRef constant(int64_t Value) { return Exprs.constant(Value); }
  ExprRef unsignedWord(ExprRef Operand) { return Exprs.wrap(Operand, unsigned(WordBits), false); }
  bool isWord(ExprRef Operand) const { return Word.contains(Operand->range()); }

  ExprRef ofOne() {
    if (Name == "__popc" || Name == "__builtin_popcount")
      return Exprs.unary(ExprKind::PopulationCount, In[0]);
    if (Name == "__popcll" || Name == "__builtin_popcountll")
      return Exprs.unary(ExprKind::PopulationCount, In[0], 64);
    if (Name == "__brev")
      return Exprs.unary(ExprKind::BitReverse, In[0]);
    if (Name == "__clz" || Name == "__builtin_clz")
      return Exprs.unary(ExprKind::LeadingZeros, In[0]);
    if (Name == "__ffs" || Name == "__builtin_ffs")
      return Exprs.unary(ExprKind::FindFirstSet, In[0]);
    if (Name == "__builtin_ctz")
      return Exprs.subtract(Exprs.unary(ExprKind::FindFirstSet, In[0]), constant(1));
    // The upper half of 64 bits is known to be empty.
    if ((Name == "__clzll" || Name == "__builtin_clzll") && isWord(In[0]))
      return Exprs.add(Exprs.unary(ExprKind::LeadingZeros, In[0]), constant(WordBits));
    if ((Name == "__ffsll" || Name == "__builtin_ffsll") && isWord(In[0]))
      return Exprs.unary(ExprKind::FindFirstSet, In[0]);
    return nullptr;
  }

  ExprRef ofTwo() {
    // Products that fit 63 bits.
    bool Positive = Name == "__umulhi";
    if (Name == "__mulhi" || (Positive && In[0]->range().High <= INT32_MAX) ||
        (Positive && In[1]->range().High <= INT32_MAX))
      return Exprs.shiftRight(Exprs.multiply(In[0], In[1]), constant(WordBits));
    if (Name == "__hadd" || Name == "__uhadd")
      return Exprs.shiftRight(Exprs.add(In[0], In[1]), constant(1));
    if (Name == "__rhadd" || Name == "__urhadd")
      return Exprs.shiftRight(Exprs.add(Exprs.add(In[0], In[1]), constant(1)), constant(1));
    return nullptr;
  }

  ExprRef ofThree() {
    if (Name == "__sad" || Name == "__usad") {
      ExprRef Difference = Exprs.subtract(In[0], In[1]);
      return Exprs.add(Exprs.maximum(Difference, Exprs.negate(Difference)), In[2]);
    }
    if (Name.starts_with("__funnelshift_"))
      return funnelShift();
    if (Name == "__byte_perm")
      return permuteBytes();
    return nullptr;
  }

  /// The upper word of the 64 bits hi:lo shifted left by s, or the lower word when they are
  /// shifted right. s counts modulo 32 or, with the suffix
  /// c, up to 32.
  ExprRef funnelShift() {
    ExprRef Low = unsignedWord(In[0]), High = unsignedWord(In[1]);
    bool Clamps = Name.ends_with("c");
    bool Left = Name.starts_with("__funnelshift_l");
    ExprRef Shift = Clamps ? Exprs.minimum(unsignedWord(In[2]), constant(WordBits))
                           : Exprs.bitAnd(In[2], constant(WordBits - 1));
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
  StringRef Name;
  llvm::ArrayRef<ExprRef> In;
};

bool isBitOperation(StringRef Name) {
  static constexpr StringRef Names[] = {"__popc",
                                        "__popcll",
                                        "__brev",
                                        "__brevll",
                                        "__clz",
                                        "__clzll",
                                        "__ffs",
                                        "__ffsll",
                                        "__mulhi",
                                        "__umulhi",
                                        "__mul64hi",
                                        "__umul64hi",
                                        "__hadd",
                                        "__uhadd",
                                        "__rhadd",
                                        "__urhadd",
                                        "__sad",
                                        "__usad",
                                        "__byte_perm",
                                        "__fns",
                                        "__funnelshift_l",
                                        "__funnelshift_lc",
                                        "__funnelshift_r",
                                        "__funnelshift_rc",
                                        "__builtin_clz",
                                        "__builtin_clzll",
                                        "__builtin_popcount",
                                        "__builtin_popcountll",
                                        "__builtin_ffs",
                                        "__builtin_ffsll",
                                        "__builtin_ctz",
                                        "__builtin_ctzll"};
  return llvm::is_contained(Names, Name);
}

} // namespace

std::optional<Value> Intrinsics::evaluateBitOperation(StringRef Name, const CallExpr *Call) {
  QualType Type = Call->getType();
  if (!isBitOperation(Name) || !Type->isIntegralOrEnumerationType())
    return std::nullopt;
  std::vector<ExprRef> Arguments;
  Uniformity Varies = Uniformity::Grid;
  for (const clang::Expr *Argument : Call->arguments()) {
    if (!Argument->getType().getNonReferenceType()->isIntegralOrEnumerationType())
      return std::nullopt;
    Arguments.push_back(Code.number(Argument));
    Varies = std::max(Varies, Arguments.back()->varies());
  }
  if (ExprRef Result = BitOperation(Exprs, Name, Arguments).result())
    return Value::scalar(Code.fitted(Result, Type));
  return Code.unknownValue(Call, Varies, OpaqueReason::DataDependent);
}

} // namespace memlint
