//===- DataSearches.cpp - Numbers that loops find in data -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataSearches.h"

#include "DataAddress.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static bool isInside(const Access &Site, const Loop &Around) {
  return is_contained(Site.Loops, Around.Id);
}

/// Of floating-point numbers it is not known where they come from and go.
static bool isFollowed(const CarriedValue &Variable) {
  return Variable.End && Variable.End != Variable.Start;
}

/// `next[v]`, where \p Variable is `v`: what is read there may decide where the loop goes on.
static bool isReadAt(const Access &Site, const CarriedValue &Variable, const Loop &Around) {
  return Site.Kind == AccessKind::Load && Site.Offset && isInside(Site, Around) &&
         contains(Site.Offset, Variable.Start);
}

static bool isLink(const KernelProgram &Kernel, const CarriedValue &Variable, const Loop &Around) {
  return any_of(Kernel.Accesses,
                [&](const Access &Each) { return isReadAt(Each, Variable, Around); });
}

/// The loop ends at what leads to itself, as the root of a set does: `root[v] == v`. Lists of the
/// thread's own end at a mark.
static bool endsAtRoot(const KernelProgram &Kernel, const CarriedValue &Variable,
                       const Loop &Around) {
  auto IsLinkOf = [&](ExprRef Result) {
    const Access *Source = sourceOf(Kernel, Result);
    return Source && isReadAt(*Source, Variable, Around);
  };
  return any_of(Around.Exits, [&](ExprRef Exit) {
    return any_of(partsOf(Exit, ExprKind::And), [&](ExprRef Part) {
      if (Part->kind() != ExprKind::Equal)
        return false;
      ExprRef Left = Part->operands()[0], Right = Part->operands()[1];
      return (Left == Variable.Start && IsLinkOf(Right)) ||
             (Right == Variable.Start && IsLinkOf(Left));
    });
  });
}

/// All threads begin at one place.
static bool isCommonStart(ExprRef Initial) {
  return allLeaves(Initial, [](ExprRef Leaf) { return !isIndex(Leaf) && !isData(Leaf); });
}

static ExprRef withoutWraps(ExprRef Root) {
  while (Root->kind() == ExprKind::Wrap)
    Root = Root->operands()[0];
  return Root;
}

/// Many numbers lead to \p Root, or to each of the two that it is one of.
static bool isRemainder(ExprRef Root) {
  Root = withoutWraps(Root);
  ExprKind Kind = Root->kind();
  if (Kind == ExprKind::Select)
    return isRemainder(Root->operands()[1]) && isRemainder(Root->operands()[2]);
  return (Kind == ExprKind::Remainder || Kind == ExprKind::BitAnd) && anyLeaf(Root, isData);
}

/// `head[key & mask]`: a list that many keys lead to.
static bool isHeadByHash(const KernelProgram &Kernel, ExprRef Initial) {
  const Access *Head = sourceOf(Kernel, withoutWraps(Initial));
  if (!Head || !Head->Offset || anyLeaf(Head->Offset, isIndex))
    return false;
  return any_of(Head->Offset->terms(),
                [](const Monomial &Part) { return any_of(Part.Factors, isRemainder); });
}

/// \p Leaf was read at the thread's own number in an array that it reads another entry of, too, as
/// those of the nodes of an element are, or in a loop that fills an array of its own.
static bool isOneOfSeveral(const KernelProgram &Kernel, ExprRef Leaf) {
  auto IsOwn = [](const Access &Each) {
    return Each.Kind == AccessKind::Load && Each.Offset && anyLeaf(Each.Offset, isIndex) &&
           !anyLeaf(Each.Offset, isData);
  };
  if (const Access *Filling = isData(Leaf) ? loadFilling(Kernel, Leaf) : nullptr)
    return IsOwn(*Filling);
  const Access *Source = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
  return Source && IsOwn(*Source) && any_of(Kernel.Accesses, [&](const Access &Other) {
           return Other.Object == Source->Object && IsOwn(Other) &&
                  Other.Offset != Source->Offset && Other.Result;
         });
}

