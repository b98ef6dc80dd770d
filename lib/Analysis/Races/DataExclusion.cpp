//===- DataExclusion.cpp - Threads that data keep apart -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataExclusion.h"

#include "BarrierRemoval.h"
#include "Conflicts.h"
#include "DataNumbers.h"
#include "DataScatters.h"
#include "DataSearches.h"
#include "LoopRounds.h"
#include "SelectedAccesses.h"

#include "cuda-memlint/Model/LaunchArguments.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace llvm;

namespace memlint {

/// Calls \p Visit for what \p Condition is made of by `&&`, `||` and `!`.
static void forEachTest(ExprRef Condition, function_ref<void(ExprRef)> Visit) {
  ExprKind Kind = Condition->kind();
  if (Kind != ExprKind::And && Kind != ExprKind::Or && Kind != ExprKind::Not)
    return Visit(Condition);
  for (ExprRef Operand : Condition->operands())
    forEachTest(Operand, Visit);
}

DataExclusion::DataExclusion(const RaceSetting &Setting, const WaitingLoops &Waiting,
                             const CriticalSections &Sections,
                             const std::vector<LaunchContext> *Launches)
    : Setting(Setting), Kernel(Setting.Kernel), Waiting(Waiting), Sections(Sections),
      Launches(Launches), BoundsLoops(Kernel.Objects.size()) {
  for (const Access &Each : Kernel.Accesses)
    if (Each.Kind == AccessKind::Atomic && Each.Result && Each.Update == AtomicUpdate::Other &&
        !Sections.isLockWord(Each)) {
      // From one iteration to the next it may go into any value of a loop.
      unsigned Start = Each.Loops.empty() ? Each.Result->number() : 0;
      FirstAgreement = std::min(FirstAgreement.value_or(Start), Start);
    }
  for (const Loop &Each : Kernel.Loops)
    for (ExprRef Exit : Each.Exits)
      forEachTest(Exit, [&](ExprRef Test) {
        // `table[slot] == key[i]` and `next < 0` are about what the loop has found, and bound
        // nothing.
        if (allLeaves(Test, [&](ExprRef Leaf) { return Waiting.results()[Leaf] != nullptr; }) ||
            isSearchFor(Test, Each))
          return;
        forEachLeaf(Test, [&](ExprRef Leaf) {
          if (const Access *Source = Waiting.results()[Leaf])
            BoundsLoops[Source->Object] = true;
        });
      });
}

/// `column[k] == row`: \p Around looks at what it reads for a number that does not change.
bool DataExclusion::isSearchFor(ExprRef Test, const Loop &Around) const {
  return Test->kind() == ExprKind::Equal && allLeaves(Test, [&](ExprRef Leaf) {
           const Access *Source = Waiting.results()[Leaf];
           return Leaf->leaf().Kind != LeafKind::LoopCounter &&
                  (!isData(Leaf) || (Source && is_contained(Source->Loops, Around.Id)));
         });
}

/// \p Leaf was made when an atomic may have let threads agree on something. Numbers of leaves are
/// in the order of the program, so what has a lower one is not made of what the atomic gives.
bool DataExclusion::isBehindAgreement(ExprRef Leaf) const {
  return FirstAgreement && Leaf->number() >= *FirstAgreement;
}

/// It was computed in a way that is not followed, and is not about a lock.
bool DataExclusion::isComputed(ExprRef Leaf) const {
  const Access *Source = Waiting.results()[Leaf];
  return Leaf->leaf().Kind == LeafKind::Opaque && !(Source && Sections.isLockWord(*Source));
}

/// It may be what lanes or threads have agreed on.
bool DataExclusion::isUnclear(ExprRef Leaf) const {
  return isComputed(Leaf) && (isBehindAgreement(Leaf) || !Kernel.WarpOperations.empty() ||
                              Leaf->leaf().Reason == OpaqueReason::NotUnderstood);
}

const Access *DataExclusion::probeAt(ExprRef Leaf) const {
  for (const Loop &Each : Kernel.Loops) {
    bool GoesOn = any_of(Each.Carried, [&](const CarriedValue &Variable) {
      return Variable.Start == Leaf && Variable.End && Variable.End != Leaf &&
             contains(Variable.End, Leaf) && allLeaves(Variable.End, [&](ExprRef Part) {
               LeafKind Of = Part->leaf().Kind;
               return Part == Leaf || Of == LeafKind::Parameter || Of == LeafKind::LoopCounter;
             });
    });
    auto Decides = [&](const Access &Site) {
      return Site.Result && Site.Offset && is_contained(Site.Loops, Each.Id) &&
             contains(Site.Offset, Leaf) &&
             any_of(Each.Exits, [&](ExprRef Exit) { return contains(Exit, Site.Result); });
    };
    auto Site = GoesOn ? find_if(Kernel.Accesses, Decides) : Kernel.Accesses.end();
    if (Site != Kernel.Accesses.end())
      return &*Site;
  }
  return nullptr;
}

bool DataExclusion::isWritten(const MemoryObject &Object) const {
  return any_of(Kernel.Accesses, [&](const Access &Each) {
    return Each.Kind != AccessKind::Load && is_contained(Kernel.basesOf(Each.Object), Object.Id);
  });
}

/// \p Load is in a loop whose end is read, such as one over the neighbours in a graph.
bool DataExclusion::isOfRow(const Access &Load) const {
  return any_of(Load.Loops, [&](unsigned Number) {
    return any_of(Kernel.Loops[Number].Exits, [](ExprRef Exit) { return anyLeaf(Exit, isData); });
  });
}

/// A thread's index goes into \p Root, other than to choose one of two: `i < n ? key[i] : none`.
static bool hasIndex(ExprRef Root) {
  if (Root->isLeaf())
    return isIndex(Root);
  ArrayRef<ExprRef> Operands = Root->operands();
  if (Root->kind() == ExprKind::Select)
    Operands = Operands.drop_front();
  return any_of(Operands, hasIndex) ||
         any_of(Root->terms(), [](const Monomial &Part) { return any_of(Part.Factors, hasIndex); });
}

/// \p Load reads an entry of the thread's own in an array that host code has filled with numbers
/// that are all different.
bool DataExclusion::isOfPermutation(const Access &Load) const {
  const MemoryObject &Object = Kernel.Objects[Load.Object];
  const LaunchArgument *Argument = argumentOf(Object, Setting.Launch);
  return Argument && Argument->IsPermutation && Load.Offset && Load.Kind == AccessKind::Load &&
         Load.Bytes == Object.ElementBytes && anyLeaf(Load.Offset, isIndex) &&
         !anyLeaf(Load.Offset, isData) && !isWritten(Object) &&
         !anyNode(Load.Offset, [](ExprRef Node) {
           ExprKind Kind = Node->kind();
           return Kind == ExprKind::Divide || Kind == ExprKind::Remainder ||
                  Kind == ExprKind::ShiftRight || Kind == ExprKind::BitAnd ||
                  Kind == ExprKind::Minimum || Kind == ExprKind::Maximum ||
                  Kind == ExprKind::Select;
         });
}

/// A block's index in \p Dimension goes into \p Root, other than into a remainder whose quotient
/// goes into \p Entry.
static bool hasBlock(ExprRef Root, unsigned Dimension, ExprRef Entry) {
  if (Root->isLeaf())
    return Root->leaf().Kind == LeafKind::BlockIndex && Root->leaf().Dimension == Dimension;
  bool IsColumn = Root->kind() == ExprKind::Remainder && anyNode(Entry, [&](ExprRef Node) {
                    return Node->kind() == ExprKind::Divide && Node->operands() == Root->operands();
                  });
  auto HasBlock = [&](ExprRef Part) { return hasBlock(Part, Dimension, Entry); };
  return !IsColumn &&
         (any_of(Root->operands(), HasBlock) || any_of(Root->terms(), [&](const Monomial &Part) {
            return any_of(Part.Factors, HasBlock);
          }));
}

/// `sum[row[blockIdx.y] * width + blockIdx.x * blockDim.x + threadIdx.x]`, `sum[row[i / width] *
/// width + i % width]`: blocks have entries of their own, and the same columns.
static bool haveBlocksOneColumn(const RaceSetting &Setting, const DataAddress &Address) {
  return any_of(ArrayRef{0U, 1U, 2U}, [&](unsigned Dimension) {
    return all_of(Address.Loads, [&](const Access *Load) {
      if (!Load || !Load->Offset)
        return false;
      ExprRef Entry = Setting.specialise(Load->Offset);
      return hasBlock(Entry, Dimension, Entry) && !hasBlock(Address.Rest, Dimension, Entry);
    });
  });
}

/// `for (p = row[node[2 * i]]; …) if (column[p] == node[2 * i + 1]) sum[p] += x[i];`: \p Site adds
/// to the entry that the thread looks for in the row of one of its things.
bool DataExclusion::isFoundInRow(const Access &Site, const DataAddress &Address) const {
  bool IsSum = all_of(Kernel.Accesses, [&](const Access &Each) {
    return Each.Object != Site.Object || Each.Kind == AccessKind::Load || isCount(Each) ||
           (Each.Kind == AccessKind::Store && Each.IsSum);
  });
  auto IsOfRow = [&](ExprRef Side) {
    const Access *Read = Side->isLeaf() ? Waiting.results()[Side] : nullptr;
    return Read && Read->Kind == AccessKind::Load && Read->Offset &&
           hasLeaf(Read->Offset, LeafKind::LoopCounter) &&
           all_of(Address.Values, [&](ExprRef Value) { return contains(Read->Offset, Value); });
  };
  auto IsWanted = [&](ExprRef Side) {
    return allLeaves(Side, [&](ExprRef Leaf) { return isData(Leaf) && !IsOfRow(Leaf); });
  };
  return IsSum &&
         all_of(Address.Values, [&](ExprRef Value) { return isRowOfSeveral(Kernel, Value); }) &&
         any_of(Site.Guards, [&](ExprRef Guard) {
           return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
             if (Part->kind() != ExprKind::Equal)
               return false;
             ExprRef Left = Part->operands()[0], Right = Part->operands()[1];
             return (IsOfRow(Left) && IsWanted(Right)) || (IsOfRow(Right) && IsWanted(Left));
           });
         });
}

