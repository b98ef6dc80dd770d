//===- DataGathers.cpp - Elements of others, in place ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataGathers.h"

#include "Conflicts.h"
#include "DataSearches.h"

#include "cuda-memlint/Model/SharedAllocations.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// The two are one, or the launch passes one pointer for both.
static bool areOneArray(const RaceSetting &Setting, unsigned One, unsigned Other) {
  auto Here = positionInAllocation(Setting.Kernel.Objects[One], Setting.Launch),
       There = positionInAllocation(Setting.Kernel.Objects[Other], Setting.Launch);
  return One == Other ||
         (Here && There && Here->Allocation == There->Allocation && Here->Offset == There->Offset);
}

/// It is what all threads have read at the place of \p Load.
static bool isReadThere(const KernelProgram &Kernel, ExprRef Leaf, const Access &Load) {
  const Access *Source = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
  return Source && Source->Object == Load.Object && Source->Offset == Load.Offset;
}

/// \p Part is not about \p Distance, or says no more than that \p Offset, which has it, is not
/// below some element: `if (c >= weight[0])` for `best[c - weight[0]]`. Of `if (i < half[0])` for
/// `x[i + half[0]]` the distance leads past all threads.
static bool keepsInRange(const RaceSetting &Setting, ExprRef Part, ExprRef Distance, ExprRef Offset,
                         unsigned Bytes) {
  ExprContext &Context = Setting.Context;
  const Access *Read = sourceOf(Setting.Kernel, Distance);
  Part = Context.substitute(Setting.specialise(Part), [&](ExprRef Leaf) -> ExprRef {
    return isReadThere(Setting.Kernel, Leaf, *Read) ? Distance : nullptr;
  });
  if (!contains(Part, Distance))
    return true;
  if (Part->kind() != ExprKind::Less)
    return false;
  ArrayRef<ExprRef> Sides = Part->operands();
  ExprRef Above = Context.multiply(Context.subtract(Sides[1], Sides[0]), Context.constant(Bytes));
  return Context.subtract(Above, Offset)->isConstant();
}

bool isShiftByData(const RaceSetting &Setting, const DataAddress &Address, const Access &Store) {
  const Access *Load = Address.Values.size() == 1 ? Address.Loads.front() : nullptr;
  bool IsOfAll = Load && Load->Kind == AccessKind::Load && Load->Result && Load->Offset &&
                 Load->Result == Address.Values.front() && Address.IsValueItself &&
                 allLeaves(Load->Offset, isParameter);
  return IsOfAll && Store.Offset && Load->Object != Store.Object &&
         Setting.Context.subtract(Address.Rest, Setting.specialise(Store.Offset))->isConstant(0) &&
         none_of(Setting.Kernel.Accesses,
                 [&](const Access &Each) {
                   return Each.Kind != AccessKind::Load &&
                          is_contained(Setting.Kernel.basesOf(Each.Object), Load->Object);
                 }) &&
         all_of(Store.Guards, [&](ExprRef Guard) {
           return all_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
             return keepsInRange(Setting, Part, Load->Result, Address.Offset, Store.Bytes);
           });
         });
}

Access withoutShift(const KernelProgram &Kernel, const DataAddress &Address, const Access &Site) {
  const Access &Load = *Address.Loads.front();
  Access Result = Site;
  Result.Guards.clear();
  for (ExprRef Guard : Site.Guards)
    for (ExprRef Part : partsOf(Guard, ExprKind::And))
      if (!anyLeaf(Part, [&](ExprRef Leaf) { return isReadThere(Kernel, Leaf, Load); }))
        Result.Guards.push_back(Part);
  return Result;
}

/// The thread's number says where \p Site is, and no argument where the elements of all threads
/// begin: those before may be done.
static bool isOwnElement(const Access &Site) {
  return Site.Offset && Site.Offset->kind() == ExprKind::Polynomial &&
         anyLeaf(Site.Offset, isIndex) && !anyLeaf(Site.Offset, isData) &&
         none_of(Site.Offset->terms(), [](const Monomial &Part) {
           return Part.Factors.size() == 1 && anyLeaf(Part.Factors.front(), isParameter);
         });
}

