//===- CarriedLoads.cpp - Loads that wait for themselves ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Aliasing/CarriedLoads.h"

#include "cuda-memlint/Symbolic/TruthKind.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

namespace {

/// A search through the values of one loop, from what a variable is at the end of an iteration back
/// to what it was at its start.
class ChainSearch {
public:
  ChainSearch(const KernelProgram &Kernel, const Loop &Around) : Kernel(Kernel), Around(Around) {
    for (const Access &Site : Kernel.Accesses)
      if (Site.Kind == AccessKind::Load && !Site.IsUnused && Site.Offset &&
          is_contained(Site.Loops, Around.Id))
        Loads.push_back(&Site);
  }

  /// The first load of global memory on the way from \p Wanted to itself; null: none.
  const Access *run(const CarriedValue &Wanted) {
    Goal = Wanted.Start;
    return followEnd(Wanted);
  }

  /// A condition decided which value it is.
  bool hasChosen() const { return Chosen; }

private:
  const Access *followEnd(const CarriedValue &Carried) {
    if (const Access *Found = follow(Carried.End))
      return Found;
    if (!Carried.EndObject)
      return nullptr;
    std::vector<unsigned> Bases = Kernel.basesOf(*Carried.EndObject);
    for (const Access *Load : Loads)
      if (Load->LoadedObject && is_contained(Bases, *Load->LoadedObject))
        if (const Access *Found = followLoad(*Load)) {
          Chosen |= Bases.size() > 2;
          return Found;
        }
    return nullptr;
  }

  /// What \p Value is computed from. What decides between values, or is compared, is a condition:
  /// processors do not wait for it to start the load.
  const Access *follow(ExprRef Value) {
    if (!Visited.insert(Value).second)
      return nullptr;
    if (isTruthKind(Value->kind()))
      return nullptr;
    switch (Value->kind()) {
    case ExprKind::Leaf:
      return followLeaf(Value);
    case ExprKind::Polynomial:
      for (const Monomial &Term : Value->terms())
        if (const Access *Found = followAll(Term.Factors)) {
          Chosen |= hasDecision(Value, Term);
          return Found;
        }
      return nullptr;
    case ExprKind::Select: {
      const Access *Found = followAll(Value->operands().drop_front());
      Chosen |= Found != nullptr;
      return Found;
    }
    default:
      return followAll(Value->operands());
    }
  }

  const Access *followAll(ArrayRef<ExprRef> Values) {
    for (ExprRef Each : Values)
      if (const Access *Found = follow(Each))
        return Found;
    return nullptr;
  }

  const Access *followLeaf(ExprRef Leaf) {
    for (const Access *Load : Loads)
      if (Load->Result == Leaf || Load->LoadedOffset == Leaf)
        if (const Access *Found = followLoad(*Load))
          return Found;
    for (const CarriedValue &Other : Around.Carried)
      if (Other.Start == Leaf && Leaf != Goal)
        if (const Access *Found = followEnd(Other))
          return Found;
    return nullptr;
  }

  const Access *followLoad(const Access &Load) {
    if (!Visited.insert(Load.Offset).second)
      return nullptr;
    if (Load.Space == MemorySpace::Global && isMadeOf(Load.Offset)) {
      Chosen |= decides(Load.Offset);
      return &Load;
    }
    Visited.erase(Load.Offset);
    return follow(Load.Offset);
  }

  /// A condition is in \p Value, or what this iteration has read or compared: one of several nodes
  /// is next.
  bool decides(ExprRef Value) const {
    if (isTruthKind(Value->kind()))
      return true;
    switch (Value->kind()) {
    case ExprKind::Constant:
      return false;
    case ExprKind::Leaf: {
      LeafKind Kind = Value->leaf().Kind;
      return Value != Goal && (Kind == LeafKind::Loaded || Kind == LeafKind::Opaque) &&
             Around.makes(Value);
    }
    case ExprKind::Select:
      return true;
    case ExprKind::Polynomial:
      return any_of(Value->terms(), [&](const Monomial &Term) {
        return any_of(Term.Factors, [&](ExprRef Factor) { return decides(Factor); });
      });
    default:
      return any_of(Value->operands(), [&](ExprRef Each) { return decides(Each); });
    }
  }

  /// A term of \p Sum beside \p Loaded decides.
  bool hasDecision(ExprRef Sum, const Monomial &Loaded) const {
    return any_of(Sum->terms(), [&](const Monomial &Term) {
      return &Term != &Loaded &&
             any_of(Term.Factors, [&](ExprRef Factor) { return decides(Factor); });
    });
  }

  /// The goal is part of \p Address itself, not of a condition in it.
  bool isMadeOf(ExprRef Address) const {
    if (Address == Goal)
      return true;
    if (Address->kind() == ExprKind::Polynomial)
      return any_of(Address->terms(), [&](const Monomial &Term) {
        return any_of(Term.Factors, [&](ExprRef Factor) { return isMadeOf(Factor); });
      });
    return (Address->kind() == ExprKind::Wrap || Address->kind() == ExprKind::BitAnd ||
            Address->kind() == ExprKind::ShiftRight || Address->kind() == ExprKind::Remainder) &&
           isMadeOf(Address->operands()[0]);
  }

  const KernelProgram &Kernel;
  const Loop &Around;
  SmallVector<const Access *, 8> Loads;
  ExprRef Goal = nullptr;
  DenseSet<ExprRef> Visited;
  bool Chosen = false;
};

} // namespace

/// No exit of \p Around is decided by the number of the iteration, or by another number that is
/// known in advance.
static bool endsByData(const Loop &Around) {
  return !Around.Exits.empty() && all_of(Around.Exits, [&](ExprRef Exit) {
    return !anyLeaf(Exit, [&](ExprRef Leaf) { return Leaf == Around.Counter; }) &&
           anyLeaf(Exit, [&](ExprRef Leaf) {
             LeafKind Kind = Leaf->leaf().Kind;
             return Kind == LeafKind::Loaded || Kind == LeafKind::Opaque;
           });
  });
}

/// \p Around writes the links that \p Load follows: it shortens the way.
static bool changesLinks(const KernelProgram &Kernel, const Loop &Around, const Access &Load) {
  std::vector<unsigned> Bases = Kernel.basesOf(Load.Object);
  return any_of(Kernel.Accesses, [&](const Access &Site) {
    return Site.Kind != AccessKind::Load && Site.OffsetInRecord == Load.OffsetInRecord &&
           is_contained(Site.Loops, Around.Id) &&
           any_of(Kernel.basesOf(Site.Object),
                  [&](unsigned Base) { return is_contained(Bases, Base); });
  });
}

std::vector<CarriedLoad> findCarriedLoads(const KernelProgram &Kernel) {
  std::vector<CarriedLoad> Result;
  for (const Loop &Around : Kernel.Loops)
    for (const CarriedValue &Carried : Around.Carried) {
      ChainSearch Search(Kernel, Around);
      const Access *Load = Search.run(Carried);
      if (!Load || changesLinks(Kernel, Around, *Load))
        continue;
      Result.push_back({Load->Id, Around.Id, endsByData(Around), Search.hasChosen()});
      break;
    }
  return Result;
}

} // namespace memlint