bool DataExclusion::areApart(const Access &Site, const DataAddress &Address,
                             ThreadPair Kind) const {
  bool HasThread = false, HasBlock = false, HasCounter = false;
  forEachLeaf(Address.Rest, [&](ExprRef Leaf) {
    HasThread |= Leaf->leaf().Kind == LeafKind::ThreadIndex;
    HasBlock |= Leaf->leaf().Kind == LeafKind::BlockIndex;
    HasCounter |= Leaf->leaf().Kind == LeafKind::LoopCounter;
  });
  // In its shared memory, a block has one number for all: bins from there on.
  HasBlock &= Site.Space != MemorySpace::Shared || Kind == ThreadPair::DifferentBlocks;
  // Lanes of one warp share its row.
  if (HasThread && ((Kind == ThreadPair::SameWarp && isOfWarp(Address.Rest)) ||
                    isSharedColumn(Site, Address, Kind)))
    HasThread = false;
  bool IsOwn = HasThread;
  if (Kind == ThreadPair::DifferentBlocks)
    IsOwn = HasBlock && !(Address.isByData() && haveBlocksOneColumn(Setting, Address));
  if (IsOwn)
    return true;
  if (HasCounter && Address.isByData() && isFoundInRow(Site, Address))
    return false;
  // `values[start[row] + k]` and `rows[order[i] * width + k]`: rows are mostly apart.
  if ((HasThread || HasBlock || HasCounter) && Address.isByData() && !isRowOfKey(Site, Address) &&
      !isEntryOfRow(Site, Address) && !isTakenByHash(Site, Address))
    return true;
  bool IsOfSeveral = isSlotOfSeveral(Setting, Site, Address);
  // Of an atomic, or what is read behind it: `atomicAdd(&count[int(x[i] * 64)], 1)`.
  bool IsCounter = any_of(Kernel.Accesses, [&](const Access &Each) {
    return Each.Kind == AccessKind::Atomic && Each.Object == Site.Object &&
           (Site.Kind == AccessKind::Atomic ||
            (Site.Kind == AccessKind::Load && Each.NodeId < Site.NodeId));
  });
  auto IsCell = [&](ExprRef Value) {
    return IsCounter && !isBehindAgreement(Value) && isMadeOfNumbers(Kernel, Value, Site);
  };
  for (auto [Value, Load] : zip(Address.Values, Address.Loads)) {
    // All threads begin at the root of a tree, whatever an atomic gives them below.
    if (!IsOfSeveral && !isProbedBySwaps(Value) && !isStepOfSearch(Kernel, Value) &&
        (isFromAtomic(Value) || isUnclear(Value) ||
         (FirstAgreement && isComputed(Value) && !IsCell(Value))))
      return true;
    if (Load && Address.IsValueItself && isOfPermutation(*Load))
      return true;
    // Numbers that the kernel has made may be different ones by construction.
    if (Load && (BoundsLoops[Load->Object] || Load->Space == MemorySpace::Shared))
      return true;
    if (Load && !Address.Rest->isConstant() && isWritten(Kernel.Objects[Load->Object]))
      return true;
  }
  // `(entry + threadIdx.x) % 32` may be a number of the thread's own.
  ExprRef ByData = Setting.Context.subtract(Address.Offset, Address.Rest);
  return hasIndex(ByData);
}