/// Of two elements, the thread's own and the one at \p Address that data choose, the lower one
/// decides who comes: `if (i < partner[i])` is for exchanges within pairs.
static bool isOfPair(ExprRef Part, const DataAddress &Address) {
  auto IsChosen = [&](ExprRef Leaf) {
    return Leaf->varies() == Uniformity::Lane && is_contained(Address.Values, Leaf);
  };
  return anyNode(Part, [&](ExprRef Node) {
    return isOrder(Node) && anyLeaf(Node, isIndex) && anyLeaf(Node, IsChosen);
  });
}

namespace {

class GatherSearch {
public:
  GatherSearch(const RaceSetting &Setting, const Access &Read, const DataAddress &Address,
               const Access &Store)
      : Setting(Setting), Kernel(Setting.Kernel), Read(Read), Address(Address), Store(Store) {}

  bool run() const;
  bool readsSetElement() const;
  bool readsUpdatedElement() const;

private:
  bool isOfStored(unsigned Object) const;
  bool isElementInPlace() const;
  bool isReadBehind() const;
  bool comesByRead() const;
  bool comesByGathered() const;
  bool isOutOfTurn() const;
  bool dependsOnRead(ExprRef Part) const;
  bool shortensWay() const;
  bool flowsIntoStore() const;
  bool isMadeInLoop(ExprRef Leaf) const;
  bool isFound(ExprRef Root) const;
  bool isOld(ExprRef Root) const;
  bool isBestSoFar(ExprRef Leaf, bool FromOwn) const;
  bool comparesByOrder(ExprRef Root) const;
  bool improves() const;
  bool boundsLoop(unsigned Object) const;
  bool isPartOfGather(const Access &Source) const;
  bool comparesNobody() const;
  bool isOfGather(ExprRef Leaf) const;
  bool setsOnce() const;
  bool keepsOld() const;
  bool leadsElsewhere(ExprRef Part) const;
  bool isTurn(ExprRef Part) const;
  bool mayBeTurn(const Access &Site) const;

  const RaceSetting &Setting;
  const KernelProgram &Kernel;
  const Access &Read;
  const DataAddress &Address;
  const Access &Store;
};

} // namespace

/// It is the array that Store writes, perhaps through another pointer.
bool GatherSearch::isOfStored(unsigned Object) const {
  return areOneArray(Setting, Object, Store.Object);
}

/// The thread's own element says which one is read: `next[i] = next[next[i]]`.
bool GatherSearch::shortensWay() const {
  return any_of(Address.Loads, [&](const Access *Load) {
    return Load && isOfStored(Load->Object) && Load->Offset == Store.Offset;
  });
}

/// A loop around Read may have computed \p Leaf from the value read. Only integers are read, so a
/// value that is not followed does not result from floating-point arithmetic.
bool GatherSearch::isMadeInLoop(ExprRef Leaf) const {
  return Read.Result && !Read.Loops.empty() && Leaf->number() > Read.Result->number() &&
         Leaf->leaf().Kind == LeafKind::Opaque && !sourceOf(Kernel, Leaf) &&
         (isLeftByReads(Kernel, Leaf, Read) || all_of(Kernel.Accesses, [](const Access &Each) {
            return Each.Kind != AccessKind::Load || Each.Result || Each.LoadedObject ||
                   Each.Space == MemorySpace::Local;
          }));
}

/// It is, or may have been computed from, what Read gives, or another read of that element.
bool GatherSearch::isFound(ExprRef Root) const {
  return anyLeaf(Root, [&](ExprRef Leaf) {
    const Access *Source = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
    bool IsReadAgain = Source && Source->Object == Read.Object && Source->Offset == Read.Offset;
    return Leaf == Read.Result || IsReadAgain || isMadeInLoop(Leaf);
  });
}

/// It is what the thread's element holds before the store.
bool GatherSearch::isOld(ExprRef Root) const {
  return anyLeaf(Root, [&](ExprRef Leaf) {
    const Access *Source = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
    return Source && isOfStored(Source->Object) && Source->Offset == Store.Offset;
  });
}

