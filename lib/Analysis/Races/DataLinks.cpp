//===- DataLinks.cpp - Stores at what links lead to -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataLinks.h"

#include "BarrierRemoval.h"
#include "DataSearches.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

namespace {

class LinkSearch {
public:
  LinkSearch(const RaceSetting &Setting, const Access &Store)
      : Kernel(Setting.Kernel), Store(Store) {}

  bool isFollowed(ExprRef Value) const;
  bool isReachedFromRoot(ExprRef Value) const;
  bool isHarmless(const DataAddress &Address) const;

private:
  bool shortensWay() const;
  bool compressesWay(const DataAddress &Address) const;
  bool isRepeated() const;
  bool isLink(const Access &Read) const;
  bool goesAlong(const Loop &Way) const;
  bool isOfRecord(const Access &Read) const;

  const KernelProgram &Kernel;
  const Access &Store;
};

} // namespace

/// \p Read takes up the field that the store writes, in the same array.
bool LinkSearch::isLink(const Access &Read) const {
  return Read.Kind == AccessKind::Load && Read.Object == Store.Object &&
         Read.Bytes == Store.Bytes && Read.OffsetInRecord == Store.OffsetInRecord && Read.Result &&
         Read.Offset && Read.NodeId < Store.NodeId;
}

/// The loop goes from each entry to the one that it leads to.
bool LinkSearch::goesAlong(const Loop &Way) const {
  return any_of(Way.Carried, [&](const CarriedValue &Variable) {
    return Variable.End && any_of(Kernel.Accesses, [&](const Access &Read) {
             return isLink(Read) && is_contained(Read.Loops, Way.Id) &&
                    Variable.End == Read.Result && contains(Read.Offset, Variable.Start);
           });
  });
}

/// \p Value was read in the array that is stored to, or is where a loop has arrived that followed
/// the array up to its end before the store.
bool LinkSearch::isFollowed(ExprRef Value) const {
  if (const Access *Read = sourceOf(Kernel, Value))
    return isLink(*Read);
  const Loop *Last = nullptr;
  for (const Loop &Each : Kernel.Loops)
    if (Each.EndValue != 0 && Each.EndValue <= Value->number() &&
        (!Last || Last->EndValue < Each.EndValue))
      Last = &Each;
  return Last && Value->leaf().Reason == OpaqueReason::ControlFlow &&
         !is_contained(Store.Loops, Last->Id) && goesAlong(*Last);
}

/// \p Read takes up another field of a record in the array that is stored to.
bool LinkSearch::isOfRecord(const Access &Read) const {
  return Read.Kind == AccessKind::Load && Read.Object == Store.Object && Read.Result &&
         Read.Offset && Read.NodeId < Store.NodeId;
}

/// \p Value is the node of a tree that a loop has arrived at, from where all threads begin: many of
/// them may. One alone may find there what it looks for, if a condition compares for equality.
bool LinkSearch::isReachedFromRoot(ExprRef Value) const {
  auto LooksForOne = [](ExprRef Part) {
    return Part->kind() == ExprKind::Equal &&
           all_of(Part->operands(), [](ExprRef Side) { return anyLeaf(Side, isData); });
  };
  auto GoesDown = [&](const Loop &Way) {
    return !is_contained(Store.Loops, Way.Id) && Way.EndValue <= Value->number() &&
           any_of(Way.Carried, [&](const CarriedValue &Variable) {
             return Variable.End && any_of(Kernel.Accesses, [&](const Access &Read) {
                      return isOfRecord(Read) && is_contained(Read.Loops, Way.Id) &&
                             Variable.End == Read.Result && contains(Read.Offset, Variable.Start);
                    });
           });
  };
  return any_of(Kernel.Loops, GoesDown) && isFoundInLoop(Kernel, Value, Store) &&
         none_of(Store.Guards,
                 [&](ExprRef Guard) { return any_of(partsOf(Guard, ExprKind::And), LooksForOne); });
}

/// What is stored is the way on from where the entry has led: `parent[v] = parent[parent[v]]`.
bool LinkSearch::shortensWay() const {
  const Access *Next =
      Store.Value && Store.Value->isLeaf() ? sourceOf(Kernel, Store.Value) : nullptr;
  return Next && isLink(*Next) && anyLeaf(Next->Offset, [&](ExprRef Leaf) {
           const Access *First = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
           return First && isLink(*First) && First->Offset == Store.Offset;
         });
}

/// The thread goes along the array once more, and stores at each entry where it has arrived before.
bool LinkSearch::compressesWay(const DataAddress &Address) const {
  auto IsPassed = [&](ExprRef Value) {
    return any_of(Store.Loops, [&](unsigned Number) {
      const Loop &Way = Kernel.Loops[Number];
      return goesAlong(Way) && any_of(Way.Carried, [&](const CarriedValue &Variable) {
               return Variable.Start == Value;
             });
    });
  };
  return Store.Value && Store.Value->isLeaf() && isFollowed(Store.Value) &&
         any_of(Address.Values, IsPassed);
}

bool LinkSearch::isHarmless(const DataAddress &Address) const {
  return shortensWay() || compressesWay(Address) ||
         (isRepeated() && any_of(Address.Values, [&](ExprRef Value) { return isFollowed(Value); }));
}

/// Where the thread stores, it also says to all that something has changed.
bool LinkSearch::isRepeated() const {
  return any_of(Kernel.Accesses, [&](const Access &Each) {
    return Each.Kind != AccessKind::Load && Each.Object != Store.Object && Each.Offset &&
           Each.Offset->varies() == Uniformity::Grid &&
           ((Each.Value && Each.Value->varies() == Uniformity::Grid) || Each.Addend) &&
           all_of(Store.Guards, [&](ExprRef Guard) { return is_contained(Each.Guards, Guard); });
  });
}

bool linksFollowed(const RaceSetting &Setting, const Access &Store, const DataAddress &Address) {
  LinkSearch Search(Setting, Store);
  return Store.Kind == AccessKind::Store && !seesOthers(Store) &&
         any_of(Address.Values,
                [&](ExprRef Value) {
                  return Search.isFollowed(Value) || Search.isReachedFromRoot(Value);
                }) &&
         !Search.isHarmless(Address);
}

bool isHarmlessLink(const RaceSetting &Setting, const Access &Store, const DataAddress &Address) {
  return Store.Kind == AccessKind::Store && LinkSearch(Setting, Store).isHarmless(Address);
}

} // namespace memlint
