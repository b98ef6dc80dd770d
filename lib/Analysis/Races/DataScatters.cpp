//===- DataScatters.cpp - Stores that several threads make ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataScatters.h"

#include "BarrierRemoval.h"
#include "Conflicts.h"
#include "DataNumbers.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

using namespace llvm;

namespace memlint {

namespace {

/// Stands for what is not known.
constexpr int64_t AnyNumber = int64_t(1) << 24;
/// Locations that the threads of a grid of unknown size are taken to be more than.
constexpr int64_t MostForUnknownGrid = 4096;
/// Divisors up to the size of an element make indices of byte offsets; larger ones than the other
/// bound take a word apart that two numbers are packed into.
constexpr int64_t LargestElement = 16, LargestCell = int64_t(1) << 15;

class ScatterSearch {
public:
  ScatterSearch(const RaceSetting &Setting, const Access &Store, const DataAddress &Address,
                ThreadPair Kind)
      : Setting(Setting), Kernel(Setting.Kernel), Store(Store), Address(Address), Kind(Kind),
        ByData(Setting.Context.subtract(Address.Offset, Address.Rest)) {}

  std::optional<DataNeed> run() const;
  bool hasMoreThreadsThanLocations() const;

private:
  bool isOfKey(ExprRef Leaf) const;
  bool storesOwnValue() const;
  bool isReadBack() const;
  bool isSelection(ExprRef Part) const;
  bool comesByIndex() const;
  bool isCountedByKey() const;
  int64_t locations() const;
  bool hasFewLocations() const;
  bool isTakenApart(ExprRef Node) const;
  bool isManyToOne(ExprRef Node) const;
  bool isCellOfNumbers() const;
  bool isReadByTwo() const;

  const RaceSetting &Setting;
  const KernelProgram &Kernel;
  const Access &Store;
  const DataAddress &Address;
  ThreadPair Kind;
  ExprRef ByData;
};

} // namespace

/// The coefficient of the first term in \p Root; 0: none.
static int64_t firstCoefficient(ExprRef Root) {
  if (Root->kind() != ExprKind::Polynomial)
    return Root->isConstant() ? 0 : 1;
  return Root->terms().empty() ? 0 : Root->terms().front().Coefficient;
}

/// It is one number for all threads that have the same key.
bool ScatterSearch::isOfKey(ExprRef Leaf) const {
  if (is_contained(Address.Values, Leaf) || isParameter(Leaf))
    return true;
  const Access *Source = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
  return Source && Source->Kind == AccessKind::Load && Source->Offset &&
         Leaf->number() > Source->Offset->number() &&
         allLeaves(Source->Offset, [&](ExprRef Each) { return isOfKey(Each); });
}

/// Two threads with one key store different values. Where the value is not followed, a number that
/// the thread has read for itself, beside those that the key is computed from, goes into it.
bool ScatterSearch::storesOwnValue() const {
  if (Store.Value)
    return anyLeaf(Setting.specialise(Store.Value), [&](ExprRef Leaf) {
      if (isIndex(Leaf))
        return !RaceSetting::isCommon(Leaf->leaf(), Kind);
      return isData(Leaf) && sourceOf(Kernel, Leaf) && !isOfKey(Leaf);
    });
  SmallVector<unsigned, 4> Read;
  for (const Access &Each : Kernel.Accesses) {
    if (Each.Kind != AccessKind::Load || Each.Result || Each.LoadedObject || Each.IsUnused ||
        Each.NodeId > Store.NodeId || !Each.Offset || Each.Space != MemorySpace::Global)
      continue;
    // What is read by the key is one number for all who have it.
    if (anyLeaf(Each.Offset, isData))
      return false;
    if (anyLeaf(Each.Offset, isIndex) && !is_contained(Read, Each.Object))
      Read.push_back(Each.Object);
  }
  bool IsOfNumbers = any_of(Address.Loads, [](const Access *Load) { return !Load; });
  return Read.size() > (IsOfNumbers ? 1 : 0);
}

/// The kernel looks what has remained: that one thread alone stores last may be what is meant.
bool ScatterSearch::isReadBack() const {
  return any_of(Kernel.Accesses, [&](const Access &Each) {
    return &Each != &Store && Each.Object == Store.Object && Each.Kind != AccessKind::Store;
  });
}

/// \p Part may choose one of the threads that have a key: it compares for equality, tests a flag,
/// or is about what the kernel writes.
bool ScatterSearch::isSelection(ExprRef Part) const {
  if (allLeaves(Part,
                [&](ExprRef Leaf) { return !isData(Leaf) || is_contained(Address.Values, Leaf); }))
    return false;
  ExprRef Test = withoutNot(Part);
  if (!isOrder(Test))
    return true;
  return anyLeaf(Test, [&](ExprRef Leaf) {
    if (!isData(Leaf))
      return false;
    const Access *Source = sourceOf(Kernel, Leaf);
    return !Source || !Source->Offset || anyLeaf(Source->Offset, isData) ||
           any_of(Kernel.Accesses, [&](const Access &Each) {
             return Each.Kind != AccessKind::Load && Each.Object == Source->Object;
           });
  });
}

/// Whether a thread comes to the store depends on its index and on where it stores.
bool ScatterSearch::comesByIndex() const {
  return none_of(Store.Guards, [&](ExprRef Guard) {
    return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
      return !allLeaves(
          Part, [&](ExprRef Leaf) { return !isData(Leaf) || is_contained(Address.Values, Leaf); });
    });
  });
}