bool GatherSearch::flowsIntoStore() const {
  if (Read.Bytes != Store.Bytes || Read.NodeId > Store.NodeId)
    return false;
  // Of floating-point numbers it is not known what goes into a bound or a combination.
  return Store.Value ? Read.Result && isFound(Store.Value)
                     : !Read.Result && (Store.IsSum || !Store.IsReduction);
}

/// It is the best so far of what a loop has found: \p FromOwn, beginning with the element itself,
/// or else with what may be that.
bool GatherSearch::isBestSoFar(ExprRef Leaf, bool FromOwn) const {
  return any_of(Kernel.Loops, [&](const Loop &Each) {
    return any_of(Each.Carried, [&](const CarriedValue &Variable) {
      return Variable.Start == Leaf &&
             (FromOwn ? Variable.Initial && isOld(Variable.Initial)
                      : !Variable.Initial || anyLeaf(Variable.Initial, isData));
    });
  });
}

/// What was found is compared with the element itself, or with the best so far, by their order, or
/// bits of it are added to those of the element.
bool GatherSearch::comparesByOrder(ExprRef Root) const {
  return anyNode(Root, [&](ExprRef Node) {
    ExprKind Kind = Node->kind();
    bool IsOfBits = Kind == ExprKind::BitOr || Kind == ExprKind::BitAnd;
    if (!IsOfBits && Kind != ExprKind::Less && Kind != ExprKind::LessUnsigned &&
        Kind != ExprKind::Minimum && Kind != ExprKind::Maximum)
      return false;
    auto IsBest = [&](ExprRef Side) {
      return isOld(Side) ||
             anyLeaf(Side, [&](ExprRef Leaf) { return isBestSoFar(Leaf, IsOfBits); });
    };
    ExprRef Left = Node->operands()[0], Right = Node->operands()[1];
    return (isFound(Left) && IsBest(Right)) || (isFound(Right) && IsBest(Left));
  });
}

bool GatherSearch::improves() const {
  return (Store.Value && comparesByOrder(Store.Value)) ||
         any_of(Store.Guards, [&](ExprRef Guard) { return comparesByOrder(Guard); }) ||
         any_of(Kernel.Loops, [&](const Loop &Each) {
           return any_of(Each.Carried, [&](const CarriedValue &Variable) {
             return Variable.End && comparesByOrder(Variable.End);
           });
         });
}

bool GatherSearch::boundsLoop(unsigned Object) const {
  return any_of(Kernel.Loops, [&](const Loop &Each) {
    return any_of(Each.Exits, [&](ExprRef Exit) {
      return anyLeaf(Exit, [&](ExprRef Leaf) {
        const Access *Source = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
        return Source && Source->Object == Object;
      });
    });
  });
}

/// \p Source says where or what is gathered, or how much: it is of no array that may say which
/// elements others store to.
bool GatherSearch::isPartOfGather(const Access &Source) const {
  return isOfStored(Source.Object) || boundsLoop(Source.Object) ||
         any_of(Address.Loads,
                [&](const Access *Load) { return Load && Load->Object == Source.Object; });
}

/// The loops around Read do nothing but gather: they do not compare what the thread has with what
/// its neighbours have, such as priorities or numbers, so that one alone of them comes through.
bool GatherSearch::comparesNobody() const {
  auto IsAround = [&](unsigned Number) { return is_contained(Read.Loops, Number); };
  return all_of(Kernel.Accesses,
                [&](const Access &Each) {
                  return none_of(Each.Loops, IsAround) || isPartOfGather(Each);
                }) &&
         none_of(Kernel.Loops, [&](const Loop &Each) {
           return IsAround(Each.Id) && any_of(Each.Carried, [](const CarriedValue &Variable) {
                    return Variable.End && anyLeaf(Variable.End, isIndex);
                  });
         });
}

bool GatherSearch::isOfGather(ExprRef Leaf) const {
  const Access *Source = sourceOf(Kernel, Leaf);
  return is_contained(Address.Values, Leaf) ||
         (Source ? isPartOfGather(*Source) : isMadeInLoop(Leaf) && comparesNobody());
}

