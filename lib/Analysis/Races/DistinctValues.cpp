//===- DistinctValues.cpp - Addresses read from index arrays --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DistinctValues.h"

#include "Distance.h"

#include "cuda-memlint/Model/SharedAllocations.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

namespace {

/// An address: Bytes times what is read, and the rest.
struct IndexedAddress {
  const Access *Load = nullptr;
  ExprRef Factor = nullptr;
  int64_t Bytes = 0;
  ExprRef Rest = nullptr;
};

/// The load of distinct values that gives \p Leaf.
const Access *distinctLoad(const RaceSetting &Setting, ExprRef Leaf) {
  const KernelProgram &Kernel = Setting.Kernel;
  auto Load = find_if(Kernel.Accesses, [&](const Access &Each) {
    return Each.Kind == AccessKind::Load && Each.Result == Leaf;
  });
  if (Load == Kernel.Accesses.end() || !Load->Offset ||
      !Kernel.Objects[Load->Object].HasDistinctValues)
    return nullptr;
  bool IsWritten = any_of(Kernel.Accesses, [&](const Access &Each) {
    return Each.Kind != AccessKind::Load && any_of(Kernel.basesOf(Each.Object), [&](unsigned Base) {
             return Base == Load->Object ||
                    mayOverlap(Kernel.Objects[Base], Kernel.Objects[Load->Object], Setting.Launch);
           });
  });
  return IsWritten ? nullptr : &*Load;
}

std::optional<IndexedAddress> indexedAddress(const RaceSetting &Setting, const Access &Site) {
  if (!Site.Offset)
    return std::nullopt;
  ExprContext &Context = Setting.Context;
  IndexedAddress Result;
  ExprRef Read = nullptr;
  bool IsOther = false;
  forEachLeaf(Site.Offset, [&](ExprRef Leaf) {
    if (const Access *Load = distinctLoad(Setting, Leaf)) {
      IsOther |= Read != nullptr;
      Read = Leaf;
      Result.Load = Load;
    }
  });
  if (!Read || IsOther || Site.Offset->kind() != ExprKind::Polynomial)
    return std::nullopt;
  for (const Monomial &Part : Site.Offset->terms())
    if (Part.Factors.size() == 1 && Part.Coefficient > 0 &&
        (Part.Factors.front() == Read ||
         (Part.Factors.front()->kind() == ExprKind::Wrap &&
          Part.Factors.front()->wrapBits() >= 32 && Part.Factors.front()->operands()[0] == Read))) {
      Result.Factor = Part.Factors.front();
      Result.Bytes = Part.Coefficient;
    }
  if (!Result.Factor)
    return std::nullopt;
  Result.Rest = Context.subtract(Site.Offset,
                                 Context.multiply(Context.constant(Result.Bytes), Result.Factor));
  bool IsInRest = false;
  forEachLeaf(Result.Rest, [&](ExprRef Leaf) { IsInRest |= Leaf == Read; });
  return IsInRest ? std::nullopt : std::optional(Result);
}

} // namespace

std::optional<std::pair<ExprRef, ExprRef>> offsetsByIndexRead(const RaceSetting &Setting,
                                                              const Access &First,
                                                              const Access &Second,
                                                              ThreadPair Relation) {
  if (none_of(Setting.Kernel.Objects,
              [](const MemoryObject &Each) { return Each.HasDistinctValues; }))
    return std::nullopt;
  std::optional<IndexedAddress> Left = indexedAddress(Setting, First);
  std::optional<IndexedAddress> Right = indexedAddress(Setting, Second);
  if (!Left || !Right || Left->Load->Object != Right->Load->Object ||
      Left->Load->Bytes != Right->Load->Bytes || Left->Bytes != Right->Bytes)
    return std::nullopt;
  // What belongs to one value ends where what belongs to the next one begins.
  PlacedSite One, Other;
  One.Site = &First;
  Other.Site = &Second;
  One.Offset = Setting.specialise(Left->Rest);
  Other.Offset = Setting.specialise(Right->Rest);
  dropCommonPart(Setting.Context, One, Other, Relation);
  Interval Here = One.Offset->range(), There = Other.Offset->range();
  __int128 Start = std::min(Here.Low, There.Low);
  __int128 End = std::max(__int128(Here.High) + First.Bytes, __int128(There.High) + Second.Bytes);
  if (End - Start > Left->Bytes)
    return std::nullopt;
  auto AddressByIndex = [&](const IndexedAddress &Indexed) {
    ExprContext &Context = Setting.Context;
    return Context.add(Context.multiply(Context.constant(Indexed.Bytes), Indexed.Load->Offset),
                       Indexed.Rest);
  };
  return std::pair(AddressByIndex(*Left), AddressByIndex(*Right));
}

} // namespace memlint
