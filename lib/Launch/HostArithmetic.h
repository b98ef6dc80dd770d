//===- HostArithmetic.h - Arithmetic of host code ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// C++'s arithmetic on host values, with the widths and signs of its types.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_HOSTARITHMETIC_H
#define CUDA_MEMLINT_LIB_LAUNCH_HOSTARITHMETIC_H

#include "HostValue.h"

#include "clang/AST/OperationKinds.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace memlint {

/// What arithmetic needs to know of a type.
struct NumberType {
  enum class Kind : uint8_t { Other, Integer, Boolean, Float, Double };
  Kind Is = Kind::Other;
  unsigned Bits = 0;
  bool Signed = false;

  bool isInteger() const { return Is == Kind::Integer || Is == Kind::Boolean; }
  bool isFloating() const { return Is == Kind::Float || Is == Kind::Double; }
};

/// The value converted to the type, as by a cast. Integers of 64 unsigned bits
/// are held as the signed number of the same bits.
HostValue convertNumber(const HostValue &Value, const NumberType &From, const NumberType &To);

/// An arithmetic, bitwise or comparing operator on operands of one type (but for
/// shifts), before conversion to the type of the result.
HostValue applyOperator(clang::BinaryOperatorKind Opcode, const HostValue &Left,
                        const HostValue &Right, const NumberType &Operands);

/// A function of the C and C++ mathematics headers (`ceil`, `std::min`, …) by its
/// unqualified name, f suffix dropped; empty when it is none of those known.
std::optional<HostValue> applyFunction(llvm::StringRef Name, llvm::ArrayRef<HostValue> Arguments,
                                       const NumberType &Operands);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_HOSTARITHMETIC_H