/// `atomicAdd(&count[key[i]], 1); last[key[i]] = x[i];`: what is updated atomically, at the key and
/// nowhere else, is what several threads come to.
bool ScatterSearch::isCountedByKey() const {
  auto IsByKey = [&](const Access &Each) {
    std::optional<DataAddress> There = dataAddress(Setting, Each);
    if (!There || There->Values != Address.Values || !There->Rest->isConstant())
      return false;
    ExprContext &Context = Setting.Context;
    ExprRef Theirs = Context.subtract(There->Offset, There->Rest);
    int64_t Own = firstCoefficient(ByData), Other = firstCoefficient(Theirs);
    return Own != 0 && Other != 0 &&
           Context.multiply(ByData, Context.constant(Other)) ==
               Context.multiply(Theirs, Context.constant(Own));
  };
  auto Updates = [&](const Access &Each) {
    return Each.Kind == AccessKind::Atomic && Each.Object != Store.Object && Each.Offset &&
           writes(Each) && (Each.Addend || Each.Update != AtomicUpdate::Other) && IsByKey(Each);
  };
  return any_of(Kernel.Accesses, [&](const Access &Count) {
    return Updates(Count) && all_of(Kernel.Accesses, [&](const Access &Each) {
             return Each.Object != Count.Object || Each.Kind == AccessKind::Load ||
                    Each.Offset == Count.Offset;
           });
  });
}

/// The locations that data choose among are no more than this; 0: it is not known how many.
int64_t ScatterSearch::locations() const {
  int64_t Step = firstCoefficient(ByData);
  if (ByData->kind() == ExprKind::Polynomial)
    for (const Monomial &Part : ByData->terms())
      Step = std::gcd(Step, Part.Coefficient);
  Step = std::abs(Step);
  Interval Range = ByData->range();
  bool AreMany = Step == 0 || __int128(Range.High) - Range.Low >= __int128(AnyNumber) * Step;
  return AreMany ? 0 : (Range.High - Range.Low) / Step + 1;
}

/// The index has fewer values than there are threads, and each stores: `last[pixel[i]] = i`
/// for pixels of 8 bits.
bool ScatterSearch::hasFewLocations() const {
  int64_t Locations = locations();
  if (Locations == 0 || !comesByIndex())
    return false;
  int64_t Threads = int64_t(Setting.threadsPerBlock());
  if (Kind == ThreadPair::SameWarp)
    return Locations < std::min(Threads, int64_t(Kernel.Device.WarpLanes));
  if (Kind != ThreadPair::DifferentBlocks)
    return Locations < Threads;
  bool IsKnown = true;
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
    IsKnown &= Setting.Launch.Grid[Dimension] || !Setting.AsksForBlock[Dimension];
    if (Threads < AnyNumber)
      Threads *= int64_t(std::min<uint64_t>(Setting.extentOfGrid(Dimension), AnyNumber));
  }
  return Locations < (IsKnown ? Threads : MostForUnknownGrid);
}

