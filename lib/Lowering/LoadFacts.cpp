//===- LoadFacts.cpp - What other threads may change ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadFacts.h"

#include "Emitter.h"

#include "cuda-memlint/Model/BarrierFreePaths.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>

namespace memlint {

/// Whether C++ lets one location be accessed as both types, or one of them is not known.
static bool mayBeAccessedAs(const clang::ASTContext &Ast, const clang::Type *One,
                            const clang::Type *Other) {
  auto IsAny = [](const clang::Type *Each) {
    return !Each || Each->isVoidType() || Each->isCharType() || Each->isRecordType() ||
           Each->isDependentType();
  };
  if (IsAny(One) || IsAny(Other) || One == Other)
    return true;
  if (One->isIntegralOrEnumerationType() && Other->isIntegralOrEnumerationType())
    return Ast.getTypeSize(One) == Ast.getTypeSize(Other);
  return One->isAnyPointerType() && Other->isAnyPointerType();
}

/// What a pointer that was read from memory, or is not understood, points to.
static bool isReachedSomehow(const MemoryObject &Object) {
  return Object.Kind == ObjectKind::LoadedPointer ||
         (Object.Kind == ObjectKind::Unknown && Object.Space == MemorySpace::Global);
}

/// The two may be one location, accessed as types that \p MayAlias or not. \p StoresSharedAddress:
/// what is reached somehow may be shared memory.
static bool mayBeOne(const KernelProgram &Program, const Access &Left, const Access &Right,
                     bool MayAlias, bool StoresSharedAddress, OverlapPredicate MayOverlap) {
  std::vector<unsigned> Bases = Program.basesOf(Left.Object);
  auto MayBeReached = [&](const MemoryObject &Object) {
    return Object.Space == MemorySpace::Global ||
           (StoresSharedAddress && Object.Space == MemorySpace::Shared);
  };
  return llvm::any_of(Program.basesOf(Right.Object), [&](unsigned Base) {
    if (llvm::is_contained(Bases, Base))
      return true;
    const MemoryObject &Its = Program.Objects[Base];
    if (llvm::any_of(Bases, [&](unsigned Each) { return MayOverlap(Program.Objects[Each], Its); }))
      return true;
    return MayAlias && MayBeReached(Its) && llvm::any_of(Bases, [&](unsigned Each) {
             const MemoryObject &Mine = Program.Objects[Each];
             return MayBeReached(Mine) && !Mine.IsRestrict && !Its.IsRestrict &&
                    (isReachedSomehow(Mine) || isReachedSomehow(Its));
           });
  });
}

/// A path without a barrier leads from \p Node to one of \p Others, or back.
static bool meetsAny(const BarrierFreePaths &Paths, unsigned Node,
                     llvm::ArrayRef<const Access *> Others) {
  std::vector<bool> After = Paths.from(Node), Before = Paths.to(Node);
  return llvm::any_of(
      Others, [&](const Access *Other) { return After[Other->NodeId] || Before[Other->NodeId]; });
}

/// Loads of \p Program that a store or atomic to the same object can meet with no block-wide
/// barrier between: indices into Accesses. \p TypeOf: what an access is made as.
static std::set<unsigned>
loadsThatMayChange(const clang::ASTContext &Ast, const KernelProgram &Program,
                   const BarrierFreePaths &Paths, bool StoresSharedAddress,
                   llvm::function_ref<const clang::Type *(const Access &)> TypeOf,
                   OverlapPredicate MayOverlap) {
  // Accesses to one object as one type may be the same others.
  std::map<std::pair<unsigned, const clang::Type *>, std::vector<const Access *>> Loads, Writes;
  for (const Access &Site : Program.Accesses)
    (Site.Kind == AccessKind::Load ? Loads : Writes)[{Site.Object, TypeOf(Site)}].push_back(&Site);
  std::set<unsigned> Result;
  for (const auto &[Read, OfRead] : Loads)
    for (const auto &[Written, OfWritten] : Writes) {
      if (!mayBeOne(Program, *OfWritten.front(), *OfRead.front(),
                    mayBeAccessedAs(Ast, Written.second, Read.second), StoresSharedAddress,
                    MayOverlap))
        continue;
      for (const Access *Load : OfRead) {
        // Threads of other blocks are in any interval at any time.
        bool AcrossBlocks = Load->Space != MemorySpace::Shared;
        if (AcrossBlocks || meetsAny(Paths, Load->NodeId, OfWritten))
          Result.insert(Load->Id);
      }
    }
  return Result;
}

LoadFacts collectLoadFacts(const clang::ASTContext &Ast, const KernelProgram &Program,
                           const Emitter &Out, const KernelObjects &Objects,
                           bool StoresSharedAddress, OverlapPredicate MayOverlap) {
  LoadFacts Facts;
  Facts.Known = true;
  Facts.StoresSharedAddress = StoresSharedAddress;
  auto TypeOf = [&](const Access &Site) { return Out.typeOf(Site.Id); };
  // Barriers in memory are taken to be what they nearly always are: for the whole block.
  BarrierFreePaths Paths(Program, [&](unsigned Number) {
    const Barrier &At = Program.Barriers[Number];
    return At.Scope >= BarrierScope::Block && !At.IsArrival &&
           (!At.IsUncertain || Out.isBarrierInMemory(Number));
  });
  for (unsigned Changing :
       loadsThatMayChange(Ast, Program, Paths, StoresSharedAddress, TypeOf, MayOverlap))
    Facts.MayChange.insert(Out.keyOf(Changing));
  for (const Access &Site : Program.Accesses) {
    if (Site.Kind == AccessKind::Load)
      continue;
    const clang::Type *As = Out.typeOf(Site.Id);
    for (unsigned Base : Program.basesOf(Site.Object)) {
      const MemoryObject &Object = Program.Objects[Base];
      for (const auto &[Other, Identity] : Objects.identities())
        if (MayOverlap(Object, Program.Objects[Other]))
          Facts.Written.insert(Identity);
      const ObjectIdentity *Known = Objects.identityOf(Base);
      if (Known)
        Facts.Written.insert(*Known);
      else if (Object.Space != MemorySpace::Local)
        Facts.WrittenThroughLoaded.insert(As);
      if (Known && Object.Space == MemorySpace::Global && !Object.IsRestrict)
        Facts.WrittenGlobal.insert(As);
    }
  }
  return Facts;
}

/// What is read from \p Object as \p Read is the same at all times.
bool KernelObjects::isReadOnly(unsigned Object, clang::QualType Read) const {
  const clang::Type *As = Read.getNonReferenceType().getCanonicalType().getTypePtr();
  auto IsAmong = [&](const std::set<const clang::Type *> &Written) {
    return llvm::any_of(Written,
                        [&](const clang::Type *Each) { return mayBeAccessedAs(Ast, As, Each); });
  };
  return llvm::all_of(Program.basesOf(Object), [&](unsigned Base) {
    const MemoryObject &At = Program.Objects[Base];
    if (auto Known = Identities.find(Base); Known != Identities.end())
      return !KnownFacts.Written.contains(Known->second) &&
             (At.IsRestrict || !IsAmong(KnownFacts.WrittenThroughLoaded) ||
              (At.Space != MemorySpace::Global &&
               !(At.Space == MemorySpace::Shared && KnownFacts.StoresSharedAddress)));
    return At.Kind == ObjectKind::LoadedPointer && !IsAmong(KnownFacts.WrittenThroughLoaded) &&
           !IsAmong(KnownFacts.WrittenGlobal);
  });
}

} // namespace memlint
