//===- Dependences.cpp - What decides about a possible race ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dependences.h"

#include "PlacedSite.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace memlint {

/// What \p Leaf, which is not known before launch, decides where an argument has the role
/// \p OfArgument.
static RaceDependence roleOf(const LeafInfo &Leaf, RaceDependence OfArgument) {
  if (Leaf.Kind == LeafKind::Parameter)
    return OfArgument;
  return Leaf.Kind == LeafKind::GridDimension ? RaceDependence::GridSize : RaceDependence::Data;
}

std::vector<RaceDependence> dependencesOf(ArrayRef<ExprRef> Addresses,
                                          ArrayRef<ExprRef> Conditions) {
  std::set<RaceDependence> Found;
  auto AddRoles = [&](ExprRef Root, RaceDependence OfArgument) {
    forEachLeaf(Root, [&](ExprRef Leaf) {
      if (RaceSetting::isUnknown(Leaf->leaf()))
        Found.insert(roleOf(Leaf->leaf(), OfArgument));
    });
  };
  auto AddPart = [&](ArrayRef<ExprRef> Factors) {
    auto IsIndex = [](ExprRef Leaf) { return !RaceSetting::isUnknown(Leaf->leaf()); };
    bool HasIndex = any_of(Factors, [&](ExprRef Factor) { return anyLeaf(Factor, IsIndex); });
    for (ExprRef Factor : Factors)
      AddRoles(Factor, HasIndex ? RaceDependence::Stride : RaceDependence::Shift);
  };
  for (ExprRef Address : Addresses) {
    if (Address->kind() != ExprKind::Polynomial) {
      AddPart(Address);
      continue;
    }
    for (const Monomial &Part : Address->terms())
      AddPart(Part.Factors);
  }
  for (ExprRef Condition : Conditions)
    AddRoles(Condition, RaceDependence::Condition);
  return {Found.begin(), Found.end()};
}

void addDependence(RaceVerdict &Verdict, RaceDependence New) {
  auto At = lower_bound(Verdict.DependsOn, New);
  if (At == Verdict.DependsOn.end() || *At != New)
    Verdict.DependsOn.insert(At, New);
}

} // namespace memlint