bool isRowOfSeveral(const KernelProgram &Kernel, ExprRef Bound) {
  return anyLeaf(Bound, isData) && allLeaves(Bound, [&](ExprRef Leaf) {
           const Access *Start = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
           if (!isData(Leaf))
             return !isIndex(Leaf);
           return Start && Start->Kind == AccessKind::Load && Start->Offset &&
                  anyLeaf(Start->Offset, isData) && allLeaves(Start->Offset, [&](ExprRef Of) {
                    return isData(Of) ? isOneOfSeveral(Kernel, Of) : !isIndex(Of);
                  });
         });
}

/// No thread's own number goes into what \p Variable becomes.
static bool goesByData(const KernelProgram &Kernel, const CarriedValue &Variable,
                       const Loop &Around) {
  return Variable.Initial && !anyLeaf(Variable.End, isIndex) &&
         (!isLink(Kernel, Variable, Around)
              ? !anyLeaf(Variable.Initial, isIndex)
              : isCommonStart(Variable.Initial) || isHeadByHash(Kernel, Variable.Initial) ||
                    isRowOfSeveral(Kernel, Variable.Initial) ||
                    endsAtRoot(Kernel, Variable, Around));
}

/// The last loop that was over when \p Leaf was made, and that stands in all loops which \p Leaf
/// does; null: there is none.
static const Loop *loopBefore(const KernelProgram &Kernel, ExprRef Leaf) {
  const Loop *Last = nullptr;
  for (const Loop &Each : Kernel.Loops)
    if (Each.EndValue != 0 && Each.EndValue <= Leaf->number() &&
        (!Last || Last->EndValue < Each.EndValue))
      Last = &Each;
  bool IsOutside = Last && any_of(Kernel.Loops, [&](const Loop &Each) {
                     return Each.makes(Leaf) && Last->FirstValue < Each.FirstValue;
                   });
  return IsOutside ? nullptr : Last;
}

bool isLeftByReads(const KernelProgram &Kernel, ExprRef Leaf, const Access &Read) {
  const LeafInfo &Info = Leaf->leaf();
  if (!Read.Result || Info.Kind != LeafKind::Opaque || Info.Reason != OpaqueReason::ControlFlow)
    return false;
  const Loop *Last = loopBefore(Kernel, Leaf);
  return Last && isInside(Read, *Last) && any_of(Last->Carried, isFollowed) &&
         all_of(Last->Carried, [&](const CarriedValue &Variable) {
           return !isFollowed(Variable) || contains(Variable.End, Read.Result);
         });
}

bool isChosenInLoop(const KernelProgram &Kernel, ExprRef Leaf, const Access &Site) {
  const LeafInfo &Info = Leaf->leaf();
  if (Info.Kind != LeafKind::Opaque || Info.Reason != OpaqueReason::ControlFlow ||
      Info.Varies != Uniformity::Lane)
    return false;
  const Loop *Last = loopBefore(Kernel, Leaf);
  bool IsCarried = any_of(Kernel.Loops, [&](const Loop &Each) {
    return any_of(Each.Carried,
                  [&](const CarriedValue &Variable) { return Variable.Start == Leaf; });
  });
  return Last && !IsCarried && !isInside(Site, *Last) &&
         any_of(Last->Carried, [&](const CarriedValue &Variable) {
           return isFollowed(Variable) && anyNode(Variable.End, [&](ExprRef Node) {
                    return Node->kind() == ExprKind::Select && contains(Node, Last->Counter) &&
                           contains(Node, Variable.Start) && anyLeaf(Node->operands()[0], isData);
                  });
         });
}

/// What the accesses in a loop that searches are like.
struct SearchReads {
  bool OnlyReads = true;
  bool Moves = false; ///< from iteration to iteration
  /// By the iteration's number, from somewhere else than where all threads begin, a hash, or the
  /// row of one of several things that the thread has read.
  bool IsOwnPart = false;
};