/// The kernel takes another part of what \p Node is a part of: two numbers are packed into one.
bool ScatterSearch::isTakenApart(ExprRef Node) const {
  SmallVector<std::pair<unsigned, ExprRef>, 2> Sources;
  forEachLeaf(Node, [&](ExprRef Leaf) {
    if (const Access *Source = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr)
      Sources.push_back({Source->Object, Source->Offset});
  });
  auto IsOther = [&](ExprRef Part) {
    if (Part == Node)
      return false;
    switch (Part->kind()) {
    case ExprKind::Divide:
    case ExprKind::Remainder:
    case ExprKind::BitAnd:
    case ExprKind::ShiftRight:
    case ExprKind::Wrap:
      return anyLeaf(Part, [&](ExprRef Leaf) {
        const Access *Source = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
        return Source && is_contained(Sources, std::pair(Source->Object, Source->Offset));
      });
    default:
      return false;
    }
  };
  auto HasOther = [&](ExprRef Root) { return Root && anyNode(Root, IsOther); };
  return any_of(Kernel.Accesses, [&](const Access &Each) {
    return HasOther(Each.Offset) || HasOther(Each.Value) || HasOther(Each.Addend) ||
           any_of(Each.Guards, HasOther);
  });
}

/// \p Root is what was read and something more: `(head + rank[i]) % size` is a place in a ring.
static bool isMoved(ExprRef Root) {
  auto IsPlain = [](const Monomial &Part) {
    return Part.Factors.size() == 1 && anyLeaf(Part.Factors.front(), isData) &&
           (Part.Coefficient == 1 || Part.Coefficient == -1);
  };
  return Root->kind() == ExprKind::Polynomial && any_of(Root->terms(), IsPlain);
}

/// \p Node leads many numbers to one: the quotient by the width of a cell or a bucket, the
/// remainder that a hash is.
bool ScatterSearch::isManyToOne(ExprRef Node) const {
  ExprKind Is = Node->kind();
  if ((Is != ExprKind::Divide && Is != ExprKind::Remainder && Is != ExprKind::ShiftRight) ||
      !anyLeaf(Node->operands()[0], isData) || anyLeaf(Node->operands()[0], isIndex) ||
      (Is == ExprKind::Remainder && isMoved(Node->operands()[0])))
    return false;
  ExprRef By = Node->operands()[1];
  if (!By->isConstant())
    return allLeaves(By, isParameter) && !isTakenApart(Node);
  int64_t Number = By->constantTerm();
  if (Is == ExprKind::ShiftRight)
    Number = Number >= 0 && Number < 62 ? int64_t(1) << Number : 0;
  return Number > LargestElement && Number <= LargestCell && Is != ExprKind::Remainder &&
         !isTakenApart(Node);
}

/// The index was converted from floating-point numbers, as the cell of a point is, one for each
/// coordinate: others may be made of the thread's own index. What is not followed and is stored at
/// one such number alone may be in an order that is kept as such numbers.
bool ScatterSearch::isCellOfNumbers() const {
  unsigned Numbers = 0;
  for (const Access &Each : Kernel.Accesses)
    if (Each.Kind == AccessKind::Load && !Each.Result && !Each.LoadedObject &&
        Each.NodeId < Store.NodeId && Each.Offset && anyLeaf(Each.Offset, isIndex))
      Numbers += std::max(1u, Each.Bytes / 4);
  return (Store.Value || Address.Values.size() > 1) && Numbers >= Address.Values.size() &&
         all_of(zip(Address.Values, Address.Loads), [&](const auto &Each) {
           const auto &[Value, Load] = Each;
           return !Load && isMadeOfNumbers(Kernel, Value, Store);
         });
}

