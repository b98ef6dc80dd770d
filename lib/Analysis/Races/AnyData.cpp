//===- AnyData.cpp - Locations that data choose within bounds -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnyData.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// Values that are gone through one by one.
static constexpr int64_t MostValues = 1024;

ExprRef PartByData::addressFor(ExprContext &Context, ExprRef Address, int64_t Value) const {
  return Context.substituteFactors(
      Address, [&](ExprRef Each) { return Each == Factor ? Context.constant(Value) : nullptr; });
}

std::optional<PartByData> partByData(ExprContext &Context, const PlacedSite &Site) {
  if (!Site.Offset)
    return std::nullopt;
  PartByData Result;
  bool IsOther = false;
  forEachLeaf(Site.Offset, [&](ExprRef Leaf) {
    if (!RaceSetting::isUnknown(Leaf->leaf()))
      return;
    IsOther |= Result.Leaf != nullptr;
    Result.Leaf = Leaf;
  });
  if (!Result.Leaf || IsOther || Site.Offset->kind() != ExprKind::Polynomial)
    return std::nullopt;
  for (const Monomial &Part : Site.Offset->terms())
    for (ExprRef Factor : Part.Factors) {
      bool Depends = false;
      forEachLeaf(Factor, [&](ExprRef Leaf) { Depends |= Leaf == Result.Leaf; });
      if (!Depends || Factor == Result.Factor)
        continue;
      if (Result.Factor || Part.Factors.size() != 1)
        return std::nullopt;
      Result.Factor = Factor;
    }
  Result.Values = Result.Factor->range();
  if (Result.Values.Low < 0 || Result.Values.High >= MostValues)
    return std::nullopt;
  ExprRef ForZero = Context.substitute(Result.Factor, [&](ExprRef Leaf) {
    return Leaf == Result.Leaf ? Context.constant(0) : nullptr;
  });
  Result.ForZero = ForZero->isConstant() ? ForZero->constantTerm() : Result.Values.Low;
  return Result;
}

} // namespace memlint
