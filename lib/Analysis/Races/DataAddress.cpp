//===- DataAddress.cpp - Locations that data choose -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataAddress.h"

#include "DataSearches.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace memlint {

const Access *sourceOf(const KernelProgram &Kernel, ExprRef Leaf) {
  auto Source = find_if(Kernel.Accesses, [&](const Access &Each) { return Each.Result == Leaf; });
  return Source == Kernel.Accesses.end() ? nullptr : &*Source;
}

bool isData(ExprRef Leaf) {
  return Leaf->leaf().Kind == LeafKind::Loaded || Leaf->leaf().Kind == LeafKind::Opaque;
}

bool isFromOutside(const KernelProgram &Kernel, ExprRef Leaf) {
  const Access *Source = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
  return Source && Source->Kind == AccessKind::Load && Source->Space == MemorySpace::Global &&
         none_of(Kernel.Accesses, [&](const Access &Each) {
           return Each.Kind != AccessKind::Load &&
                  is_contained(Kernel.basesOf(Each.Object), Source->Object);
         });
}

bool isIndex(ExprRef Leaf) {
  return Leaf->leaf().Kind == LeafKind::ThreadIndex || Leaf->leaf().Kind == LeafKind::BlockIndex;
}

bool isParameter(ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::Parameter; }

ExprRef withoutNot(ExprRef Condition) {
  return Condition->kind() == ExprKind::Not ? Condition->operands()[0] : Condition;
}

bool isOrder(ExprRef Test) {
  return Test->kind() == ExprKind::Less || Test->kind() == ExprKind::LessUnsigned;
}

bool contains(ExprRef Root, ExprRef Leaf) {
  return anyLeaf(Root, [&](ExprRef Each) { return Each == Leaf; });
}

/// \p Factor is a value itself, perhaps as another type that holds all of it, or the one of several
/// that the thread's numbers select.
static bool isValue(ExprRef Factor) {
  if (Factor->kind() == ExprKind::Wrap && Factor->wrapBits() >= 32)
    Factor = Factor->operands()[0];
  if (Factor->kind() == ExprKind::Select)
    return !anyLeaf(Factor->operands()[0], isData) &&
           all_of(Factor->operands().drop_front(),
                  [](ExprRef Arm) { return anyLeaf(Arm, isData) && isValue(Arm); });
  return Factor->kind() == ExprKind::Leaf;
}

/// The leaves in \p Root that stand for a quotient, a remainder or a shift where an unsigned number
/// is past the range of signed ones, beside the same where it is not: what is computed from data is
/// so in either case.
static SmallPtrSet<ExprRef, 4> leavesPastRange(ExprRef Root) {
  SmallPtrSet<ExprRef, 4> Leaves;
  anyNode(Root, [&](ExprRef Node) {
    if (Node->kind() != ExprKind::Select)
      return false;
    ExprRef IsPast = Node->operands()[0], Past = Node->operands()[1], Number = Node->operands()[2];
    if (Past->isLeaf() && Past->leaf().Reason == OpaqueReason::DataDependent && !Number->isLeaf() &&
        anyLeaf(Number, isData) &&
        allLeaves(IsPast, [&](ExprRef Leaf) { return contains(Number, Leaf); }))
      Leaves.insert(Past);
    return false;
  });
  return Leaves;
}

/// A load, if \p Root is computed from nothing but elements of its array, at places
/// that no data choose; else null.
static const Access *onlyLoadIn(const KernelProgram &Kernel, ExprRef Root) {
  const Access *Load = nullptr;
  bool IsOne = allLeaves(Root, [&](ExprRef Leaf) {
    if (!isData(Leaf))
      return true;
    const Access *Source = sourceOf(Kernel, Leaf);
    bool IsFirst = !Load;
    Load = IsFirst ? Source : Load;
    return Source && Source->Kind == AccessKind::Load && Source->Object == Load->Object &&
           Source->Offset && !anyLeaf(Source->Offset, isData);
  });
  return IsOne ? Load : nullptr;
}

