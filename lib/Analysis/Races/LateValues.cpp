//===- LateValues.cpp - Values stored behind their keys -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LateValues.h"

#include "BarrierRemoval.h"
#include "Conflicts.h"

#include "cuda-memlint/Analysis/Aliasing/ValueSources.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// What \p Load gives ends a loop, which may wait for it, or is compared with a constant, such as
/// one that says that nothing has been stored yet.
static bool isAskedFor(const KernelProgram &Kernel, const Access &Load) {
  auto IsTest = [&](ExprRef Node) {
    return Node->kind() == ExprKind::Equal && dependsOn(Node, Load) &&
           any_of(Node->operands(), [](ExprRef Side) { return Side->isConstant(); });
  };
  return any_of(Kernel.Loops,
                [&](const Loop &Each) {
                  return any_of(Each.Exits, [&](ExprRef Exit) { return dependsOn(Exit, Load); });
                }) ||
         any_of(Kernel.Nodes, [&](const Node &At) {
           return At.Kind == NodeKind::Branch && At.Condition && anyNode(At.Condition, IsTest);
         });
}

/// The two are in one array, at one member of its records.
static bool areKeys(const Access &One, const Access &Other) {
  return One.Object == Other.Object && One.OffsetInRecord == Other.OffsetInRecord;
}

namespace {

/// A store and a load of values, and the keys beside them.
class KeySearch {
public:
  KeySearch(const RaceSetting &Setting, const Access &Store, const DataAddress &Taken,
            const Access &Load, const DataAddress &Found,
            function_ref<bool(const Access &)> EndsSearch)
      : Setting(Setting), Kernel(Setting.Kernel), Store(Store), Taken(Taken), Load(Load),
        Found(Found), EndsSearch(EndsSearch) {}

  bool run() const {
    return any_of(Kernel.Accesses, [&](const Access &Claim) {
      return publishesKey(Claim) && any_of(Kernel.Accesses, [&](const Access &Look) {
               return findsKey(Look, Claim) && readsFor(Look);
             });
    });
  }

private:
  bool isAt(const Access &Site, const DataAddress &Address) const;
  bool publishesKey(const Access &Claim) const;
  bool findsKey(const Access &Look, const Access &Claim) const;
  bool readsFor(const Access &Look) const;

  const RaceSetting &Setting;
  const KernelProgram &Kernel;
  const Access &Store;
  const DataAddress &Taken;
  const Access &Load;
  const DataAddress &Found;
  function_ref<bool(const Access &)> EndsSearch;
};

} // namespace

/// \p Site is in another array, or at another member, at what the same data choose.
bool KeySearch::isAt(const Access &Site, const DataAddress &Address) const {
  if (Site.Object == Store.Object && Site.OffsetInRecord == Store.OffsetInRecord)
    return false;
  std::optional<DataAddress> At = dataAddress(Setting, Site);
  return At && At->Values == Address.Values;
}

/// The thread comes to Store by what \p Claim gives, which writes a key of the thread's own, and
/// nothing else is written to the array of keys: no state says later that the value is there.
bool KeySearch::publishesKey(const Access &Claim) const {
  bool IsKey = Claim.Kind == AccessKind::Atomic && Claim.Update == AtomicUpdate::Other &&
               Claim.Result && Claim.Value && !Claim.Value->isConstant() &&
               anyLeaf(Claim.Value, [](ExprRef Leaf) { return isData(Leaf) || isIndex(Leaf); });
  return IsKey && Claim.NodeId < Store.NodeId && (isAt(Claim, Taken) || EndsSearch(Claim)) &&
         (any_of(
              Store.Guards, [&](ExprRef Guard) { return dependsOn(Guard, Claim); }) ||
          EndsSearch(Claim)) &&
         all_of(
             Kernel.Accesses,
             [&](const Access &Each) {
               return &Each == &Claim || !areKeys(Each, Claim) || !writes(Each);
             });
}

/// By \p Look, a thread finds that the key which it looks for is there.
bool KeySearch::findsKey(const Access &Look, const Access &Claim) const {
  auto IsFound = [&](ExprRef Part) {
    if (Part->kind() != ExprKind::Equal || !dependsOn(Part, Look))
      return false;
    ArrayRef<ExprRef> Sides = Part->operands();
    ExprRef Wanted = dependsOn(Sides[0], Look) ? Sides[1] : Sides[0];
    return !Wanted->isConstant() && !dependsOn(Wanted, Look);
  };
  return Look.Result && areKeys(Look, Claim) && Look.NodeId < Load.NodeId && isAt(Look, Found) &&
         any_of(
             Load.Guards,
             [&](ExprRef Guard) { return any_of(partsOf(Guard, ExprKind::And), IsFound); });
}

/// Beside what \p Look has found, only what nobody writes decides whether the thread comes to
/// Load, and it does not read until the value is there.
bool KeySearch::readsFor(const Access &Look) const {
  auto IsKnown = [&](ExprRef Leaf) {
    if (!isData(Leaf))
      return true;
    const Access *Source = sourceOf(Kernel, Leaf);
    return Source && (areKeys(*Source, Look) || none_of(Kernel.Accesses, [&](auto &Each) {
                        return Each.Object == Source->Object && writes(Each);
                      }));
  };
  return !isAskedFor(Kernel, Load) &&
         all_of(Load.Guards, [&](ExprRef Guard) { return allLeaves(Guard, IsKnown); });
}