static bool isCondition(ExprRef Root) {
  switch (Root->kind()) {
  case ExprKind::Less:
  case ExprKind::LessUnsigned:
  case ExprKind::Equal:
  case ExprKind::And:
  case ExprKind::Or:
  case ExprKind::Not:
    return true;
  default:
    return false;
  }
}

/// `owner == threadIdx.x`; `(a < b) == (threadIdx.x < 16)` holds for many.
static bool isOwner(ExprRef Equal) {
  return Equal->kind() == ExprKind::Equal && none_of(Equal->operands(), isCondition) &&
         hasIndex(Equal) && anyLeaf(Equal, isData);
}

/// The greatest common divisor of the steps, in bytes, by which threads, iterations and data move
/// \p Offset.
static uint64_t stepOf(ExprRef Offset) {
  if (Offset->kind() != ExprKind::Polynomial)
    return 1;
  uint64_t Step = 0;
  for (const Monomial &Part : Offset->terms())
    if (!Part.Factors.empty())
      Step = std::gcd(Step, uint64_t(std::abs(Part.Coefficient)));
  return Step;
}

/// The distance in bytes between the two; none: it is not one number.
static std::optional<int64_t> distanceBetween(ExprContext &Context, ExprRef One, ExprRef Other) {
  ExprRef Distance = Context.subtract(One, Other);
  return Distance->isConstant() ? std::optional(Distance->constantTerm()) : std::nullopt;
}

/// Threads, or entries that data choose, are \p Step bytes apart in the array of \p One, and each
/// reads what the next one reads, too: all entries of a run that several threads share, and not
/// only the members of a record of its own, as `edge[i].x` and `edge[i].y` or `end[2 * i]` and
/// `end[2 * i + 1]` are.
bool DataExclusion::readsNextEntry(const Access &One, uint64_t Step) const {
  SmallVector<const Access *, 8> Reads;
  for (const Access &Each : Kernel.Accesses)
    if (Each.Kind == AccessKind::Load && Each.Object == One.Object && Each.Offset)
      Reads.push_back(&Each);
  return any_of(Reads, [&](const Access *Here) {
    return any_of(Reads, [&](const Access *There) {
      std::optional<int64_t> Distance = distanceBetween(
          Setting.Context, Setting.specialise(Here->Offset), Setting.specialise(There->Offset));
      return Distance && *Distance > 0 && uint64_t(*Distance) % Step == 0;
    });
  });
}

/// The two are a known distance apart, beside what data contribute to where they are, and may be
/// entries of two threads.
bool DataExclusion::areNeighbours(const Access &One, const Access &Other) const {
  std::optional<DataAddress> Here = dataAddress(Setting, One), There = dataAddress(Setting, Other);
  // Of constants at constant places no thread is one's end.
  if (!Here || !There || Here->isByData() != There->isByData() || Here->Offset->isConstant())
    return false;
  std::optional<int64_t> Distance = distanceBetween(Setting.Context, Here->Rest, There->Rest);
  if (!Distance || *Distance == 0)
    return false;
  uint64_t Step = stepOf(Here->Offset);
  return Step == 0 || uint64_t(std::abs(*Distance)) % Step == 0 || readsNextEntry(One, Step);
}

/// Calls \p Visit for what \p Root compares: no entry is a bound of another by their product.
static void forEachCompared(ExprRef Root, DenseSet<ExprRef> &Seen,
                            function_ref<void(ExprRef)> Visit) {
  if (!Seen.insert(Root).second)
    return;
  if (Root->isLeaf())
    return Visit(Root);
  for (ExprRef Operand : Root->operands())
    forEachCompared(Operand, Seen, Visit);
  for (const Monomial &Part : Root->terms())
    if (Part.Factors.size() < 2 ||
        count_if(Part.Factors, [](ExprRef Factor) { return anyLeaf(Factor, isData); }) < 2)
      for (ExprRef Factor : Part.Factors)
        forEachCompared(Factor, Seen, Visit);
}