/// The element is not set yet, and those that it is computed from are: each is set once.
bool GatherSearch::setsOnce() const {
  auto IsTestOf = [&](function_ref<bool(ExprRef)> Is) {
    return any_of(Store.Guards, [&](ExprRef Guard) {
      return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
        return Part->kind() != ExprKind::Or && anyLeaf(Part, isData) &&
               allLeaves(Part, [&](ExprRef Leaf) { return !isData(Leaf) || Is(Leaf); });
      });
    });
  };
  return IsTestOf([&](ExprRef Leaf) { return isOld(Leaf); }) &&
         IsTestOf([&](ExprRef Leaf) { return Leaf == Read.Result; });
}

/// Some threads store what was there before: the value says who changes something.
bool GatherSearch::keepsOld() const {
  return Store.Value && anyNode(Store.Value, [&](ExprRef Node) {
           return Node->kind() == ExprKind::Select &&
                  any_of(Node->operands().drop_front(),
                         [&](ExprRef Arm) { return Arm->isLeaf() && isOld(Arm); });
         });
}

/// \p Part says that the thread reads another element than its own: `next[i] != i`.
bool GatherSearch::leadsElsewhere(ExprRef Part) const {
  if (Part->kind() != ExprKind::Not || Part->operands()[0]->kind() != ExprKind::Equal)
    return false;
  ArrayRef<ExprRef> Sides = Part->operands()[0]->operands();
  auto IsChosen = [&](ExprRef Side) {
    const Access *Source = Side->isLeaf() && isData(Side) ? sourceOf(Kernel, Side) : nullptr;
    return Source && any_of(Address.Loads, [&](const Access *Load) {
             return Load && Load->Object == Source->Object && Load->Offset == Source->Offset;
           });
  };
  return (IsChosen(Sides[0]) && !anyLeaf(Sides[1], isData)) ||
         (IsChosen(Sides[1]) && !anyLeaf(Sides[0], isData));
}

/// \p Part may hold for threads alone whose elements are not read meanwhile.
bool GatherSearch::isTurn(ExprRef Part) const {
  if (leadsElsewhere(Part))
    return false;
  if (isOfPair(Part, Address) ||
      anyLeaf(Part, [&](ExprRef Leaf) { return isData(Leaf) && !isOfGather(Leaf); }))
    return true;
  return anyNode(Part, [](ExprRef Node) {
    ExprKind Kind = Node->kind();
    return (Kind == ExprKind::Equal || Kind == ExprKind::Remainder || Kind == ExprKind::BitAnd) &&
           anyLeaf(Node, isIndex);
  });
}

/// Some condition may let the threads alone come to \p Site whose turn it is.
bool GatherSearch::mayBeTurn(const Access &Site) const {
  return any_of(Site.Guards, [&](ExprRef Guard) {
    return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) { return isTurn(Part); });
  });
}

/// What was read decides whether the thread stores, and nothing else that was read does.
bool GatherSearch::comesByRead() const {
  bool IsTested = false;
  return Read.Result && Store.Value && Read.Bytes == Store.Bytes && Read.NodeId < Store.NodeId &&
         all_of(
             Store.Guards,
             [&](ExprRef Guard) {
               return allLeaves(Guard, [&](ExprRef Leaf) {
                 IsTested |= Leaf == Read.Result;
                 return !isData(Leaf) || Leaf == Read.Result;
               });
             }) &&
         IsTested;
}

bool GatherSearch::dependsOnRead(ExprRef Part) const {
  return anyLeaf(
      Part, [&](ExprRef Leaf) { return Leaf == Read.Result || isLeftByReads(Kernel, Leaf, Read); });
}

/// What was gathered decides whether the thread stores, whatever it was compared with on the way:
/// all threads gather, and those whose turn it is store meanwhile.
bool GatherSearch::comesByGathered() const {
  bool IsTested = false;
  return Store.Value && Read.Bytes == Store.Bytes && Read.NodeId < Store.NodeId &&
         !mayBeTurn(Read) &&
         all_of(
             Store.Guards,
             [&](ExprRef Guard) {
               return all_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
                 bool IsByRead = dependsOnRead(Part);
                 IsTested |= IsByRead;
                 return IsByRead || !isTurn(Part);
               });
             }) &&
         IsTested;
}

