//===- SelectedAccesses.cpp - One of several objects ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SelectedAccesses.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static bool isUnknownObject(const MemoryObject &Object) {
  return Object.Kind == ObjectKind::Unknown && Object.OneOf.empty();
}

bool isAmbiguous(const KernelProgram &Kernel, const Access &Site) {
  const MemoryObject &Object = Kernel.Objects[Site.Object];
  if (Object.OneOf.empty())
    return isUnknownObject(Object);
  return !Site.Selector ||
         any_of(Object.OneOf, [&](unsigned Base) { return isUnknownObject(Kernel.Objects[Base]); });
}

/// Whether \p Selector is \p Number.
static ExprRef isSelected(ExprContext &Context, ExprRef Selector, int64_t Number) {
  if (Selector->kind() != ExprKind::Select)
    return Context.equal(Selector, Context.constant(Number));
  ExprRef Condition = Selector->operands()[0];
  return Context.logicalOr(
      Context.logicalAnd(Condition, isSelected(Context, Selector->operands()[1], Number)),
      Context.logicalAnd(Context.logicalNot(Condition),
                         isSelected(Context, Selector->operands()[2], Number)));
}

std::vector<Access> accessesByObject(ExprContext &Context, const KernelProgram &Kernel,
                                     const Access &Site) {
  std::vector<Access> Result;
  if (isAmbiguous(Kernel, Site))
    return Result;
  std::vector<unsigned> Bases = Kernel.basesOf(Site.Object);
  for (unsigned Base : Bases) {
    Access One = Site;
    if (Site.Selector) {
      ExprRef IsOne = isSelected(Context, Site.Selector, Base);
      if (IsOne->isConstant(0))
        continue;
      if (!IsOne->isConstant())
        One.Guards.push_back(IsOne);
      One.Object = Base;
      One.Space = Kernel.Objects[Base].Space;
      One.Offset = Site.OffsetInSelected;
    }
    Result.push_back(std::move(One));
  }
  return Result;
}

bool mayShareObject(const KernelProgram &Kernel, const Access &First, const Access &Second) {
  auto IsAny = [&](unsigned Base) { return isUnknownObject(Kernel.Objects[Base]); };
  auto IsDynamic = [&](unsigned Base) {
    return Kernel.Objects[Base].Kind == ObjectKind::DynamicShared;
  };
  std::vector<unsigned> Left = Kernel.basesOf(First.Object), Right = Kernel.basesOf(Second.Object);
  return any_of(Left, IsAny) || any_of(Right, IsAny) ||
         (any_of(Left, IsDynamic) && any_of(Right, IsDynamic)) ||
         any_of(Left, [&](unsigned Base) { return is_contained(Right, Base); });
}

} // namespace memlint
