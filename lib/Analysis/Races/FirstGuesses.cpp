//===- FirstGuesses.cpp - Reads that a swap validates ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstGuesses.h"

#include "BarrierRemoval.h"

#include "cuda-memlint/Analysis/Aliasing/ValueSources.h"
#include "cuda-memlint/Analysis/Races/WaitingLoops.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace llvm;

namespace memlint {

/// \p Swap is tried again with what it has found, until it has found what it expected.
static bool isTriedAgain(const KernelProgram &Kernel, const Access &Swap) {
  if (Swap.Loops.empty())
    return false;
  const Loop &Trials = Kernel.Loops[Swap.Loops.back()];
  auto DependsOnSwap = [&](ExprRef Exit) { return dependsOn(Exit, Swap); };
  bool ExpectsNew =
      !Swap.Expected || anyLeaf(Swap.Expected, [&](ExprRef Leaf) { return Trials.makes(Leaf); });
  return ExpectsNew && any_of(Trials.Exits, DependsOnSwap);
}

static bool isOfOneCall(const Access &One, const Access &Other) {
  auto IsSame = [](const InlineFrame &Left, const InlineFrame &Right) {
    return Left.CallSite.Line == Right.CallSite.Line &&
           Left.CallSite.Column == Right.CallSite.Column &&
           Left.CallSite.Path == Right.CallSite.Path;
  };
  return llvm::equal(One.InlinedThrough, Other.InlinedThrough, IsSame);
}

/// The function that makes \p Read passes its value to compare-and-swaps alone, and those are all
/// of the location of \p Swap.
static bool isForSwap(const KernelProgram &Kernel, const Access &Read, const Access &Swap) {
  return Read.Use == ReadUse::Swap && isOfOneCall(Read, Swap) &&
         all_of(Kernel.Accesses, [&](const Access &Site) {
           return Site.Form != RequestForm::CompareAndSwap || !isOfOneCall(Read, Site) ||
                  (Site.Object == Swap.Object && Site.Offset == Swap.Offset);
         });
}

static bool isValidatedBy(const KernelProgram &Kernel, const Access &Read, const Access &Swap) {
  if (Swap.Kind != AccessKind::Atomic || Swap.Form != RequestForm::CompareAndSwap ||
      Swap.Object != Read.Object || Swap.Bytes != Read.Bytes || Swap.Offset != Read.Offset ||
      !Swap.Offset || Swap.NodeId <= Read.NodeId)
    return false;
  bool ExpectsIt =
      isForSwap(Kernel, Read, Swap) || (Swap.Expected && dependsOn(Swap.Expected, Read));
  return ExpectsIt || isTriedAgain(Kernel, Swap);
}

/// Something but a compare-and-swap depends on what \p Read gives.
static bool isUsedElsewhere(const KernelProgram &Kernel, const Access &Read) {
  if (Read.Use == ReadUse::Elsewhere)
    return true;
  // Its function may use it for the conditions around a swap, and return it.
  bool MayDecide = Read.Use == ReadUse::Swap;
  auto Uses = [&](ExprRef Root) { return Root && dependsOn(Root, Read); };
  auto IsOfSwap = [&](const Access &Site) {
    return Site.Form == RequestForm::CompareAndSwap && Site.Object == Read.Object &&
           Site.Offset == Read.Offset;
  };
  return any_of(Kernel.Accesses, [&](const Access &Site) {
    return Uses(Site.Offset) || Uses(Site.Addend) || (!MayDecide && any_of(Site.Guards, Uses)) ||
           (!IsOfSwap(Site) && (Uses(Site.Value) || Uses(Site.Expected)));
  });
}

/// `do { old = *head; next[mine] = old; } while (atomicCAS(head, old, mine) != old);`: each try
/// reads the location anew and swaps what it has read, and what a try that fails has stored
/// elsewhere, the next one stores again at the same location.
static bool isReadAnew(const KernelProgram &Kernel, const Access &Read, const Access &Swap) {
  auto Uses = [&](ExprRef Root) { return Root && dependsOn(Root, Read); };
  bool IsSwapped = Read.Result && Swap.Kind == AccessKind::Atomic &&
                   Swap.Form == RequestForm::CompareAndSwap && Swap.Object == Read.Object &&
                   Swap.Bytes == Read.Bytes && Swap.Offset && Swap.Offset == Read.Offset &&
                   Swap.Expected == Read.Result && Swap.NodeId > Read.NodeId &&
                   !Read.Loops.empty() && Read.Loops == Swap.Loops;
  bool IsRetried = IsSwapped && any_of(Kernel.Loops[Read.Loops.back()].Exits, [&](ExprRef Exit) {
                     return any_of(partsOf(Exit, ExprKind::Or), [&](ExprRef Part) {
                       return comparedWith(Part, Swap) == Read.Result;
                     });
                   });
  auto IsLeft = [&](const Access &Site) {
    bool AtLocation = Uses(Site.Offset) || any_of(Site.Guards, Uses);
    return AtLocation ||
           (Site.Kind == AccessKind::Atomic && (Uses(Site.Value) || Uses(Site.Addend)));
  };
  return IsRetried && none_of(Kernel.Accesses, [&](const Access &Site) {
           return Site.Kind != AccessKind::Load && Site.NodeId < Swap.NodeId && IsLeft(Site);
         });
}

static bool isMentioned(const Access &Site, function_ref<bool(ExprRef)> Mentions) {
  return any_of(ArrayRef{Site.Offset, Site.Value, Site.Addend, Site.Expected},
                [&](ExprRef Root) { return Root && Mentions(Root); }) ||
         any_of(Site.Guards, Mentions);
}

/// The variable that \p Swap expects is the only one that \p Trials hand on from try to try, and
/// becomes what the swap has found; they end where the two are one.
static bool expectsWhatItFound(const KernelProgram &Kernel, const Access &Swap,
                               const Loop &Trials) {
  bool HandsOn = false;
  for (const CarriedValue &Variable : Trials.Carried) {
    auto Mentions = [&](ExprRef Root) {
      return anyLeaf(Root, [&](ExprRef Leaf) { return Leaf == Variable.Start; });
    };
    if (Variable.Start == Swap.Expected)
      HandsOn = Variable.End == Swap.Result;
    else if (any_of(Trials.Exits, Mentions) || any_of(Kernel.Accesses, [&](const Access &Site) {
               return isMentioned(Site, Mentions);
             }))
      return false;
  }
  return HandsOn && !Trials.Exits.empty() && all_of(Trials.Exits, [&](ExprRef Exit) {
           return comparedWith(Exit, Swap) == Swap.Expected;
         });
}

/// `old = *head; while (true) { next[mine] = old; seen = atomicCAS(head, old, mine); if (seen ==
/// old) break; old = seen; }`: isReadAnew(), where each try but the first has what the swap before
/// it has found.
static bool isFirstOfTrials(const KernelProgram &Kernel, const Access &Read, const Access &Swap) {
  if (!Read.Result || Swap.Kind != AccessKind::Atomic || !Swap.Result || !Swap.Expected ||
      Swap.Form != RequestForm::CompareAndSwap || Swap.Object != Read.Object ||
      Swap.Bytes != Read.Bytes || !Swap.Offset || Swap.Offset != Read.Offset ||
      Swap.NodeId <= Read.NodeId || Swap.Loops.size() != Read.Loops.size() + 1)
    return false;
  const Loop &Trials = Kernel.Loops[Swap.Loops.back()];
  auto UsesRead = [&](ExprRef Root) { return dependsOn(Root, Read); };
  auto UsesTry = [&](ExprRef Root) {
    return dependsOn(Root, Swap) ||
           anyLeaf(Root, [&](ExprRef Leaf) { return Leaf == Swap.Expected; });
  };
  // What a try that fails has stored, the next one stores again at the same location.
  auto IsLeft = [&](const Access &Site) {
    bool IsAgain = Site.Kind == AccessKind::Store && Site.NodeId < Swap.NodeId && Site.Offset &&
                   !UsesTry(Site.Offset) && none_of(Site.Guards, UsesTry);
    return is_contained(Site.Loops, Trials.Id) && &Site != &Swap && !IsAgain &&
           isMentioned(Site, UsesTry);
  };
  return expectsWhatItFound(Kernel, Swap, Trials) &&
         none_of(Kernel.Accesses,
                 [&](const Access &Site) { return isMentioned(Site, UsesRead) || IsLeft(Site); }) &&
         all_of(Kernel.Unseen, [](const UnseenEffect &Each) { return Each.OnlyPrints; });
}

GuessUse guessBesideAtomic(const KernelProgram &Kernel, const Access &First, const Access &Second) {
  bool IsFirst = First.Kind == AccessKind::Load;
  const Access &Read = IsFirst ? First : Second, &Update = IsFirst ? Second : First;
  if (Read.Kind != AccessKind::Load || Read.Order > AccessOrder::Volatile ||
      Update.Kind != AccessKind::Atomic)
    return GuessUse::NoGuess;
  if (any_of(Kernel.Accesses, [&](const Access &Site) {
        return isReadAnew(Kernel, Read, Site) || isFirstOfTrials(Kernel, Read, Site);
      }))
    return seesOthers(Read) ? GuessUse::Fresh : GuessUse::Only;
  if (isUsedElsewhere(Kernel, Read))
    return GuessUse::NoGuess;
  GuessUse Result = GuessUse::NoGuess;
  for (const Access &Site : Kernel.Accesses)
    if (isValidatedBy(Kernel, Read, Site)) {
      // Expressions follow integers only.
      bool IsFollowed = Read.Result || isForSwap(Kernel, Read, Site);
      Result = std::max(Result, IsFollowed ? GuessUse::Only : GuessUse::Unknown);
    }
  return Result;
}

} // namespace memlint