/// What \p End is where the loop that carries \p Start on reads something else, as no data decide:
/// `if (k < last) current = row[k];`.
static ExprRef whereReplaced(ExprRef End, ExprRef Start) {
  if (End->kind() != ExprKind::Select || anyLeaf(End->operands()[0], isData))
    return End;
  ExprRef Then = End->operands()[1], Else = End->operands()[2];
  return Then == Start ? Else : Else == Start ? Then : End;
}

/// What \p Variable becomes in the one iteration of \p Fill that its number in an array of the
/// thread's own says, as other iterations leave it as it is: `for (a = 0; a < 3; ++a) node[a] =
/// element[3 * i + a];`. Null: it is something else.
static const Access *loadForElement(const KernelProgram &Kernel, const CarriedValue &Variable,
                                    const Loop &Fill) {
  if (!Variable.End || Variable.EndObject || Variable.End->kind() != ExprKind::Select)
    return nullptr;
  ArrayRef<ExprRef> Choice = Variable.End->operands();
  bool IsOneIteration = allLeaves(Choice[0], [&](ExprRef Leaf) { return Leaf == Fill.Counter; });
  ExprRef New = Choice[1] == Variable.Start   ? Choice[2]
                : Choice[2] == Variable.Start ? Choice[1]
                                              : nullptr;
  const Access *Load = New && IsOneIteration ? onlyLoadIn(Kernel, New) : nullptr;
  // What is said to be distinct says so of each element.
  bool IsKnown = Load && Load->Offset && contains(Load->Offset, Fill.Counter) &&
                 !Kernel.Objects[Load->Object].HasDistinctValues;
  return IsKnown ? Load : nullptr;
}

// Behind the loop, what its variables are has the first numbers.
const Access *loadFilling(const KernelProgram &Kernel, ExprRef Leaf) {
  if (Leaf->leaf().Kind != LeafKind::Opaque || Leaf->leaf().Reason != OpaqueReason::ControlFlow)
    return nullptr;
  auto Fill = find_if(Kernel.Loops, [&](const Loop &Each) {
    bool IsBehind = Each.EndValue != 0 && Each.EndValue < Leaf->number() &&
                    Leaf->number() <= Each.EndValue + Each.Carried.size();
    return IsBehind || any_of(Each.Carried,
                              [&](const CarriedValue &Variable) { return Variable.Start == Leaf; });
  });
  const Access *Only = nullptr;
  if (Fill == Kernel.Loops.end())
    return nullptr;
  for (const CarriedValue &Variable : Fill->Carried) {
    const Access *Load = loadForElement(Kernel, Variable, *Fill);
    if (!Load || (Only && Load != Only))
      return nullptr;
    Only = Load;
  }
  return Only;
}

/// The load that gives \p Leaf; of what each iteration of a loop reads for the next one, that:
/// `sum[current] += x[k]; current = row[k + 1];`. Null: not one load alone.
static const Access *loadGiving(const KernelProgram &Kernel, ExprRef Leaf) {
  if (const Access *Source = sourceOf(Kernel, Leaf))
    return Source;
  if (const Access *Filling = loadFilling(Kernel, Leaf))
    return Filling;
  for (const Loop &Each : Kernel.Loops)
    for (const CarriedValue &Variable : Each.Carried) {
      if (Variable.Start != Leaf || !Variable.Initial || !Variable.End || Variable.EndObject)
        continue;
      const Access *First = onlyLoadIn(Kernel, Variable.Initial),
                   *Next = onlyLoadIn(Kernel, whereReplaced(Variable.End, Variable.Start));
      return First && Next && First->Object == Next->Object ? Next : nullptr;
    }
  return nullptr;
}

