//===- ScaleFactor.cpp - Small factors of an image's size -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaleFactor.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Model/AccessCost.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static bool isRemainderBy(ExprRef Value, ExprRef Divisor) {
  return Value->kind() == ExprKind::Remainder && Value->operands()[1] == Divisor;
}

/// `… * s * s`: rows are longer by the factor, and there are more of them.
static bool scalesRows(const Term &Part, ExprRef Factor) { return count(Part.Factors, Factor) > 1; }

/// `c % s`, the same for all lanes: one of the pixels next to each other.
static bool choosesPixel(const Term &Part, ExprRef Factor) {
  return Part.Factors.size() == 1 && isRemainderBy(Part.Factors.front(), Factor);
}

/// `i % n * n`: what lanes count ends at the number, which is the extent of a square.
static bool countsUpTo(const Term &Part, ExprRef Factor) {
  return is_contained(Part.Factors, Factor) &&
         any_of(Part.Factors, [&](ExprRef Each) { return isRemainderBy(Each, Factor); });
}

StringRef scaleFactorOf(const Access &Site, const AccessCost &Cost) {
  if (Cost.UnknownScales.size() != 1 || Cost.UnknownScales.front().Above != 0)
    return "";
  SmallVector<Term> Terms = termsOf(Site.Offset);
  for (const Term &Part : Terms)
    for (ExprRef Factor : Part.Factors)
      if (Factor->isLeaf() && Factor->leaf().Name == Cost.UnknownScales.front().Text &&
          any_of(Terms, [&](const Term &Each) { return scalesRows(Each, Factor); }) &&
          any_of(Terms, [&](const Term &Each) { return choosesPixel(Each, Factor); }) &&
          none_of(Terms, [&](const Term &Each) { return countsUpTo(Each, Factor); }))
        return Factor->leaf().Name;
  return "";
}

} // namespace memlint
