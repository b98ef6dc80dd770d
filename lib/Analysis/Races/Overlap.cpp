//===- Overlap.cpp - Accesses that may meet -------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Overlap.h"

#include "SelectedAccesses.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace llvm;

namespace memlint {

namespace {

/// A number that is Constant, and anything between that and Constant + Reach, and any multiple of
/// Modulus besides.
struct LooseOffset {
  int64_t Constant = 0, Reach = 0;
  uint64_t Modulus = 0;
};

} // namespace

static int64_t coefficientOf(ExprRef Sum, ArrayRef<ExprRef> Factors) {
  for (const Monomial &Part : Sum->terms())
    if (ArrayRef<ExprRef>(Part.Factors) == Factors)
      return Part.Coefficient;
  return 0;
}

/// \p Offset without the subscripts that stay within an array; \p Reach: how far these go.
static ExprRef withoutSubscripts(ExprContext &Context, const Access &Site, int64_t &Reach) {
  ExprRef Rest = Site.Offset;
  for (const BoundedSubscript &Each : Site.Subscripts) {
    // An array of one element is often the start of a longer one.
    if (!Each.Index || Each.Index->isConstant() || Each.Extent < 2 ||
        Rest->kind() != ExprKind::Polynomial)
      continue;
    // The index is a sum itself, or a factor.
    bool IsSum = Each.Index->kind() == ExprKind::Polynomial && !Each.Index->terms().empty();
    int64_t Scale = 0;
    if (IsSum) {
      const Monomial &Lead = Each.Index->terms()[0];
      int64_t Here = coefficientOf(Rest, Lead.Factors);
      Scale = Here % Lead.Coefficient == 0 ? Here / Lead.Coefficient : 0;
    } else {
      Scale = coefficientOf(Rest, Each.Index);
    }
    if (Scale <= 0)
      continue;
    Rest = Context.subtract(Rest, Context.multiply(Each.Index, Context.constant(Scale)));
    Reach += Scale * (int64_t(Each.Extent) - 1);
  }
  return Rest;
}

static std::optional<LooseOffset> loosen(ExprContext &Context, const Access &Site) {
  LooseOffset Result;
  ExprRef Rest = withoutSubscripts(Context, Site, Result.Reach);
  if (!Rest->isConstant() && Rest->kind() != ExprKind::Polynomial)
    return std::nullopt;
  Result.Constant = Rest->constantTerm();
  if (!Rest->isConstant())
    for (const Monomial &Part : Rest->terms())
      if (!Part.Factors.empty())
        Result.Modulus = std::gcd(Result.Modulus, uint64_t(std::abs(Part.Coefficient)));
  return Result;
}

bool mayShareBytes(ExprContext &Context, const KernelProgram &Kernel, const Access &First,
                   const Access &Second) {
  if (!mayShareObject(Kernel, First, Second))
    return false;
  if (First.Object != Second.Object || !First.Offset || !Second.Offset)
    return true;
  std::optional<LooseOffset> Here = loosen(Context, First), There = loosen(Context, Second);
  if (!Here || !There)
    return true;
  // The second begins in [Low, High] from the start of the first.
  int64_t Low = There->Constant - Here->Constant - Here->Reach;
  int64_t High = There->Constant + There->Reach - Here->Constant;
  int64_t Least = -int64_t(Second.Bytes) + 1, Most = int64_t(First.Bytes) - 1;
  int64_t Modulus = int64_t(std::gcd(Here->Modulus, There->Modulus));
  if (Modulus == 0)
    return Low <= Most && High >= Least;
  // Some multiple of the modulus moves a part of [Low, High] into [Least, Most].
  int64_t Down = ((Low - Least) % Modulus + Modulus) % Modulus;
  return Down + (High - Low) >= Modulus || Down <= Most - Least;
}

} // namespace memlint