/// Two threads of a block that are related as Kind says read the index at one entry:
/// `out[key[i / 2]] = x[i]`.
bool ScatterSearch::isReadByTwo() const {
  constexpr uint64_t MostThreads = 1024;
  uint64_t Threads = Setting.threadsPerBlock();
  if (Kind == ThreadPair::DifferentBlocks || Threads > MostThreads || !comesByIndex() ||
      !Store.Loops.empty())
    return false;
  SmallVector<ExprRef, 4> Chosen = {Setting.specialise(Address.Rest)};
  for (const Access *Load : Address.Loads) {
    if (!Load || !Load->Offset || Load->Kind != AccessKind::Load || !Load->Loops.empty() ||
        anyLeaf(Load->Offset, isData))
      return false;
    Chosen.push_back(Setting.specialise(Load->Offset));
  }
  std::map<std::vector<int64_t>, uint64_t> Seen;
  for (uint64_t Thread = 0; Thread != Threads; ++Thread) {
    const auto &Block = Setting.Block;
    std::array<uint64_t, 3> Index = {Thread % Block[0], Thread / Block[0] % Block[1],
                                     Thread / Block[0] / Block[1]};
    auto ValueOf = [&](ExprRef Leaf) -> int64_t {
      const LeafInfo &Info = Leaf->leaf();
      return Info.Kind == LeafKind::ThreadIndex  ? int64_t(Index[Info.Dimension])
             : Info.Kind == LeafKind::BlockIndex ? 0
                                                 : AnyNumber;
    };
    if (!all_of(Store.Guards, [&](ExprRef Guard) {
          return anyLeaf(Guard, isData) || evaluate(Setting.specialise(Guard), ValueOf) != 0;
        }))
      continue;
    std::vector<int64_t> At;
    for (ExprRef Each : Chosen)
      At.push_back(evaluate(Each, ValueOf));
    auto [Other, IsNew] = Seen.try_emplace(std::move(At), Thread);
    uint64_t Lanes = Kernel.Device.WarpLanes;
    bool IsSameWarp = Other->second / Lanes == Thread / Lanes;
    if (!IsNew && IsSameWarp == (Kind == ThreadPair::SameWarp))
      return true;
  }
  return false;
}

/// \p Node is one number for several that \p Drawn may be, which goes up by \p Step.
static bool joinsDraws(ExprRef Node, ExprRef Drawn, int64_t Step, const Access &Site) {
  ArrayRef<ExprRef> Operands = Node->operands();
  // Of a number that says how many threads come, no draw is past it.
  auto IsLimit = [&](ExprRef Leaf) {
    return isParameter(Leaf) && none_of(Site.Guards, [&](ExprRef Guard) {
             return contains(Guard, Leaf) && anyLeaf(Guard, isIndex);
           });
  };
  switch (Node->kind()) {
  case ExprKind::Minimum:
    return any_of(Operands, [&](ExprRef Side) { return allLeaves(Side, IsLimit); });
  case ExprKind::Select: {
    ExprRef Test = Operands[0], Below = Operands[1], Past = Operands[2];
    if (Test->kind() == ExprKind::Not) {
      Test = Test->operands()[0];
      std::swap(Below, Past);
    }
    if ((!isOrder(Test)) || !contains(Test, Drawn))
      return false;
    if (contains(Test->operands()[1], Drawn))
      std::swap(Below, Past);
    return allLeaves(Past, [&](ExprRef Leaf) {
      return IsLimit(Leaf) || (Leaf != Drawn && isData(Leaf) && contains(Below, Leaf));
    });
  }
  case ExprKind::Divide:
    return Operands[1]->isConstant() && Operands[1]->constantTerm() > Step;
  case ExprKind::ShiftRight:
    return Operands[1]->isConstant() && Operands[1]->constantTerm() < 62 &&
           (int64_t(1) << Operands[1]->constantTerm()) > Step;
  default:
    return false;
  }
}