/// Two entries are equal, as those within a segment are.
static bool isEquality(ExprRef Part) {
  return Part->kind() == ExprKind::Equal &&
         all_of(Part->operands(), [](ExprRef Side) { return Side->isLeaf() && isData(Side); });
}

/// Both are conditions on one entry each and on constants, and entries that are equal pass them:
/// `mask[i] && mask[i - 1]` holds for many, and is not the end of anything.
static bool holdForEqualEntries(ExprRef One, ExprRef Other) {
  SmallVector<int64_t, 8> Values = {0, 1};
  for (ExprRef Part : {One, Other})
    anyNode(Part, [&](ExprRef Node) {
      bool HasConstant = Node->isConstant() || Node->kind() == ExprKind::Polynomial;
      int64_t Constant = HasConstant ? Node->constantTerm() : 0;
      if (isInt<40>(Constant))
        for (int64_t Beside : {-1, 0, 1})
          Values.append({Constant + Beside, Beside - Constant});
      return false;
    });
  return any_of(Values, [&](int64_t Value) {
    auto IsValue = [&](ExprRef) { return Value; };
    return evaluate(One, IsValue) != 0 && evaluate(Other, IsValue) != 0;
  });
}

/// Data choose the location by nothing but how far the two entries that \p Bounds read are apart.
static bool isByDifference(const RaceSetting &Setting, const DataAddress &Address,
                           ArrayRef<const Access *> Bounds) {
  ExprContext &Context = Setting.Context;
  ExprRef Moved = Context.substitute(Address.Offset, [&](ExprRef Leaf) -> ExprRef {
    bool IsBound = any_of(Bounds, [&](const Access *Each) { return Each->Result == Leaf; });
    return IsBound ? Context.add(Leaf, Context.constant(1)) : nullptr;
  });
  return Moved == Address.Offset;
}

/// Each thread that comes to \p Site has read its own entry of an array and the one behind it, by
/// \p One and \p Other, and the thread with the last number has, too: no condition that leads there
/// is about any other number than its own. So there is one entry more than there are threads, as
/// where rows begin and the last one ends. Of segments, the last thread has no next one.
bool DataExclusion::hasOneMoreThanThreads(const Access &One, const Access &Other,
                                          const Access &Site) const {
  if (!One.Offset || !Other.Offset || anyLeaf(One.Offset, isData) || !anyLeaf(One.Offset, isIndex))
    return false;
  std::optional<int64_t> Distance = distanceBetween(Setting.Context, One.Offset, Other.Offset);
  if (!Distance || uint64_t(std::abs(*Distance)) != One.Bytes)
    return false;
  ExprRef Own = *Distance < 0 ? One.Offset : Other.Offset;
  bool IsBounded = false;
  auto IsOwnBound = [&](ExprRef Part) {
    if (!anyLeaf(Part, isIndex) || anyLeaf(Part, isData))
      return true;
    bool IsLess = isOrder(Part);
    ExprRef Number = IsLess ? Part->operands()[0] : nullptr;
    bool IsOwn = IsLess && Part->operands()[1]->isLeaf() && isParameter(Part->operands()[1]) &&
                 Setting.Context.multiply(Number, Setting.Context.constant(One.Bytes)) == Own;
    IsBounded |= IsOwn;
    return IsOwn;
  };
  auto AreOwnBounds = [&](ExprRef Guard) {
    return all_of(partsOf(Guard, ExprKind::And), IsOwnBound);
  };
  return all_of(Site.Guards, AreOwnBounds) &&
         all_of(Site.Loops,
                [&](unsigned Loop) {
                  return all_of(Kernel.Loops[Loop].Exits, [&](ExprRef Exit) {
                    return AreOwnBounds(Setting.Context.logicalNot(Exit));
                  });
                }) &&
         IsBounded;
}

/// `segment[i] != segment[i + 1]`, or `key[i] <= wanted && wanted < key[i + 1]`: in an array that
/// is sorted, one thread alone is at an end. What the thread compares to exchange it is not sorted.
/// `text[i - 1] == ' ' && text[i] != ' '` says nothing of the entries that choose the location.
bool DataExclusion::comparesNeighbours(const Access &Site, const DataAddress &Address,
                                       ThreadPair Kind) const {
  struct Entry {
    const Access *Source;
    /// Where it is compared with constants alone.
    ExprRef BesideConstant;
  };
  SmallVector<Entry, 8> Entries;
  bool Found = false;
  auto ChoosesLocation = [&](const Access &Source) {
    return any_of(Address.Loads,
                  [&](const Access *Load) { return Load && Load->Object == Source.Object; });
  };
  // `if (start[i] == start[i + 1]) return;`: of the thread's row it says that something is in it.
  auto AreBoundsOfRow = [&](ExprRef Part) {
    SmallVector<const Access *, 2> Bounds;
    bool AreOfOne = allLeaves(Part, [&](ExprRef Leaf) {
      const Access *Source = Waiting.results()[Leaf];
      if (Source)
        Bounds.push_back(Source);
      return Source ? Source->Object == Bounds.front()->Object : isParameter(Leaf);
    });
    if (!AreOfOne || Bounds.size() != 2)
      return false;
    return BoundsLoops[Bounds.front()->Object]
               ? !ChoosesLocation(*Bounds.front())
               : hasOneMoreThanThreads(*Bounds[0], *Bounds[1], Site) &&
                     (!ChoosesLocation(*Bounds.front()) ||
                      isByDifference(Setting, Address, Bounds));
  };
  auto Look = [&](ExprRef Leaf, ExprRef BesideConstant) {
    const Access *Source = Waiting.results()[Leaf];
    if (!Source || !Source->Offset || Source->Object == Site.Object)
      return;
    Found |= any_of(Entries, [&](const Entry &Other) {
      bool AreRanges =
          BesideConstant && Other.BesideConstant &&
          (ChoosesLocation(*Source) || holdForEqualEntries(BesideConstant, Other.BesideConstant));
      return Other.Source->Object == Source->Object && !AreRanges &&
             areNeighbours(*Source, *Other.Source);
    });
    Entries.push_back({Source, BesideConstant});
  };
  for (ExprRef Guard : Site.Guards) {
    // The end of a row, which a loop goes up to, is beside its start.
    if (hasLeaf(Guard, LeafKind::LoopCounter))
      continue;
    for (ExprRef Part : partsOf(Guard, ExprKind::And)) {
      // What all of them compare lets none of them come alone.
      if (isEquality(Part) || isCommonNumber(Part, Kind) || AreBoundsOfRow(Part))
        continue;
      ExprRef First = nullptr;
      bool IsBesideConstant = allLeaves(Part, [&](ExprRef Leaf) {
        First = First ? First : Leaf;
        return Leaf == First;
      });
      DenseSet<ExprRef> Seen;
      forEachCompared(Part, Seen,
                      [&](ExprRef Leaf) { Look(Leaf, IsBesideConstant ? Part : nullptr); });
    }
  }
  return Found;
}