bool isStoredBehindKey(const RaceSetting &Setting, const Access &Store, const DataAddress &Taken,
                       const Access &Load, const DataAddress &Found,
                       function_ref<bool(const Access &)> EndsSearch) {
  bool IsPair = Store.Kind == AccessKind::Store && Load.Kind == AccessKind::Load &&
                Store.Object == Load.Object && Taken.isByData() && Found.isByData() &&
                !(Store.Value && Store.Value->isConstant());
  return IsPair && !seesOthers(Store) && !seesOthers(Load) &&
         KeySearch(Setting, Store, Taken, Load, Found, EndsSearch).run();
}

/// \p Guard says that the entry which \p Load reads is below what \p IsCount holds for.
static bool isEntryBelow(const RaceSetting &Setting, ExprRef Guard, const Access &Load,
                         function_ref<bool(ExprRef)> IsCount) {
  int64_t Bytes = int64_t(Setting.Kernel.Objects[Load.Object].ElementBytes);
  return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
    if (!isOrder(Part) || Part->operands()[0]->isConstant() || !IsCount(Part->operands()[1]))
      return false;
    ExprRef Start = Setting.Context.multiply(Part->operands()[0], Setting.Context.constant(Bytes));
    return Setting.Context.subtract(Load.Offset, Start)->isConstant(0);
  });
}

/// Whoever comes to \p Site has been in \p Wait, and has left it.
static bool comesBehind(const KernelProgram &Kernel, const Access &Site, const Loop &Wait) {
  return !is_contained(Site.Loops, Wait.Id) && any_of(Kernel.Accesses, [&](const Access &Each) {
    return is_contained(Each.Loops, Wait.Id) && Each.NodeId < Site.NodeId &&
           all_of(Each.Guards, [&](ExprRef Guard) { return is_contained(Site.Guards, Guard); });
  });
}

const Access *countBeforeStore(const RaceSetting &Setting, const Access &Store,
                               const DataAddress &Taken, const Access &Load,
                               function_ref<bool(const Access &, const Access &)> AreConcurrent) {
  const KernelProgram &Kernel = Setting.Kernel;
  bool IsPair = Store.Kind == AccessKind::Store && Load.Kind == AccessKind::Load &&
                Store.Object == Load.Object && Taken.Values.size() == 1 && Taken.IsValueItself &&
                Taken.Rest->isConstant(0) && !seesOthers(Store) && !seesOthers(Load);
  const Access *Count = IsPair ? Taken.Loads.front() : nullptr;
  if (!Count || Count->Kind != AccessKind::Atomic || !Count->Addend || !Count->Offset ||
      !Count->Addend->isConstant(1) || anyLeaf(Count->Offset, isData) || isAskedFor(Kernel, Load))
    return nullptr;
  bool IsOnlyCount = all_of(Kernel.Accesses, [&](const Access &Each) {
    return &Each == Count || Each.Object != Count->Object || !writes(Each) ||
           !AreConcurrent(Each, *Count);
  });
  auto IsCount = [&](ExprRef Bound) {
    const Access *Look = Bound->isLeaf() ? sourceOf(Kernel, Bound) : nullptr;
    // Of a list in shared memory, a plain read of the count is the race: its barrier orders both.
    return Look && Look->Object == Count->Object && Look->Offset == Count->Offset &&
           (Store.Space != MemorySpace::Shared || seesOthers(*Look)) &&
           AreConcurrent(*Look, *Count);
  };
  auto IsBelow = [&](ExprRef Condition) { return isEntryBelow(Setting, Condition, Load, IsCount); };
  // The thread may also wait until there are so many.
  bool IsAnnounced = any_of(Load.Guards, IsBelow) || any_of(Kernel.Loops, [&](const Loop &Each) {
                       return !Each.Exits.empty() && all_of(Each.Exits, IsBelow) &&
                              comesBehind(Kernel, Load, Each);
                     });
  return IsOnlyCount && IsAnnounced ? Count : nullptr;
}

/// \p Entry was read in the array \p Heads, or a loop begins with what was read there.
static bool isOfList(const KernelProgram &Kernel, ExprRef Entry, unsigned Heads) {
  auto IsHead = [&](ExprRef Leaf) {
    const Access *Source = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
    return Source && Source->Object == Heads && !writes(*Source);
  };
  return IsHead(Entry) || any_of(Kernel.Loops, [&](const Loop &Each) {
           return any_of(Each.Carried, [&](const CarriedValue &Variable) {
             return Variable.Start == Entry && Variable.Initial &&
                    anyLeaf(Variable.Initial, IsHead);
           });
         });
}

bool isLinkedBehindHead(const RaceSetting &Setting, const Access &Store, const Access &Load,
                        const DataAddress &Found) {
  const KernelProgram &Kernel = Setting.Kernel;
  if (Store.Kind != AccessKind::Store || Load.Kind != AccessKind::Load || !areKeys(Store, Load) ||
      !Store.Value || !Store.Offset || Found.Values.size() != 1 || seesOthers(Store) ||
      seesOthers(Load) || isAskedFor(Kernel, Load))
    return false;
  ExprRef Bytes = Setting.Context.constant(int64_t(Kernel.Objects[Store.Object].ElementBytes));
  return any_of(Kernel.Accesses, [&](const Access &Head) {
    return Head.Kind == AccessKind::Atomic && Head.Update == AtomicUpdate::Other && Head.Value &&
           Head.Object != Store.Object && Head.NodeId < Store.NodeId &&
           dependsOn(Store.Value, Head) && !Head.Value->isConstant() &&
           Setting.Context.subtract(Store.Offset, Setting.Context.multiply(Head.Value, Bytes))
               ->isConstant() &&
           isOfList(Kernel, Found.Values.front(), Head.Object);
  });
}

} // namespace memlint
