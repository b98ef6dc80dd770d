//===- StaleReads.cpp - Reads before an atomic update ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StaleReads.h"

#include "Conflicts.h"
#include "DataAddress.h"

#include "cuda-memlint/Analysis/Aliasing/ValueSources.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static bool uses(ExprRef Root, const Access &Read) { return Root && dependsOn(Root, Read); }

static bool isGuardedBy(const Access &Site, const Access &Read) {
  return any_of(Site.Guards, [&](ExprRef Guard) { return dependsOn(Guard, Read); });
}

static bool isOfLocation(const Access &Site, const Access &Update) {
  return Site.Kind == AccessKind::Atomic && Site.Object == Update.Object &&
         Site.Offset == Update.Offset;
}

/// That one thread more makes \p Site changes nothing: all set the same, or the largest wins.
static bool isIdempotent(const Access &Site) {
  if (!writes(Site))
    return true;
  bool IsBound = Site.Kind == AccessKind::Atomic && Site.Update != AtomicUpdate::Other &&
                 Site.Update != AtomicUpdate::Add && Site.Update != AtomicUpdate::Xor;
  return IsBound || (!Site.Addend && Site.Value && Site.Value->isConstant());
}

/// \p Update replaces what was there, and what it finds goes nowhere. Minima and the like are known
/// as such where their results are not used.
static bool isUnseenExchange(const KernelProgram &Kernel, const Access &Update) {
  return Update.Update == AtomicUpdate::Other && Update.Form != RequestForm::CompareAndSwap &&
         none_of(Kernel.Accesses, [&](const Access &Site) {
           return uses(Site.Offset, Update) || uses(Site.Addend, Update) ||
                  uses(Site.Value, Update) || isGuardedBy(Site, Update);
         });
}

/// `if (x[i] > most[k]) atomicExch(&most[k], x[i]);`: the exchange, of what is not a constant, does
/// not compare again, and a larger number may have come meanwhile.
static bool isLostBound(const KernelProgram &Kernel, const Access &Read, const Access &Update) {
  if (!isUnseenExchange(Kernel, Update) || Update.Addend || Update.StartsAgain ||
      (Update.Value && Update.Value->isConstant()))
    return false;
  auto IsRead = [&](ExprRef Side) { return Side->isLeaf() && isValueOf(Side, Read); };
  auto IsOther = [&](ExprRef Side) {
    return hasLeaf(Side, LeafKind::Loaded) && !dependsOn(Side, Read);
  };
  return any_of(Update.Guards, [&](ExprRef Guard) {
    return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
      ExprRef Test = withoutNot(Part);
      if (!isOrder(Test))
        return false;
      ExprRef Left = Test->operands()[0], Right = Test->operands()[1];
      return (IsRead(Left) && IsOther(Right)) || (IsRead(Right) && IsOther(Left));
    });
  });
}

/// Threads that come to one location of \p Update may write different values there.
static bool writesOwnValue(const KernelProgram &Kernel, const Access &Update) {
  // Of accesses that are judged together, it is not said what one of them writes.
  auto Site = find_if(Kernel.Accesses, [&](const Access &Each) { return Each.Id == Update.Id; });
  ExprRef Written = Site == Kernel.Accesses.end() ? nullptr : Site->Value;
  if (!Written || !Update.Offset)
    return false;
  bool IsManyToOne = anyNode(Update.Offset, [](ExprRef Node) {
    ExprKind Kind = Node->kind();
    return (Kind == ExprKind::Remainder || Kind == ExprKind::Divide ||
            Kind == ExprKind::ShiftRight || Kind == ExprKind::BitAnd) &&
           anyLeaf(Node, isData);
  });
  return anyLeaf(Written, [&](ExprRef Leaf) {
    return (isData(Leaf) || isIndex(Leaf)) && (IsManyToOne || !contains(Update.Offset, Leaf));
  });
}

bool replacesUnseen(const KernelProgram &Kernel, const Access &Update) {
  return isUnseenExchange(Kernel, Update) && !Update.Addend && !Update.StartsAgain &&
         writesOwnValue(Kernel, Update);
}

/// `if (table[k] == -1) atomicExch(&table[k], i);`: several threads may have found it free.
static bool isLostClaim(const KernelProgram &Kernel, const Access &Read, const Access &Update) {
  if (!replacesUnseen(Kernel, Update))
    return false;
  auto IsRead = [&](ExprRef Side) { return Side->isLeaf() && isValueOf(Side, Read); };
  return any_of(Update.Guards, [&](ExprRef Guard) {
    return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
      ExprRef Test = withoutNot(Part);
      // What all but one value pass is not about whether the location is free.
      bool IsEqual = Test->kind() == ExprKind::Equal && Test == Part;
      if (!isOrder(Test) && !IsEqual)
        return false;
      ExprRef Left = Test->operands()[0], Right = Test->operands()[1];
      return (IsRead(Left) && Right->isConstant()) || (IsRead(Right) && Left->isConstant());
    });
  });
}