/// `while (isLeft)`: the thread has not left a loop around \p Site.
static bool isInLoopBy(const RaceSetting &Setting, ExprRef Guard, const Access &Site) {
  ExprRef Exit = Setting.Context.logicalNot(Guard);
  return any_of(Site.Loops, [&](unsigned Number) {
    return is_contained(Setting.Kernel.Loops[Number].Exits, Exit);
  });
}

/// \p Leaf is where a loop goes on, in an array that it reads: `next = tree[at].child[side];`.
static bool isPlaceOfLoop(const KernelProgram &Kernel, ExprRef Leaf) {
  return any_of(Kernel.Loops, [&](const Loop &Each) {
    return any_of(Each.Carried, [&](const CarriedValue &Variable) {
      return Variable.End == Leaf && any_of(Kernel.Accesses, [&](const Access &Read) {
               return Read.Kind == AccessKind::Load && is_contained(Read.Loops, Each.Id) &&
                      Read.Offset && contains(Read.Offset, Variable.Start);
             });
    });
  });
}

/// It is a test of one value that depends on how the thread has got here: a flag that a loop has
/// cleared where an entry before is equal, or the rank in a group that formed at run time. That
/// the index itself is tested says nothing of who comes.
static bool isRole(const RaceSetting &Setting, ExprRef Guard, const Access &Site,
                   const DataAddress &Address) {
  const KernelProgram &Kernel = Setting.Kernel;
  ExprRef Tested = nullptr;
  auto ChoosesIndex = [&](ExprRef Leaf) {
    return is_contained(Address.Values, Leaf) || any_of(Address.Loads, [&](const Access *Load) {
             return Load && Load->Offset && contains(Load->Offset, Leaf);
           });
  };
  return !isInLoopBy(Setting, Guard, Site) && allLeaves(Guard, [&](ExprRef Leaf) {
    bool IsOnly = !Tested || Tested == Leaf;
    Tested = Leaf;
    return IsOnly && Leaf->leaf().Kind == LeafKind::Opaque &&
           Leaf->leaf().Reason == OpaqueReason::ControlFlow && Leaf->varies() == Uniformity::Lane &&
           !isPassedOn(Kernel, Leaf) && !isPlaceOfLoop(Kernel, Leaf) && !ChoosesIndex(Leaf);
  }) && Tested;
}

/// `if (value > *best) *best = value;`: the condition is about what the location holds itself.
bool DataExclusion::isAboutContent(ExprRef Guard, const Access &Site,
                                   const DataAddress &Address) const {
  return isOrder(Guard) && anyLeaf(Guard, [&](ExprRef Leaf) {
           const Access *Read = Waiting.results()[Leaf];
           return Read && Read->Kind == AccessKind::Load && Read->Object == Site.Object &&
                  Read->Offset && Setting.specialise(Read->Offset) == Address.Offset;
         });
}

/// Two threads that are related as \p Kind says meet in each round of \p Around: neither is in an
/// iteration that the other has left.
bool DataExclusion::goesRoundTogether(const Loop &Around, ThreadPair Kind) const {
  BarrierScope Least = Kind == ThreadPair::DifferentBlocks ? BarrierScope::Grid
                       : Kind == ThreadPair::SameWarp      ? BarrierScope::Warp
                                                           : BarrierScope::Block;
  return memlint::goesRoundTogether(Kernel, Waiting.all()[Around.Id].Head, Least);
}

bool DataExclusion::isCommonNumber(ExprRef Root, ThreadPair Kind) const {
  return allLeaves(Root, [&](ExprRef Leaf) {
    const LeafInfo &Info = Leaf->leaf();
    if (Info.Kind == LeafKind::LoopCounter)
      return Info.Id < Kernel.Loops.size() && goesRoundTogether(Kernel.Loops[Info.Id], Kind);
    return RaceSetting::isCommon(Info, Kind) && all_of(Kernel.Loops, [&](const Loop &Each) {
             return !Each.makes(Leaf) || goesRoundTogether(Each, Kind);
           });
  });
}

bool DataExclusion::isCount(const Access &Store) const {
  return Store.Kind == AccessKind::Store && Store.Value && anyLeaf(Store.Value, [&](ExprRef Leaf) {
           const Access *Read = Waiting.results()[Leaf];
           return Read && Read->Object == Store.Object && Read->Offset == Store.Offset &&
                  Setting.Context.subtract(Store.Value, Leaf)->isConstant();
         });
}