/// Threads come to Read whose turn it is not to store: whatever data say, or under the opposite of
/// a condition on what was read alone that leads to the store. Of a number that an argument says,
/// threads of one kind may know only those of another one.
bool GatherSearch::isOutOfTurn() const {
  return any_of(Store.Guards, [&](ExprRef Guard) {
    return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
      bool IsOpposed =
          allLeaves(Part, isData) && is_contained(Read.Guards, Setting.Context.logicalNot(Part));
      return isTurn(Part) && (IsOpposed || !mayBeTurn(Read));
    });
  });
}

/// The element that others read is the thread's own.
bool GatherSearch::isElementInPlace() const {
  bool IsPlace = Address.Rest->isConstant() || isShiftByData(Setting, Address, Store);
  return Read.Kind == AccessKind::Load && isOfStored(Read.Object) && IsPlace &&
         isOwnElement(Store) && !shortensWay() && !improves() && !setsOnce() && !keepsOld();
}

bool GatherSearch::run() const {
  return flowsIntoStore() && Store.Kind == AccessKind::Store && isElementInPlace() &&
         !mayBeTurn(Store);
}

/// Threads read, whatever others find, behind what they do to their own elements, or where they do
/// nothing to them.
bool GatherSearch::isReadBehind() const {
  return Store.NodeId < Read.NodeId && !Read.IsUnused && Address.Rest->isConstant(0) &&
         ((!mayBeTurn(Read) && !mayBeTurn(Store)) || isOutOfTurn());
}

bool GatherSearch::readsSetElement() const {
  return Store.Kind == AccessKind::Store && isElementInPlace() &&
         (isReadBehind() || comesByGathered() || (comesByRead() && !mayBeTurn(Store)));
}

bool GatherSearch::readsUpdatedElement() const {
  return Store.Kind == AccessKind::Atomic && isReadBehind() && isElementInPlace();
}

bool gathersInPlace(const RaceSetting &Setting, const Access &Read, const DataAddress &Address,
                    const Access &Store) {
  return GatherSearch(Setting, Read, Address, Store).run();
}

bool readsSetElement(const RaceSetting &Setting, const Access &Read, const DataAddress &Address,
                     const Access &Store) {
  return GatherSearch(Setting, Read, Address, Store).readsSetElement();
}

bool readsUpdatedElement(const RaceSetting &Setting, const Access &Read, const DataAddress &Address,
                         const Access &Update) {
  return GatherSearch(Setting, Read, Address, Update).readsUpdatedElement();
}

/// What \p Read gives goes into \p Store; of floating-point numbers that is not known, and taken
/// for granted.
static bool isMovedTo(const Access &Read, const Access &Store) {
  bool Flows = Store.Value ? Read.Result && contains(Store.Value, Read.Result) : !Read.Result;
  return Flows && Read.Bytes == Store.Bytes && Read.NodeId < Store.NodeId && !Store.IsReduction;
}

/// `if (keep[i]) a[place[i]] = a[i];`: \p Part says of the thread's own element at \p Read, or of
/// its entry in an array that the kernel does not write, that it is moved. Those at which nothing
/// is moved may be holes that others fill, but then the thread's number says where they begin.
static bool isKept(const KernelProgram &Kernel, ExprRef Part, const Access &Read) {
  return !anyLeaf(Part, isIndex) && allLeaves(Part, [&](ExprRef Leaf) {
    const Access *Source = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
    if (!isData(Leaf))
      return true;
    if (!Source || Source->Kind != AccessKind::Load || !Source->Offset ||
        !anyLeaf(Source->Offset, isIndex) || anyLeaf(Source->Offset, isData))
      return false;
    return (Source->Object == Read.Object && Source->Offset == Read.Offset) ||
           none_of(Kernel.Accesses, [&](const Access &Each) {
             return Each.Kind != AccessKind::Load &&
                    is_contained(Kernel.basesOf(Each.Object), Source->Object);
           });
  });
}

/// A guard compares the thread's number with an argument that it is not below: the elements of
/// those that come begin there.
static bool beginsAtArgument(ExprRef Part) {
  return Part->kind() == ExprKind::Not && anyLeaf(Part, isIndex) && anyLeaf(Part, isParameter);
}

