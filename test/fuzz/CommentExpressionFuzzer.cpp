//===- CommentExpressionFuzzer.cpp - Conditions in comments ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The condition of `memlint: assume`. What is printed of it and can be read
/// again has the same values.
///
//===----------------------------------------------------------------------===//

#include "../../lib/Lowering/CommentExpression.h"
#include "FuzzTarget.h"

#include "cuda-memlint/Lowering/StatedFact.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace memlint;

/// No operand of \p Text can exceed 64 bits where names are small: beyond, sums may be anything.
static bool isSmall(StringRef Text) {
  size_t Digits = 0;
  for (char Letter : Text) {
    Digits = isAlnum(Letter) ? Digits + 1 : 0;
    if (Digits > 2)
      return false;
  }
  return Text.count('*') <= 6 && !Text.contains("<<");
}

/// Another number for each name and \p Round, from -3 to 7.
static int64_t valueOf(ExprRef Leaf, unsigned Round) {
  return int64_t((xxh3_64bits(Leaf->leaf().Name) >> Round) % 11) - 3;
}

MEMLINT_FUZZ_TARGET(CommentExpression, 1000) {
  consumeError(checkFact(Input));
  ExprContext Exprs;
  StringMap<ExprRef> Leaves;
  auto Named = [&](StringRef Name) -> std::optional<ExprRef> {
    ExprRef &Leaf = Leaves[Name];
    if (!Leaf)
      Leaf = Exprs.opaque(OpaqueReason::None, Uniformity::Grid, Name);
    return Leaf;
  };
  Expected<ExprRef> Read = parseCommentExpression(Exprs, Input, Named);
  if (!Read)
    return consumeError(Read.takeError());
  std::string Printed = toString(*Read);
  if (StringRef(Printed).contains("..."))
    return;
  // Not all that a condition is simplified to can be written in one.
  Expected<ExprRef> Again = parseCommentExpression(Exprs, Printed, Named);
  if (!Again)
    return consumeError(Again.takeError());
  for (unsigned Round = 0; isSmall(Input) && Round != 8; ++Round) {
    auto Value = [&](ExprRef Leaf) { return valueOf(Leaf, Round); };
    fuzz::require(evaluate(*Read, Value) == evaluate(*Again, Value),
                  "what is printed is read as something else", Printed);
  }
}