std::optional<DataAddress> dataAddress(const RaceSetting &Setting, const Access &Site) {
  if (!Site.Offset)
    return std::nullopt;
  ExprContext &Context = Setting.Context;
  DataAddress Result;
  Result.Offset = Setting.specialise(Site.Offset);
  SmallPtrSet<ExprRef, 4> PastRange = leavesPastRange(Result.Offset);
  forEachLeaf(Result.Offset, [&](ExprRef Leaf) {
    if (isData(Leaf) && !PastRange.contains(Leaf)) {
      Result.Values.push_back(Leaf);
      const Access *Load = loadGiving(Setting.Kernel, Leaf);
      Result.Loads.push_back(Load ? Load : keyBeforeRun(Context, Setting.Kernel, Leaf, Site));
    }
  });
  Result.Rest = Result.Offset;
  if (Result.Values.empty())
    return Result;
  unsigned WithData = 0;
  bool AreValues = true;
  auto Take = [&](int64_t Coefficient, ArrayRef<ExprRef> Factors) {
    if (none_of(Factors, [](ExprRef Factor) { return anyLeaf(Factor, isData); }))
      return;
    ++WithData;
    AreValues &= Factors.size() == 1 && isValue(Factors.front());
    Result.Rest = Context.subtract(Result.Rest, product(Context, Coefficient, Factors));
  };
  if (Result.Offset->kind() == ExprKind::Polynomial)
    for (const Monomial &Part : Result.Offset->terms())
      Take(Part.Coefficient, Part.Factors);
  else
    Take(1, Result.Offset);
  Result.IsValueItself = WithData == 1 && AreValues;
  return Result;
}

/// What is read is a member of an entry, or a part of it.
static bool isPartOfEntry(const KernelProgram &Kernel, const DataAddress &Address) {
  return any_of(Address.Loads, [&](const Access *Load) {
    return Load && Load->Bytes < Kernel.Objects[Load->Object].ElementBytes;
  });
}

/// The array that all data in \p Address are of; none: there is more than one.
static std::vector<std::string> arrayOf(const KernelProgram &Kernel, const DataAddress &Address) {
  const Access *Load = Address.isByData() ? Address.Loads.front() : nullptr;
  bool IsOneArray = Load && all_of(Address.Loads, [&](const Access *Other) {
                      return Other && Other->Object == Load->Object;
                    });
  return IsOneArray ? std::vector{Kernel.Objects[Load->Object].Name} : std::vector<std::string>();
}

/// Data choose the entry that is read: two threads may read one, as edges do that share a vertex.
/// Entries of a row that a loop goes through are the thread's own.
static bool isReadByData(const DataAddress &Address) {
  return any_of(Address.Loads, [](const Access *Load) {
    return Load && Load->Offset && anyLeaf(Load->Offset, isData) &&
           !hasLeaf(Load->Offset, LeafKind::LoopCounter);
  });
}

DataNeed needOfChoice(const KernelProgram &Kernel, const DataAddress &Address) {
  return {DataNeed::Kind::OtherIndex, arrayOf(Kernel, Address)};
}

/// The index is the key of the last run in a part of the array that the thread goes through.
static bool isKeyOfRun(const DataAddress &Address) {
  const Access *First = Address.Loads.size() == 1 ? Address.Loads.front() : nullptr;
  return First && First->Result != Address.Values.front() && First->Offset &&
         !hasLeaf(First->Offset, LeafKind::LoopCounter);
}

DataNeed needToMeet(const KernelProgram &Kernel, const DataAddress &Address) {
  using Need = DataNeed::Kind;
  if (!Address.isByData())
    return {Need::TwoCome};
  std::vector<std::string> Array = arrayOf(Kernel, Address);
  if (Array.empty())
    return {Need::SameIndex};
  if (isKeyOfRun(Address))
    return {Need::CommonValue, std::move(Array)};
  if (isReadByData(Address))
    return {Need::OneEntry, std::move(Array)};
  bool IsEntryItself = Address.IsValueItself && !isPartOfEntry(Kernel, Address);
  return {IsEntryItself ? Need::EqualEntries : Need::EntriesOfIndex, std::move(Array)};
}

DataNeed needOfOneIndex(const KernelProgram &Kernel, const DataAddress &One,
                        const DataAddress &Other) {
  std::vector<std::string> Here = arrayOf(Kernel, One), There = arrayOf(Kernel, Other);
  if (Here.empty() || There.empty())
    return {DataNeed::Kind::SameIndex};
  if (Here == There)
    return {DataNeed::Kind::EntriesOfIndex, std::move(Here)};
  return {DataNeed::Kind::TwoArrays, {Here.front(), There.front()}};
}

} // namespace memlint