/// `if (count[c] < 4) { slot = atomicAdd(&count[c], 1); cell[c * 4 + slot] = i; }`: several threads
/// may pass the test of one old count, each goes on to a number beyond it, and nothing tests what
/// the addition gives. A count that is used for nothing else may well end beyond its limit.
static bool isLostLimit(const KernelProgram &Kernel, const Access &Read, const Access &Update) {
  if (!addsNumber(Update) || !Update.Addend->isConstant() || Read.IsVolatile ||
      Update.StartsAgain || !isGuardedBy(Update, Read))
    return false;
  auto IsBound = [](ExprRef Side) {
    return allLeaves(Side, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::Parameter; });
  };
  bool Grows = Update.Addend->constantTerm() > 0;
  auto IsLimit = [&](ExprRef Part) {
    bool IsNot = Part->kind() == ExprKind::Not;
    ExprRef Test = withoutNot(Part);
    if (!isOrder(Test))
      return false;
    ExprRef Count = Test->operands()[Grows != IsNot ? 0 : 1],
            Bound = Test->operands()[Grows != IsNot ? 1 : 0];
    return Count->isLeaf() && isValueOf(Count, Read) && IsBound(Bound);
  };
  bool IsLimited = any_of(
      Update.Guards, [&](ExprRef Guard) { return any_of(partsOf(Guard, ExprKind::And), IsLimit); });
  bool IsWaited = any_of(Update.Loops, [&](unsigned Loop) {
    return any_of(Kernel.Loops[Loop].Exits, [&](ExprRef Exit) { return dependsOn(Exit, Read); });
  });
  if (!IsLimited || IsWaited)
    return false;
  bool IsAnswered = any_of(Kernel.Accesses, [&](const Access &Other) {
    return isOfLocation(Other, Update) && Other.Result &&
           any_of(Kernel.Accesses, [&](const Access &Site) {
             return isGuardedBy(Site, Other) || uses(Site.Value, Other) ||
                    uses(Site.Expected, Other) || uses(Site.Addend, Other);
           });
  });
  bool IsRelied = any_of(Kernel.Accesses, [&](const Access &Site) {
    return isOfLocation(Site, Update) ? Site.Result && Site.Kind == AccessKind::Atomic
                                      : Site.Kind != AccessKind::Load && isGuardedBy(Site, Read);
  });
  return IsRelied && !IsAnswered;
}

ReadPurpose purposeOfRead(const KernelProgram &Kernel, const Access &Read, const Access &Update) {
  // Expressions follow integers only.
  if (!Read.Result)
    return ReadPurpose::Unknown;
  auto IsSwap = [&](const Access &Site) {
    return Site.Form == RequestForm::CompareAndSwap && isOfLocation(Site, Update);
  };
  bool IsUsed = any_of(Kernel.Accesses, [&](const Access &Site) {
    return uses(Site.Offset, Read) || uses(Site.Addend, Read) || uses(Site.Value, Read) ||
           uses(Site.Expected, Read);
  });
  if (IsUsed) {
    // A swap fails if others came first, and what minima and maxima take may be an older bound.
    bool IsValidated = any_of(Kernel.Accesses, IsSwap);
    // The exchange of `next[i] = head[b]; atomicExch(&head[b], i);`.
    bool IsDiscarded = isUnseenExchange(Kernel, Update);
    return (Update.Addend || IsDiscarded) && !IsValidated ? ReadPurpose::Value
                                                          : ReadPurpose::Unknown;
  }
  if (isLostBound(Kernel, Read, Update) || isLostClaim(Kernel, Read, Update) ||
      isLostLimit(Kernel, Read, Update))
    return ReadPurpose::Value;
  auto IsOfAtomic = [&](const Access &Site) {
    return any_of(Kernel.Accesses, [&](const Access &Other) {
      // What an addition returns is tested, or it may be beyond what the check lets through.
      return isOfLocation(Other, Update) && Other.Result &&
             (isGuardedBy(Site, Other) ||
              (!Other.Addend && (uses(Site.Offset, Other) || uses(Site.Value, Other))));
    });
  };
  bool IsAnswered = Update.Result && any_of(Kernel.Accesses, [&](const Access &Site) {
                      return isGuardedBy(Site, Update);
                    });
  bool OnlyChecks = all_of(Kernel.Accesses, [&](const Access &Site) {
    // A floating-point number may have been made of it.
    if (Site.Kind == AccessKind::Store && !Site.Value && Site.NodeId > Read.NodeId)
      return false;
    bool DecidesItself = isOfLocation(Site, Update) && (!Site.Addend || IsAnswered);
    return !isGuardedBy(Site, Read) || isIdempotent(Site) || DecidesItself || IsOfAtomic(Site);
  });
  return OnlyChecks && isGuardedBy(Update, Read) ? ReadPurpose::Check : ReadPurpose::Unknown;
}

} // namespace memlint
