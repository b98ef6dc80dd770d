//===- ClaimedKeys.cpp - What the winner of an atomic owns ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClaimedKeys.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// What \p Root is made of by sums and products; of another root, itself.
static SmallVector<ExprRef, 4> factorsOf(ExprRef Root) {
  SmallVector<ExprRef, 4> Result;
  if (Root->kind() != ExprKind::Polynomial)
    return {Root};
  for (const Monomial &Part : Root->terms())
    Result.append(Part.Factors.begin(), Part.Factors.end());
  return Result;
}

static ExprRef bareNumber(ExprRef Root) {
  while (Root->kind() == ExprKind::Wrap)
    Root = Root->operands()[0];
  return Root;
}

ClaimedKey::ClaimedKey(const RaceSetting &Setting, const Access &Claim, ThreadPair Kind)
    : Setting(Setting), Claim(Claim) {
  auto IsOfThread = [&](ExprRef Leaf) {
    return isData(Leaf) || Leaf->leaf().Kind == LeafKind::LoopCounter ||
           !RaceSetting::isCommon(Leaf->leaf(), Kind);
  };
  bool IsOneOfSeveral = Claim.Space == MemorySpace::Shared && Kind == ThreadPair::DifferentBlocks;
  if (Claim.Offset)
    for (ExprRef Factor : factorsOf(Setting.specialise(Claim.Offset)))
      if (anyLeaf(Factor, IsOfThread))
        Keys.push_back(bareNumber(Factor));
  bool IsCommon = Claim.Offset && all_of(Keys, [&](ExprRef Key) {
                    return allLeaves(Key, [&](ExprRef Leaf) {
                      const Access *Source = sourceOf(Setting.Kernel, Leaf);
                      return Source && Source->Offset && allLeaves(Source->Offset, isParameter);
                    });
                  });
  IsForAll = !Claim.Offset || (IsCommon && !IsOneOfSeveral);
}

/// The two are read at one place.
bool ClaimedKey::isSameNumber(ExprRef One, ExprRef Other) const {
  if (One == Other)
    return true;
  if (!One->isLeaf() || !Other->isLeaf())
    return false;
  const Access *Here = sourceOf(Setting.Kernel, One), *There = sourceOf(Setting.Kernel, Other);
  return Here && There && Here->Object == There->Object && Here->Offset &&
         Here->Offset == There->Offset;
}

/// Threads that come to one location at \p Offset have one \p Key: it goes into the location as it
/// is, or is computed from numbers that do, or may go into it by a choice.
bool ClaimedKey::isDetermined(ExprRef Key, ExprRef Offset) const {
  auto IsPlain = [&](ExprRef Number) {
    return any_of(factorsOf(Offset), [&](ExprRef Factor) {
      Factor = bareNumber(Factor);
      bool IsChoice = Factor->kind() == ExprKind::Select || Factor->kind() == ExprKind::Minimum ||
                      Factor->kind() == ExprKind::Maximum;
      return isSameNumber(Factor, Number) || (IsChoice && anyLeaf(Factor, [&](ExprRef Leaf) {
                                                return isSameNumber(Leaf, Number);
                                              }));
    });
  };
  return IsPlain(Key) ||
         allLeaves(Key, [&](ExprRef Leaf) { return isParameter(Leaf) || IsPlain(Leaf); });
}

bool ClaimedKey::owns(const DataAddress &Address) const {
  bool IsFollowed = all_of(zip(Address.Values, Address.Loads), [&](const auto &Each) {
    const auto &[Value, Load] = Each;
    return Load || any_of(Keys, [&, Of = Value](ExprRef Key) { return contains(Key, Of); });
  });
  return IsForAll || !IsFollowed ||
         all_of(Keys, [&](ExprRef Key) { return isDetermined(Key, Address.Offset); });
}

} // namespace memlint