/// \p Leaf was read where \p Site is reached only by threads that have found one number, the same
/// for all of them, there: `if (level[v] == current) … level[v] + 1`.
bool DataExclusion::isFoundByAll(ExprRef Leaf, const Access &Site, ThreadPair Kind) const {
  const Access *Source = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
  auto IsThere = [&](ExprRef Side) {
    const Access *Tested = Side->isLeaf() && isData(Side) ? sourceOf(Kernel, Side) : nullptr;
    return Tested && Tested->Object == Source->Object && Tested->Offset == Source->Offset;
  };
  auto IsCommon = [&](ExprRef Side) {
    return allLeaves(Side, [&](ExprRef Each) {
      return Each->leaf().Kind != LeafKind::LoopCounter && !isData(Each) &&
             RaceSetting::isCommon(Each->leaf(), Kind);
    });
  };
  return Source && Source->Offset && any_of(Site.Guards, [&](ExprRef Guard) {
           return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
             return Part->kind() == ExprKind::Equal &&
                    ((IsThere(Part->operands()[0]) && IsCommon(Part->operands()[1])) ||
                     (IsThere(Part->operands()[1]) && IsCommon(Part->operands()[0])));
           });
         });
}

bool DataExclusion::isOneNumber(ExprRef Leaf, const Access &Site, ThreadPair Kind) const {
  return isFoundByAll(Leaf, Site, Kind) || isCommonNumber(Leaf, Kind);
}

bool DataExclusion::excludes(ExprRef Guard, const Access &Site, const DataAddress &Address,
                             const Access &Other, ThreadPair Kind) const {
  bool IsOfWarps = Kind != ThreadPair::SameWarp;
  if (IsOfWarps && keepsNoOtherWarp(Guard))
    return false;
  if (isOwner(Guard) || isRole(Setting, Guard, Site, Address) ||
      isTurn(Guard, Site, Address, Other, Kind))
    return true;
  // What they all find keeps none of them back alone.
  if (letsEqualsPass(Guard) || letsLosersPass(Guard, Site, Kind) ||
      letsFollowersPass(Guard, Site, Kind) || isOpposedAt(Guard, Other) ||
      anyLeaf(
          Guard,
          [&](ExprRef Leaf) { return isPassedByDraws(Guard, Site, Address, Other, Kind, Leaf); }) ||
      isDrawnThing(Guard, Site, Address) || isDrawnForAll(Guard, Address) ||
      isCommonNumber(Guard, Kind) || passedBySeveral(Guard, Site, Address, Kind) ||
      isWonBesideAll(Guard, Site, Other))
    return false;
  return anyLeaf(Guard, [&](ExprRef Leaf) {
    if (isClaimElsewhere(Leaf, Address, Kind) || isClaimAfterLook(Guard, Leaf, Site, Other) ||
        isClaimBefore(Leaf, Site, Other))
      return false;
    if (isFromAtomic(Leaf) ||
        (isData(Leaf) && isUnclear(Leaf) && !(IsOfWarps && isBeforeGroup(Leaf, Site))))
      return true;
    const Access *Source = Waiting.results()[Leaf];
    return Source && Source->Space == MemorySpace::Shared && FirstAgreement &&
           !isBelowCount(Guard, *Source) && !holdsOutsideData(*Source);
  });
}

/// What \p Source reads in shared memory was read outside before, where the kernel does not write:
/// threads have not agreed on it.
bool DataExclusion::holdsOutsideData(const Access &Source) const {
  return all_of(Kernel.Accesses, [&](const Access &Each) {
    if (Each.Kind == AccessKind::Load || Each.Object != Source.Object)
      return true;
    return Each.Kind == AccessKind::Store && Each.Value && allLeaves(Each.Value, [&](ExprRef Leaf) {
             return !isData(Leaf) || isFromOutside(Kernel, Leaf);
           });
  });
}

/// `k < *count`, where \p Source reads a counter of all threads of the block to which they have
/// added: several threads are below it.
bool DataExclusion::isBelowCount(ExprRef Guard, const Access &Source) const {
  ExprRef Test = withoutNot(Guard);
  return isOrder(Test) && Source.Kind == AccessKind::Load && Source.Offset &&
         Source.Offset->isConstant() && any_of(Kernel.Accesses, [&](const Access &Each) {
           return addsNumber(Each) && isSamePlace(Kernel, Each, Source);
         });
}

/// `first <= bin && bin < last`, where the bounds are the thread's or, of two blocks, the block's,
/// or it has read them for itself, and all threads look at each bin.
bool DataExclusion::isBetweenBounds(const Access &Site, const DataAddress &Address,
                                    ThreadPair Kind) const {
  auto IsOfAll = [&](ExprRef Value) {
    const Access *Load = Waiting.results()[Value];
    return is_contained(Address.Values, Value) && Load && Load->Offset &&
           hasLeaf(Load->Offset, LeafKind::LoopCounter) && !anyLeaf(Load->Offset, isIndex);
  };
  auto IsOfThread = [&](ExprRef Bound) {
    const Access *Load = Waiting.results()[Bound];
    return Load && Load->Offset && anyLeaf(Load->Offset, isIndex);
  };
  unsigned Bounds = 0;
  for (ExprRef Guard : Site.Guards)
    for (ExprRef Part : partsOf(Guard, ExprKind::And))
      Bounds += ((Kind == ThreadPair::DifferentBlocks ? hasIndex(Part)
                                                      : hasLeaf(Part, LeafKind::ThreadIndex)) &&
                 anyLeaf(Part, [&](ExprRef Leaf) { return is_contained(Address.Values, Leaf); })) ||
                (anyLeaf(Part, IsOfAll) && anyLeaf(Part, IsOfThread));
  return Bounds > 1;
}

/// `while (!isDone)`, where a thread tries to take a lock: whom that keeps apart is known.
bool DataExclusion::isWaitForLock(ExprRef Guard, const Access &Site) const {
  return any_of(Site.Loops, [&](unsigned Loop) {
    return Sections.waitsForLock(Loop) &&
           is_contained(Kernel.Loops[Loop].Exits, Setting.Context.logicalNot(Guard));
  });
}