bool scattersInPlace(const RaceSetting &Setting, const Access &Store, const DataAddress &Address,
                     const Access &Read) {
  const KernelProgram &Kernel = Setting.Kernel;
  bool IsPair = Store.Kind == AccessKind::Store && Read.Kind == AccessKind::Load &&
                areOneArray(Setting, Read.Object, Store.Object) &&
                Store.Space == MemorySpace::Global;
  // `parent[parent[i]] = parent[i]` follows links, and `label[neighbour[e]] = label[v]` tells each
  // neighbour of a row.
  auto IsOfIndexArray = [&](const Access *Load) {
    return Load && Load->Kind == AccessKind::Load && Load->Offset &&
           !areOneArray(Setting, Load->Object, Store.Object) && anyLeaf(Load->Offset, isIndex) &&
           !anyLeaf(Load->Offset, isData);
  };
  auto IsForAll = [&](ExprRef Part) {
    return !isOfPair(Part, Address) &&
           (allLeaves(Part,
                      [&](ExprRef Leaf) {
                        return !isData(Leaf) || is_contained(Address.Values, Leaf);
                      }) ||
            (isKept(Kernel, Part, Read) && none_of(Store.Guards, [](ExprRef Guard) {
               return any_of(partsOf(Guard, ExprKind::And), beginsAtArgument);
             })));
  };
  return IsPair && Address.Rest->isConstant() && isOwnElement(Read) && isMovedTo(Read, Store) &&
         all_of(Address.Loads, IsOfIndexArray) && all_of(Store.Guards, [&](ExprRef Guard) {
           return all_of(partsOf(Guard, ExprKind::And), IsForAll);
         });
}

bool isHeldBackByValue(const RaceSetting &Setting, const Access &Read, const Access &Store) {
  if (!Read.Result || !Store.Value || !Store.Value->isConstant())
    return false;
  ExprContext &Context = Setting.Context;
  const KernelProgram &Kernel = Setting.Kernel;
  auto WithValue = [&](ExprRef Root, ExprRef Start, ExprRef Initial) {
    return Context.substitute(Root, [&](ExprRef Leaf) -> ExprRef {
      return Leaf == Read.Result ? Store.Value : Leaf == Start ? Initial : nullptr;
    });
  };
  // What the one variable of the loop around Read is where the value has been found first.
  auto ValueLeft = [&](ExprRef Leaf) -> ExprRef {
    if (!isLeftByReads(Kernel, Leaf, Read))
      return nullptr;
    ExprRef Left = nullptr;
    for (const CarriedValue &Variable : Kernel.Loops[Read.Loops.back()].Carried) {
      if (!Variable.End || Variable.End == Variable.Start)
        continue;
      bool IsKnown = Variable.Initial && Variable.Initial->isConstant();
      ExprRef End = WithValue(Variable.End, IsKnown ? Variable.Start : nullptr, Variable.Initial);
      if (Left || !End->isConstant())
        return nullptr;
      Left = End;
    }
    return Left;
  };
  return any_of(Store.Guards, [&](ExprRef Guard) {
    return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
      return Context
          .substitute(
              Part,
              [&](ExprRef Leaf) { return Leaf == Read.Result ? Store.Value : ValueLeft(Leaf); })
          ->isConstant(0);
    });
  });
}

bool readsScattered(const RaceSetting &Setting, const Access &Store, const DataAddress &Address,
                    const Access &Read) {
  auto IsOfOwn = [&](const Access *Load) {
    return Load && Load->Kind == AccessKind::Load && Load->Offset &&
           !areOneArray(Setting, Load->Object, Store.Object) && anyLeaf(Load->Offset, isIndex) &&
           !anyLeaf(Load->Offset, isData);
  };
  auto IsForAll = [](const Access &Site) {
    return none_of(Site.Guards, [](ExprRef Guard) { return anyLeaf(Guard, isData); });
  };
  return Store.Kind == AccessKind::Store && Read.Kind == AccessKind::Load && !Read.IsUnused &&
         areOneArray(Setting, Read.Object, Store.Object) && Store.Space == MemorySpace::Global &&
         Store.NodeId < Read.NodeId && Store.Bytes == Read.Bytes && Address.IsValueItself &&
         Address.Rest->isConstant(0) && isOwnElement(Read) && all_of(Address.Loads, IsOfOwn) &&
         IsForAll(Store) && IsForAll(Read);
}

