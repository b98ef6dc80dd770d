//===- AddressClass.cpp - How an address is known ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

/// A lane-varying factor and an unknown uniform one in the same product.
static bool multipliesLanesByUnknown(const Monomial &Part) {
  bool Lanes = false, Unknown = false;
  for (ExprRef Factor : Part.Factors) {
    if (Factor->varies() == Uniformity::Lane)
      Lanes = true;
    forEachLeaf(Factor, [&](ExprRef Leaf) {
      LeafKind Kind = Leaf->leaf().Kind;
      if (Kind == LeafKind::Parameter || Kind == LeafKind::Loaded || Kind == LeafKind::Opaque)
        Unknown = true;
    });
  }
  return Lanes && Unknown;
}

AddressClass classifyAddress(const Access &Site) {
  if (!Site.Offset)
    return AddressClass::NotUnderstood;
  bool NotUnderstood = false, DataDependent = false;
  forEachLeaf(Site.Offset, [&](ExprRef Leaf) {
    const LeafInfo &Info = Leaf->leaf();
    if (Info.Reason == OpaqueReason::NotUnderstood)
      NotUnderstood = true;
    bool Runtime = Info.Kind == LeafKind::Opaque || Info.Kind == LeafKind::Loaded;
    if (Runtime && Info.Varies == Uniformity::Lane)
      DataDependent = true;
  });
  if (NotUnderstood)
    return AddressClass::NotUnderstood;
  if (DataDependent)
    return AddressClass::DataDependent;
  if (Site.Offset->kind() != ExprKind::Polynomial)
    return AddressClass::Exact;
  for (const Monomial &Part : Site.Offset->terms())
    if (multipliesLanesByUnknown(Part))
      return AddressClass::Parametric;
  return AddressClass::Exact;
}

} // namespace memlint