/// `if (head[i]) { for (k = i; k == i || !head[k]; ++k) …; sum[segment[i]] += …; }`: the thread
/// comes to the access by what it finds at its own entry, and goes on up to where another one does.
bool DataExclusion::isHeadOfRun(const Access &Site) const {
  auto IsFurther = [&](const Access &Own, const Access &Other, const Loop &Run) {
    if (Other.Object != Own.Object || !Other.Offset || !is_contained(Other.Loops, Run.Id))
      return false;
    ExprRef Distance = Setting.Context.subtract(Other.Offset, Own.Offset);
    return contains(Distance, Run.Counter) && !anyLeaf(Distance, isIndex);
  };
  auto GoesOn = [&](const Access &Own, const Loop &Run) {
    return !is_contained(Site.Loops, Run.Id) && any_of(Run.Exits, [&](ExprRef Exit) {
      return anyLeaf(Exit, [&](ExprRef Leaf) {
        const Access *Other = Waiting.results()[Leaf];
        return Other && IsFurther(Own, *Other, Run);
      });
    });
  };
  return any_of(Site.Guards, [&](ExprRef Guard) {
    return !hasLeaf(Guard, LeafKind::LoopCounter) && anyLeaf(Guard, [&](ExprRef Leaf) {
      const Access *Own = Waiting.results()[Leaf];
      return Own && Own->Kind == AccessKind::Load && Own->Offset && anyLeaf(Own->Offset, isIndex) &&
             !anyLeaf(Own->Offset, isData) &&
             any_of(Kernel.Loops, [&](const Loop &Run) { return GoesOn(*Own, Run); });
    });
  });
}

bool DataExclusion::isExclusive(const Access &Site, const DataAddress &Address, const Access &Other,
                                ThreadPair Kind) const {
  if (isBetweenBounds(Site, Address, Kind) || comparesNeighbours(Site, Address, Kind) ||
      isHeadOfRun(Site))
    return true;
  for (ExprRef Guard : Site.Guards)
    for (ExprRef Part : partsOf(Guard, ExprKind::And))
      if (!isWaitForLock(Part, Site) && !isAboutContent(Part, Site, Address) &&
          excludes(Part, Site, Address, Other, Kind))
        return true;
  return false;
}

/// `while (parent[v] != v) v = parent[v];`: the loop goes on from \p Leaf to what \p Read, or
/// another load there, has given, and waits nowhere.
bool DataExclusion::isFollowedBy(const Access &Read, ExprRef Leaf) const {
  return any_of(Read.Loops, [&](unsigned Number) {
    return any_of(Kernel.Loops[Number].Carried, [&](const CarriedValue &Variable) {
      return Variable.Start == Leaf && Variable.End && anyLeaf(Variable.End, [&](ExprRef Next) {
               const Access *Source = Waiting.results()[Next];
               return Source && Source->Kind == AccessKind::Load &&
                      isSamePlace(Kernel, *Source, Read);
             });
    });
  });
}

/// It was read, by each lane for itself, where the kernel does not write, or computed from
/// floating-point numbers. Entries that bound loops are the starts of rows.
bool DataExclusion::isNumberFromMemory(ExprRef Leaf) const {
  const LeafInfo &Info = Leaf->leaf();
  const Access *Source = Waiting.results()[Leaf];
  if (!Source)
    return Info.Kind == LeafKind::Opaque && Info.Reason == OpaqueReason::DataDependent &&
           Info.Varies == Uniformity::Lane;
  // In a row that the lane has read the start of, it reads for itself, too.
  auto IsOfLane = [](ExprRef Each) { return isData(Each) && Each->varies() == Uniformity::Lane; };
  return Source->Kind == AccessKind::Load && Source->Space != MemorySpace::Shared &&
         Source->Offset && (anyLeaf(Source->Offset, IsOfLane) || !isOfWarp(Source->Offset)) &&
         !BoundsLoops[Source->Object] && !isWritten(Kernel.Objects[Source->Object]);
}

/// It was read in a row of the thread's own, such as the neighbours of its vertex, or in another
/// member of its own record in the array of \p Site: `rank[i] += rank[next[i]]`.
bool DataExclusion::isNeighbour(ExprRef Leaf, const Access &Site) const {
  const Access *Source = Waiting.results()[Leaf];
  if (!Source || Source->Kind != AccessKind::Load || !Source->Offset)
    return false;
  bool IsOfRow = anyLeaf(Source->Offset, [](ExprRef Start) {
    return isData(Start) && Start->varies() == Uniformity::Lane;
  });
  return Source->Object == Site.Object
             ? !anyLeaf(Source->Offset, isData)
             : IsOfRow && Source->Space == MemorySpace::Global && !BoundsLoops[Source->Object] &&
                   !isWritten(Kernel.Objects[Source->Object]);
}

/// `total[i] += total[next[i]]; next[i] = next[next[i]];`: it was read at the thread's own element
/// of another array than that of \p Site, in which each thread goes on along its own links alone.
bool DataExclusion::isJumped(ExprRef Leaf, const Access &Site) const {
  const Access *Source = Waiting.results()[Leaf];
  if (!Source || Source->Kind != AccessKind::Load || Source->Object == Site.Object ||
      !Source->Offset || !anyLeaf(Source->Offset, isIndex) || anyLeaf(Source->Offset, isData))
    return false;
  auto IsLink = [&](ExprRef Value) {
    const Access *Next = Value && Value->isLeaf() ? Waiting.results()[Value] : nullptr;
    return Next && Next->Kind == AccessKind::Load && Next->Object == Source->Object &&
           Next->Offset && anyLeaf(Next->Offset, [&](ExprRef Link) {
             const Access *Here = Waiting.results()[Link];
             return Here && Here->Object == Source->Object && Here->Offset == Source->Offset;
           });
  };
  bool Jumps = false;
  for (const Access &Each : Kernel.Accesses)
    if (Each.Kind != AccessKind::Load && Each.Object == Source->Object) {
      bool IsLinked = IsLink(Each.Value);
      // What was there before it was read is where the links begin.
      if (Each.Kind != AccessKind::Store || Each.Offset != Source->Offset ||
          (!IsLinked && Each.NodeId > Source->NodeId))
        return false;
      Jumps |= IsLinked;
    }
  return Jumps;
}