bool isSlotOfSeveral(const RaceSetting &Setting, const Access &Site, const DataAddress &Address) {
  return any_of(zip(Address.Values, Address.Loads), [&](const auto &Each) {
    const auto &[Value, Load] = Each;
    if (!Load || Load->Kind != AccessKind::Atomic || Load->Result != Value || !Load->Addend)
      return false;
    ExprRef Drawn = Value, Addend = Setting.specialise(Load->Addend);
    if (!Addend->isConstant() || Addend->constantTerm() <= 0)
      return false;
    int64_t Step = Addend->constantTerm();
    std::function<bool(ExprRef)> IsApart = [&](ExprRef Root) {
      if (joinsDraws(Root, Drawn, Step, Site))
        return false;
      return Root == Drawn || any_of(Root->operands(), IsApart) ||
             any_of(Root->terms(),
                    [&](const Monomial &Part) { return any_of(Part.Factors, IsApart); });
    };
    return !IsApart(Address.Offset);
  });
}

std::optional<DataNeed> ScatterSearch::run() const {
  if (Store.Kind != AccessKind::Store || seesOthers(Store) || !Address.isByData() ||
      !storesOwnValue() || isReadBack())
    return std::nullopt;
  if (isReadByTwo())
    return DataNeed{DataNeed::Kind::SameIndexRead};
  bool IsSelected = any_of(Store.Guards, [&](ExprRef Guard) {
    return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) { return isSelection(Part); });
  });
  if (IsSelected)
    return std::nullopt;
  if (isSlotOfSeveral(Setting, Store, Address))
    return DataNeed{DataNeed::Kind::EqualDraws};
  bool IsMany = anyNode(ByData, [&](ExprRef Node) { return isManyToOne(Node); });
  if (IsMany || isCountedByKey() || hasFewLocations() || isCellOfNumbers())
    return needToMeet(Kernel, Address);
  return std::nullopt;
}

bool ScatterSearch::hasMoreThreadsThanLocations() const {
  constexpr uint64_t MostThreads = uint64_t(1) << 20;
  int64_t Locations = locations();
  if (Store.Kind != AccessKind::Store || seesOthers(Store) || !Store.Loops.empty() ||
      Locations == 0 || !Address.Rest->isConstant() || !storesOwnValue() || isReadBack() ||
      !Setting.Launch.gridKnown() || !Setting.Launch.blockKnown())
    return false;
  auto IsNumber = [](ExprRef Leaf) { return isIndex(Leaf); };
  SmallVector<ExprRef, 4> Guards;
  for (ExprRef Guard : Store.Guards)
    Guards.push_back(Setting.specialise(Guard));
  if (!all_of(Guards, [&](ExprRef Guard) { return allLeaves(Guard, IsNumber); }))
    return false;
  const auto &Block = Setting.Block;
  const auto &Grid = Setting.Launch.Grid;
  uint64_t InBlock = Setting.threadsPerBlock();
  uint64_t All = std::min(InBlock * *Grid[0] * *Grid[1] * *Grid[2], MostThreads);
  int64_t Coming = 0;
  for (uint64_t Number = 0; Number != All && Coming <= Locations; ++Number) {
    uint64_t Thread = Number % InBlock, Of = Number / InBlock;
    std::array<uint64_t, 3> InThreads = {Thread % Block[0], Thread / Block[0] % Block[1],
                                         Thread / Block[0] / Block[1]},
                            InGrid = {Of % *Grid[0], Of / *Grid[0] % *Grid[1],
                                      Of / *Grid[0] / *Grid[1]};
    auto ValueOf = [&](ExprRef Leaf) -> int64_t {
      const LeafInfo &Info = Leaf->leaf();
      return int64_t((Info.Kind == LeafKind::ThreadIndex ? InThreads : InGrid)[Info.Dimension]);
    };
    Coming += all_of(Guards, [&](ExprRef Guard) { return evaluate(Guard, ValueOf) != 0; });
  }
  return Coming > Locations;
}

std::optional<DataNeed> findScatter(const RaceSetting &Setting, const Access &Store,
                                    const DataAddress &Address, ThreadPair Kind) {
  return ScatterSearch(Setting, Store, Address, Kind).run();
}

bool hasMoreThreadsThanLocations(const RaceSetting &Setting, const Access &Store,
                                 const DataAddress &Address) {
  return ScatterSearch(Setting, Store, Address, ThreadPair::DifferentBlocks)
      .hasMoreThreadsThanLocations();
}

} // namespace memlint