static SearchReads readsIn(const KernelProgram &Kernel, const Loop &Search) {
  auto IsCommon = [&](ExprRef Leaf) {
    return isData(Leaf) ? isRowOfSeveral(Kernel, Leaf) : !isIndex(Leaf);
  };
  auto IsOwnNumber = [&](ExprRef Root) { return !isRemainder(Root) && !allLeaves(Root, IsCommon); };
  auto IsOwnPlace = [&](ExprRef Offset) {
    if (Offset->kind() != ExprKind::Polynomial)
      return IsOwnNumber(Offset);
    return any_of(Offset->terms(),
                  [&](const Monomial &Part) { return any_of(Part.Factors, IsOwnNumber); });
  };
  SearchReads Result;
  for (const Access &Each : Kernel.Accesses) {
    if (!isInside(Each, Search))
      continue;
    Result.OnlyReads &= Each.Kind == AccessKind::Load;
    if (!Each.Offset)
      continue;
    bool IsByNumber = contains(Each.Offset, Search.Counter);
    Result.IsOwnPart |= IsByNumber && IsOwnPlace(Each.Offset);
    Result.Moves |= IsByNumber || any_of(Search.Carried, [&](const CarriedValue &Variable) {
                      return contains(Each.Offset, Variable.Start);
                    });
  }
  return Result;
}

bool isFoundInLoop(const KernelProgram &Kernel, ExprRef Leaf, const Access &Site) {
  const LeafInfo &Info = Leaf->leaf();
  if (Info.Kind != LeafKind::Opaque || Info.Varies != Uniformity::Lane || sourceOf(Kernel, Leaf))
    return false;
  const Loop *Search = loopBefore(Kernel, Leaf);
  if (!Search || isInside(Site, *Search) || any_of(Kernel.Loops, [&](const Loop &Each) {
        return any_of(Each.Carried,
                      [&](const CarriedValue &Variable) { return Variable.Start == Leaf; });
      }))
    return false;
  bool AllIntegers = all_of(Kernel.Accesses, [&](const Access &Each) {
    return Each.Kind != AccessKind::Load || Each.NodeId > Site.NodeId || Each.Result ||
           Each.LoadedObject || (Each.Offset && contains(Each.Offset, Leaf));
  });
  // A floating-point number that is converted behind the loop is not of the loop.
  if (Info.Reason != OpaqueReason::ControlFlow &&
      !(Info.Reason == OpaqueReason::DataDependent && AllIntegers))
    return false;
  SearchReads Reads = readsIn(Kernel, *Search);
  bool EndsByData = false, GoesByData = false;
  for (ExprRef Exit : Search->Exits) {
    EndsByData |= anyLeaf(Exit, isData);
    if (anyLeaf(Exit, isIndex))
      return false;
  }
  for (const CarriedValue &Variable : Search->Carried)
    if (isFollowed(Variable)) {
      GoesByData |= anyLeaf(Variable.End,
                            [&](ExprRef Part) { return Part != Variable.Start && isData(Part); });
      if (!goesByData(Kernel, Variable, *Search))
        return false;
    }
  bool IsOwn = Reads.IsOwnPart && none_of(Search->Carried, isFollowed);
  return Reads.OnlyReads && !IsOwn && (GoesByData || (EndsByData && Reads.Moves));
}

/// \p End mixes \p Start with what else it is made of, as a hash does: a position that moves on is
/// the sum of where it was and something.
static bool isMix(ExprRef End, ExprRef Start) {
  End = withoutWraps(End);
  switch (End->kind()) {
  case ExprKind::Remainder:
  case ExprKind::BitAnd:
  case ExprKind::BitXor:
    return contains(End, Start);
  case ExprKind::Polynomial:
    return any_of(End->terms(), [&](const Monomial &Part) {
      bool IsPlain = Part.Coefficient == 1 && Part.Factors.size() == 1 &&
                     withoutWraps(Part.Factors.front()) == Start;
      return !IsPlain && any_of(Part.Factors, [&](ExprRef Factor) {
        return Factor->kind() != ExprKind::Select && contains(Factor, Start);
      });
    });
  default:
    return false;
  }
}

bool isPassedOn(const KernelProgram &Kernel, ExprRef Leaf) {
  auto IsRead = [&](ExprRef Root) {
    const Access *Source = Root ? sourceOf(Kernel, withoutWraps(Root)) : nullptr;
    return Source && Source->Kind == AccessKind::Load;
  };
  return any_of(Kernel.Loops, [&](const Loop &Each) {
    return any_of(Each.Carried, [&](const CarriedValue &Variable) {
      return Variable.Start == Leaf && IsRead(Variable.Initial) && IsRead(Variable.End);
    });
  });
}