bool DataExclusion::isBallot(ExprRef Leaf) const {
  return any_of(Kernel.WarpOperations,
                [&](const WarpOperation &Each) { return Each.Ballot == Leaf; });
}

/// Threads may have agreed on it, by an atomic or by an exchange among lanes.
bool DataExclusion::isAgreed(ExprRef Leaf) const {
  if (!isData(Leaf) || isBallot(Leaf))
    return false;
  const Access *Source = Waiting.results()[Leaf];
  return Source ? Source->Kind == AccessKind::Atomic || Source->Space == MemorySpace::Shared
                : isBehindAgreement(Leaf) || Leaf->leaf().Reason == OpaqueReason::NotUnderstood;
}

bool DataExclusion::reachesAnyElement(const Access &Site, const DataAddress &Address,
                                      const Access &Other, ThreadPair Kind) const {
  // A row of the thread's own, or one after the other.
  bool HasRow = anyLeaf(Address.Rest, [](ExprRef Leaf) {
    return isIndex(Leaf) || Leaf->leaf().Kind == LeafKind::LoopCounter;
  });
  if (HasRow && !(Kind == ThreadPair::SameWarp && !hasLeaf(Address.Rest, LeafKind::LoopCounter) &&
                  isOfWarp(Address.Rest)))
    return false;
  auto IsFollowed = [&](ExprRef Leaf) {
    // How many votes a loop has seen so far: none at first.
    bool IsSum =
        any_of(Address.Values, [&](ExprRef Other) { return isBallot(Other); }) &&
        any_of(Kernel.Loops, [&](const Loop &Each) {
          return any_of(Each.Carried, [&](const CarriedValue &Variable) {
            return Variable.Start == Leaf && Variable.Initial && Variable.Initial->isConstant(0);
          });
        });
    return isNumberFromMemory(Leaf) || isBallot(Leaf) || IsSum || isJumped(Leaf, Site) ||
           (Site.Space == MemorySpace::Global && isNeighbour(Leaf, Site));
  };
  if (!all_of(Address.Values, IsFollowed) ||
      Setting.Context.subtract(Address.Offset, Address.Rest)->varies() != Uniformity::Lane)
    return false;
  if (isBetweenBounds(Site, Address, Kind) || comparesNeighbours(Site, Address, Kind) ||
      isHeadOfRun(Site))
    return false;
  // What has been gathered is the thread's role for nobody but itself.
  auto IsOfGathered = [&](ExprRef Part) {
    return Site.Space == MemorySpace::Global &&
           anyLeaf(Part, [&](ExprRef Leaf) { return isLeftByReads(Kernel, Leaf, Site); });
  };
  return none_of(ArrayRef{&Site, &Other}, [&](const Access *Each) {
    return any_of(Each->Guards, [&](ExprRef Guard) {
      return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
        return isOwner(Part) || (isRole(Setting, Part, *Each, Address) && !IsOfGathered(Part)) ||
               anyLeaf(Part, [&](ExprRef Leaf) { return isAgreed(Leaf); });
      });
    });
  });
}

/// `sum[row[k]] += …; atomicAdd(&ready[row[k]], 1);`, behind a wait by \p Polls for `ready[i]`:
/// each thread that is waited for there counts after \p Site, at what the same data choose, and
/// nothing orders them among each other.
bool DataExclusion::isCountedBehind(const Access &Site, const Access &Polls) const {
  std::optional<DataAddress> Where = dataAddress(Setting, Site);
  if (!Where || !Where->isByData() || !Polls.Offset || anyLeaf(Polls.Offset, isData) ||
      !anyLeaf(Polls.Offset, isIndex))
    return false;
  bool IsCounted = false;
  return all_of(Kernel.Accesses,
                [&](const Access &Each) {
                  if (Each.Kind == AccessKind::Load ||
                      !is_contained(Kernel.basesOf(Each.Object), Polls.Object))
                    return true;
                  std::optional<DataAddress> There = dataAddress(Setting, Each);
                  IsCounted = addsNumber(Each) && Each.Addend->isConstant() &&
                              Each.NodeId > Site.NodeId && There && There->Values == Where->Values;
                  return IsCounted;
                }) &&
         IsCounted;
}

bool DataExclusion::isBehindFlag(const Access &Site,
                                 function_ref<bool(const Access *, unsigned)> Passes) const {
  return any_of(enumerate(Waiting.all()), [&](const auto &Each) {
    const auto &[Number, Wait] = Each;
    bool Observes = Wait.Polls ? seesOthers(*Wait.Polls) : FirstAgreement.has_value();
    bool Searches =
        Wait.Polls && Wait.Polls->Offset && anyLeaf(Wait.Polls->Offset, [&](ExprRef Leaf) {
          // As the number of the iteration says, where arithmetic is not carried along.
          bool IsNext = Leaf == Kernel.Loops[Number].Counter && putsKey(*Wait.Polls);
          return IsNext || isProbedBySwaps(Leaf) || isFollowedBy(*Wait.Polls, Leaf);
        });
    return Wait.waits() && Observes && !Searches &&
           !(Passes && Passes(Wait.Polls, unsigned(Number))) &&
           !(Wait.Polls && isCountedBehind(Site, *Wait.Polls)) && Site.NodeId > Wait.Head &&
           !Sections.waitsForLock(unsigned(Number));
  });
}

} // namespace memlint
