//===- UnrollPragmas.cpp - What the source asks of its loops --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerConstants.h"
#include "KernelLowering.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace memlint {

static std::optional<uint64_t> unrollCountOf(const LoopHintAttr &Hint, const ASTContext &Ast) {
  if (Hint.getOption() == LoopHintAttr::Unroll)
    return Hint.getState() == LoopHintAttr::Disable ? 1 : 0;
  if (Hint.getOption() != LoopHintAttr::UnrollCount || !Hint.getValue() ||
      Hint.getValue()->isValueDependent())
    return std::nullopt;
  clang::Expr::EvalResult Count;
  if (!Hint.getValue()->EvaluateAsInt(Count, Ast) || signedBits(Count.Val.getInt()) < 1)
    return std::nullopt;
  return uint64_t(signedBits(Count.Val.getInt()));
}

void KernelLowering::noteUnrollCount(const AttributedStmt &Statement) {
  for (const Attr *Item : Statement.getAttrs())
    if (const auto *Hint = dyn_cast<LoopHintAttr>(Item))
      if (std::optional<uint64_t> Count = unrollCountOf(*Hint, Ast))
        UnrollCounts[Statement.getSubStmt()] = *Count;
}

} // namespace memlint