bool movesByCount(const KernelProgram &Kernel, const Access &Store, const DataAddress &Address,
                  const Access &Read) {
  bool IsPair = Store.Kind == AccessKind::Store && Read.Kind == AccessKind::Load &&
                Read.Object == Store.Object && Address.Values.size() == 1 &&
                Address.IsValueItself && Address.Rest->isConstant(0);
  const Access *Counter = IsPair ? Address.Loads.front() : nullptr;
  auto IsOwn = [&](ExprRef Leaf) {
    const Access *Source = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
    return Source && Source->Kind == AccessKind::Load && Source->Offset == Read.Offset;
  };
  return Counter && addsNumber(*Counter) && Counter->Offset && anyLeaf(Counter->Offset, IsOwn) &&
         isOwnElement(Read) && isMovedTo(Read, Store) && all_of(Store.Guards, [&](ExprRef Guard) {
           return allLeaves(Guard, [&](ExprRef Leaf) { return !isData(Leaf) || IsOwn(Leaf); });
         });
}

/// All threads find the same elements by \p Read, one after the other.
static bool readsAll(const Access &Read) {
  return Read.Kind == AccessKind::Load && Read.Offset && !Read.Loops.empty() &&
         hasLeaf(Read.Offset, LeafKind::LoopCounter) && allLeaves(Read.Offset, [](ExprRef Leaf) {
           return Leaf->leaf().Kind == LeafKind::LoopCounter || isParameter(Leaf);
         });
}

bool sortsInPlace(const KernelProgram &Kernel, const Access &Store, const DataAddress &Address,
                  const Access &Read) {
  // The number that a loop leaves behind; an atomic gives one that may be past the others.
  bool IsCounted = Address.Values.size() == 1 && Address.IsValueItself && !Address.Loads.front() &&
                   Address.Values.front()->leaf().Reason == OpaqueReason::ControlFlow &&
                   Address.Rest->isConstant(0);
  bool IsPair = Store.Kind == AccessKind::Store && Read.Object == Store.Object && readsAll(Read) &&
                Read.NodeId < Store.NodeId && !is_contained(Store.Loops, Read.Loops.back());
  if (!IsCounted || !IsPair)
    return false;
  auto IsOwn = [&](const Access &Each) {
    return Each.Object == Store.Object && isOwnElement(Each) && isMovedTo(Each, Store);
  };
  auto IsKnown = [&](ExprRef Leaf) {
    const Access *Source = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
    return !isData(Leaf) || is_contained(Address.Values, Leaf) || (Source && IsOwn(*Source));
  };
  return any_of(Kernel.Accesses,
                [&](const Access &Each) { return Each.Kind == AccessKind::Load && IsOwn(Each); }) &&
         all_of(Store.Guards, [&](ExprRef Guard) { return allLeaves(Guard, IsKnown); });
}

bool exchangesInPair(const KernelProgram &Kernel, const Access &Store, const DataAddress &Address) {
  bool IsInPair = any_of(Store.Guards, [&](ExprRef Guard) {
    return any_of(partsOf(Guard, ExprKind::And),
                  [&](ExprRef Part) { return isOfPair(Part, Address); });
  });
  auto IsReadAt = [&](ExprRef Value, ExprRef Offset) {
    return any_of(Kernel.Accesses, [&](const Access &Each) {
      return Each.Kind == AccessKind::Load && Each.Object == Store.Object &&
             Each.Offset == Offset && Each.Result == Value;
    });
  };
  return IsInPair && any_of(Kernel.Accesses, [&](const Access &Own) {
           return Own.Kind == AccessKind::Store && Own.Object == Store.Object &&
                  isOwnElement(Own) && Own.Guards == Store.Guards &&
                  IsReadAt(Own.Value, Store.Offset) && IsReadAt(Store.Value, Own.Offset);
         });
}

} // namespace memlint