bool isStepOfSearch(const KernelProgram &Kernel, ExprRef Leaf) {
  return any_of(Kernel.Loops, [&](const Loop &Each) {
    return any_of(Each.Carried, [&](const CarriedValue &Variable) {
      if (Variable.Start != Leaf || !isFollowed(Variable) || !Variable.Initial ||
          anyLeaf(Variable.Initial, isIndex) || anyLeaf(Variable.End, isIndex))
        return false;
      bool HasData = anyLeaf(Variable.Initial, isData) || anyLeaf(Variable.End, [&](ExprRef Part) {
                       return Part != Leaf && isData(Part);
                     });
      return HasData && (isMix(Variable.End, Leaf) ||
                         (isRemainder(Variable.Initial) && isRemainder(Variable.End)) ||
                         (isCommonStart(Variable.Initial) && isLink(Kernel, Variable, Each)));
    });
  });
}

/// Each iteration compares \p Variable with the next entry of the array that it began with, and
/// goes on with that where the two differ: the load of the first entry. Else null.
static const Access *firstOfRuns(const KernelProgram &Kernel, const CarriedValue &Variable,
                                 const Loop &Around) {
  const Access *First = Variable.Initial ? sourceOf(Kernel, Variable.Initial) : nullptr;
  if (!First || First->Kind != AccessKind::Load || !First->Offset ||
      !anyLeaf(First->Offset, isIndex) || anyLeaf(First->Offset, isData) || !Variable.End ||
      Variable.End->kind() != ExprKind::Select)
    return nullptr;
  auto IsNext = [&](ExprRef Leaf) {
    const Access *Next = Leaf->isLeaf() ? sourceOf(Kernel, Leaf) : nullptr;
    return Next && Next->Object == First->Object && isInside(*Next, Around) && Next->Offset &&
           contains(Next->Offset, Around.Counter) && !anyLeaf(Next->Offset, isData);
  };
  ArrayRef<ExprRef> Choice = Variable.End->operands();
  bool GoesOn = (Choice[1] == Variable.Start && IsNext(Choice[2])) ||
                (Choice[2] == Variable.Start && IsNext(Choice[1]));
  return GoesOn && contains(Choice[0], Variable.Start) && anyLeaf(Choice[0], IsNext) ? First
                                                                                     : nullptr;
}

const Access *keyBeforeRun(ExprContext &Context, const KernelProgram &Kernel, ExprRef Leaf,
                           const Access &Site) {
  const LeafInfo &Info = Leaf->leaf();
  const Loop *Runs = Info.Kind == LeafKind::Opaque && Info.Reason == OpaqueReason::ControlFlow &&
                             Info.Varies == Uniformity::Lane
                         ? loopBefore(Kernel, Leaf)
                         : nullptr;
  if (!Runs || isInside(Site, *Runs) || !Site.Offset ||
      any_of(Site.Guards, [](ExprRef Guard) { return anyLeaf(Guard, isData); }))
    return nullptr;
  // Which of several variables the leaf is the last value of shows where the loop itself writes.
  auto WritesAt = [&](ExprRef Start) {
    ExprRef Offset = Context.substitute(
        Site.Offset, [&](ExprRef Each) { return Each == Leaf ? Start : nullptr; });
    return any_of(Kernel.Accesses, [&](const Access &Each) {
      return isInside(Each, *Runs) && Each.Kind != AccessKind::Load && Each.Object == Site.Object &&
             Each.Offset == Offset;
    });
  };
  bool IsOne = count_if(Runs->Carried, isFollowed) == 1;
  for (const CarriedValue &Variable : Runs->Carried) {
    const Access *First = firstOfRuns(Kernel, Variable, *Runs);
    bool IsWritten = First && any_of(Kernel.Accesses, [&](const Access &Each) {
                       return Each.Kind != AccessKind::Load &&
                              is_contained(Kernel.basesOf(Each.Object), First->Object);
                     });
    if (First && !IsWritten && (IsOne || WritesAt(Variable.Start)))
      return First;
  }
  return nullptr;
}

} // namespace memlint
