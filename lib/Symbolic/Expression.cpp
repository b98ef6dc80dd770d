//===- Expression.cpp - Index expressions  -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace llvm;

namespace memlint {

/// All that identifies a leaf.
static auto identityOf(const LeafInfo &Leaf) {
  return std::tie(Leaf.Kind, Leaf.Dimension, Leaf.Reason, Leaf.Varies, Leaf.Id, Leaf.Range.Low,
                  Leaf.Range.High, Leaf.Modulus.LogModulus, Leaf.Modulus.Residue, Leaf.Name);
}

size_t Expr::computeHash() const {
  hash_code Code = hash_combine(Kind, Value, WrapBits, WrapSigned,
                                hash_combine_range(Operands.begin(), Operands.end()));
  for (const Monomial &Part : Terms)
    Code = hash_combine(Code, Part.Coefficient,
                        hash_combine_range(Part.Factors.begin(), Part.Factors.end()));
  if (Leaf)
    Code = hash_combine(Code, hash_value(identityOf(*Leaf)));
  return Code;
}

bool Expr::equals(const Expr &Other) const {
  auto IsSamePart = [](const Monomial &One, const Monomial &Another) {
    return One.Coefficient == Another.Coefficient && One.Factors == Another.Factors;
  };
  return Kind == Other.Kind && Value == Other.Value && WrapBits == Other.WrapBits &&
         WrapSigned == Other.WrapSigned && Operands == Other.Operands &&
         equal(Terms, Other.Terms, IsSamePart) && !Leaf == !Other.Leaf &&
         (!Leaf || identityOf(*Leaf) == identityOf(*Other.Leaf));
}

} // namespace memlint
