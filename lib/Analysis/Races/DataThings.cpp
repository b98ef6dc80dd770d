//===- DataThings.cpp - Things that threads have for themselves -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataExclusion.h"

#include "Conflicts.h"
#include "DataNumbers.h"
#include "DataSearches.h"

#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

#include <array>
#include <cstdint>
#include <map>

using namespace llvm;

namespace memlint {

/// Both are of one thing, such as an edge and one of its ends: what decides which entry \p Colour
/// reads decides which one \p Index does, beside the number of a location within the thing. The
/// neighbours that a list has for a vertex are not of the vertex.
bool DataExclusion::areOfOneThing(const Access &Colour, const Access &Index) {
  if (!Colour.Offset || !Index.Offset)
    return false;
  auto Decides = [](ExprRef Leaf) { return isIndex(Leaf) || isData(Leaf); };
  return anyLeaf(Colour.Offset, Decides) &&
         allLeaves(Colour.Offset,
                   [&](ExprRef Leaf) { return !Decides(Leaf) || contains(Index.Offset, Leaf); }) &&
         allLeaves(Index.Offset,
                   [&](ExprRef Leaf) { return !isData(Leaf) || contains(Colour.Offset, Leaf); });
}

/// An argument says where \p Index begins, and is not only how many threads share an entry.
static bool startsAtArgument(ExprRef Index) {
  auto IsShared = [](ExprRef Factor) {
    return Factor->kind() == ExprKind::Divide && !anyLeaf(Factor->operands()[0], isParameter);
  };
  return Index->kind() == ExprKind::Polynomial && any_of(Index->terms(), [&](const Monomial &Part) {
           ExprRef Factor = Part.Factors.front();
           return Part.Factors.size() == 1 && anyLeaf(Factor, isParameter) && !IsShared(Factor);
         });
}

/// The thread has two things, as the ends of an edge are, and \p Is holds for accesses to one array
/// at both: at \p Value, which \p Load gives, and at another entry for the same number.
bool DataExclusion::hasOtherEnd(ExprRef Value, const Access &Load,
                                function_ref<bool(const Access &)> Is) const {
  bool IsOfBatch = startsAtArgument(Load.Offset);
  auto IsOther = [&](ExprRef Leaf) {
    const Access *Source = isData(Leaf) && Leaf != Value ? Waiting.results()[Leaf] : nullptr;
    return Source && Source->Kind == AccessKind::Load && Source->Offset && !isOfRow(*Source) &&
           areOfOneThing(*Source, Load) && areOfOneThing(Load, *Source) &&
           (!IsOfBatch || startsAtArgument(Source->Offset));
  };
  return any_of(Kernel.Accesses, [&](const Access &Here) {
    return Here.Offset && Is(Here) && contains(Here.Offset, Value) &&
           any_of(Kernel.Accesses, [&](const Access &There) {
             return There.Object == Here.Object && There.Offset && Is(There) &&
                    anyLeaf(There.Offset, IsOther);
           });
  });
}

/// hasOtherEnd(), of an edge that may meet others: the edges of one colour may begin where an
/// argument says.
bool DataExclusion::isOneOfTwo(ExprRef Value, const Access &Load,
                               function_ref<bool(const Access &)> Is) const {
  return Load.Offset && !startsAtArgument(Load.Offset) && hasOtherEnd(Value, Load, Is);
}

static bool isStoreTo(const Access &Each, unsigned Object) {
  return Each.Kind == AccessKind::Store && Each.Object == Object;
}

/// \p Site updates one of the two ends of an edge, at \p Value, which \p Load gives, and the other
/// one elsewhere. The edges lie together, from where an argument says, as those of one colour do.
bool DataExclusion::isEndOfBatch(ExprRef Value, const Access *Load, const Access &Site) const {
  auto IsStoreThere = [&](const Access &Each) { return isStoreTo(Each, Site.Object); };
  if (Load)
    return startsAtArgument(Load->Offset) && hasOtherEnd(Value, *Load, IsStoreThere);
  // Which load has given a part of a vector is not known: it is one of those that give no number.
  bool Found = false, AllStart = true;
  for (const Access &Each : Kernel.Accesses)
    if (Each.Kind == AccessKind::Load && !Each.Result && Each.Object != Site.Object &&
        Each.Offset && Each.Offset->varies() == Uniformity::Lane && !anyLeaf(Each.Offset, isData)) {
      Found = true;
      AllStart &= startsAtArgument(Each.Offset);
    }
  return Found && AllStart && any_of(Kernel.Accesses, [&](const Access &Other) {
           return IsStoreThere(Other) && Other.Offset && anyLeaf(Other.Offset, isData) &&
                  !contains(Other.Offset, Value);
         });
}

/// The thread has a number of its own for the thing at the entry that \p Load gives, such as
/// `weight[i]` for `group[i]`: what is summed up by group comes from things, and the entry is the
/// key of each.
bool DataExclusion::hasOwnNumber(const Access &Load, const Access &Site) const {
  auto IsIndexOf = [&](const Access &Each) {
    return Each.Object == Load.Object && Each.Offset == Load.Offset;
  };
  auto ChoosesLocation = [&](const Access &Each) {
    return Each.LoadedObject || (Each.Result && any_of(Kernel.Accesses, [&](const Access &Other) {
                                   return Other.Offset && contains(Other.Offset, Each.Result);
                                 }));
  };
  return any_of(Kernel.Accesses, [&](const Access &Each) {
    return Each.Kind == AccessKind::Load && !Each.IsUnused && Each.NodeId < Site.NodeId &&
           !IsIndexOf(Each) && areOfOneThing(Load, Each) && !ChoosesLocation(Each) &&
           !isWritten(Kernel.Objects[Each.Object]);
  });
}

/// \p Read, of a location that is stored to as well, is more than the first half of an update that
/// takes up an operand of a sum or the like: `at[p] += time * speed[p]` for `speed[p] += …`.
bool DataExclusion::isReadAsState(const Access &Read) const {
  auto IsThere = [&](const Access &Each) {
    return Each.Object == Read.Object && Each.Offset == Read.Offset;
  };
  auto IsKind = [&](AccessKind Kind) {
    return [&, Kind](const Access &Each) { return Each.Kind == Kind && IsThere(Each); };
  };
  if (any_of(Kernel.Accesses, IsKind(AccessKind::Atomic)))
    return false;
  auto Reduces = [&](const Access &Each) { return isCount(Each) || Each.IsReduction; };
  bool AllReduce = all_of(Kernel.Accesses, [&](const Access &Each) {
    // What is stored under a condition more is a bound that is tested and set.
    return Each.Kind != AccessKind::Store || !IsThere(Each) || Reduces(Each) ||
           Each.Guards.size() > Read.Guards.size();
  });
  auto IsOnlyTested = [&](const Access &Each) {
    return Each.Result && none_of(Kernel.Accesses, [&](const Access &Other) {
             return any_of(ArrayRef{Other.Offset, Other.Value, Other.Addend},
                           [&](ExprRef Root) { return Root && contains(Root, Each.Result); });
           });
  };
  auto IsRead = [&](const Access &Each) {
    return Each.Kind == AccessKind::Load && IsThere(Each) && !IsOnlyTested(Each);
  };
  return !AllReduce ||
         count_if(Kernel.Accesses, IsRead) > count_if(Kernel.Accesses, IsKind(AccessKind::Store));
}

/// `value[list[i]] *= factor`: \p Site, at the entry that \p Load gives, stores what a number there
/// has become that is not summed up, and the thread has nothing else: an entry that came twice
/// would be changed twice.
bool DataExclusion::isChangedAlone(const Access &Load, const Access &Site) const {
  if (Site.IsReduction || isCount(Site) || hasOwnNumber(Load, Site))
    return false;
  return any_of(Kernel.Accesses, [&](const Access &Each) {
    bool IsOfAll = !Site.Value ? !Each.Result
                               : Each.Result && contains(Site.Value, Each.Result) &&
                                     allLeaves(Site.Value, [&](ExprRef Leaf) {
                                       return Leaf == Each.Result || isParameter(Leaf);
                                     });
    return Each.Kind == AccessKind::Load && Each.Object == Site.Object && IsOfAll &&
           Each.Offset == Site.Offset && Each.Guards == Site.Guards;
  });
}

/// `heat[v] += weight[v]`: of the thing whose number is \p Value, which \p Load gives, the thread
/// changes nothing but the sum at \p Site. That it reads what it adds there says nothing of how
/// many threads have the thing. A row of the thing's own does, and where an argument says where the
/// things of a launch begin, they may be apart.
bool DataExclusion::isOnlySummedUp(ExprRef Value, const Access *Load, const Access &Site) const {
  return Site.IsReduction && !(Load && startsAtArgument(Load->Offset)) &&
         none_of(Kernel.Accesses, [&](const Access &Each) {
           if (!Each.Offset || !contains(Each.Offset, Value))
             return false;
           return Each.Kind == AccessKind::Store
                      ? Each.Object != Site.Object || Each.Offset != Site.Offset
                      : bool(BoundsLoops[Each.Object]);
         });
}

/// Of the thing whose number is \p Value, which \p Load gives, the thread accesses more than what
/// it updates by \p Site, in a way that says that nobody else does.
bool DataExclusion::hasState(ExprRef Value, const Access *Load, const Access &Site) const {
  bool Counts = isCount(Site);
  bool IsKey = Load && (Counts || Site.IsReduction) && hasOwnNumber(*Load, Site);
  auto IsUpdated = [&](const Access &Read) {
    return any_of(Kernel.Accesses, [&](const Access &Each) {
      return Each.Kind != AccessKind::Load && Each.Object == Read.Object &&
             Each.Offset == Read.Offset;
    });
  };
  bool IsOwnState = any_of(Kernel.Accesses, [&](const Access &Each) {
    return Each.Kind == AccessKind::Load && Each.Object == Site.Object &&
           Each.Offset == Site.Offset && isReadAsState(Each);
  });
  auto IsOfThing = [&](const Access &Each) {
    return Each.Offset && Each.Object != Site.Object && contains(Each.Offset, Value);
  };
  // `if (alive[p]) { at[p] += time * speed[p]; steps[p]++; }`
  bool HasOtherUpdate = Counts && !IsKey && any_of(Kernel.Accesses, [&](const Access &Each) {
                          return Each.Kind == AccessKind::Store && IsOfThing(Each) &&
                                 !isCount(Each) && !(Each.Value && Each.Value->isConstant()) &&
                                 hasState(Value, Load, Each);
                        });
  return any_of(Kernel.Accesses, [&](const Access &Each) {
    if (Each.Kind != AccessKind::Load || Each.IsUnused || !IsOfThing(Each))
      return false;
    // Of a mean, the sum is beside the count.
    if (IsUpdated(Each))
      return !Counts && (IsOwnState || isReadAsState(Each));
    // `revenue[g] += price[g] * number[i]`; `if (used[r] < capacity[r]) used[r]++`.
    return !IsKey && (Counts ? HasOtherUpdate : !isOnlySummedUp(Value, Load, Site));
  });
}

/// What \p Site adds is not of the thing whose number is \p Thing: of that, the thread reads
/// nothing but by \p Load, and what \p Site adds to.
bool DataExclusion::takesNothingOf(ExprRef Thing, const Access &Load, const Access &Site) const {
  return Site.IsReduction && none_of(Kernel.Accesses, [&](const Access &Each) {
           return Each.Kind == AccessKind::Load && !Each.IsUnused && Each.Offset &&
                  Each.Object != Site.Object && Each.Object != Load.Object &&
                  contains(Each.Offset, Thing);
         });
}

/// The atomic on one counter that \p Leaf is drawn from, in a loop's head as well:
/// `for (i = atomicAdd(next, 1); i < n; i = atomicAdd(next, 1))`. Null: it is something else.
static const Access *drawnFrom(const KernelProgram &Kernel, ExprRef Leaf) {
  auto CounterOf = [&](ExprRef Drawn) -> const Access * {
    const Access *Counter = Drawn && Drawn->isLeaf() ? sourceOf(Kernel, Drawn) : nullptr;
    bool IsCounter =
        Counter && addsNumber(*Counter) && Counter->Offset && !anyLeaf(Counter->Offset, isData);
    return IsCounter ? Counter : nullptr;
  };
  if (const Access *Counter = CounterOf(Leaf))
    return Counter;
  for (const Loop &Each : Kernel.Loops)
    for (const CarriedValue &Variable : Each.Carried)
      if (Variable.Start == Leaf && CounterOf(Variable.Initial))
        return CounterOf(Variable.End);
  return nullptr;
}

/// `sum[region[customer[i]]] += amount[i]`: \p Load, at an entry that was read, gives the key of
/// what the thread has, unless an argument says where its things begin, or the kernel takes up
/// several locations of each.
bool DataExclusion::isSelectedAsKey(const Access &Load, const Access &Site) const {
  bool HasSeveral = anyLeaf(Load.Offset, [](ExprRef Leaf) {
    return isIndex(Leaf) || Leaf->leaf().Kind == LeafKind::LoopCounter;
  });
  return (isCount(Site) || Site.IsReduction) && !HasSeveral &&
         all_of(Kernel.Accesses,
                [&](const Access &Each) {
                  return !isStoreTo(Each, Site.Object) || Each.Offset == Site.Offset;
                }) &&
         anyLeaf(Load.Offset, [&](ExprRef Leaf) {
           const Access *Source = isData(Leaf) ? Waiting.results()[Leaf] : nullptr;
           Source = Source ? Source : drawnFrom(Kernel, Leaf);
           return Source && Source->Offset && !anyLeaf(Source->Offset, isData) &&
                  !startsAtArgument(Source->Offset) &&
                  (isCount(Site) || hasOwnNumber(*Source, Site) ||
                   takesNothingOf(Leaf, Load, Site));
         });
}

/// What \p Guard compares by its order with what the launch decides: a number that the thread has
/// drawn from a counter. Null: it says something else.
ExprRef DataExclusion::drawnIn(ExprRef Guard) const {
  ExprRef Test = withoutNot(Guard);
  if (!isOrder(Test))
    return nullptr;
  ExprRef Drawn = nullptr;
  bool IsOfDrawn = allLeaves(Test, [&](ExprRef Leaf) {
    if (isParameter(Leaf))
      return true;
    bool IsFirst = !Drawn;
    Drawn = Leaf;
    return IsFirst && drawnFrom(Kernel, Leaf);
  });
  return IsOfDrawn ? Drawn : nullptr;
}

/// `while ((i = atomicAdd(next, 1)) < n) if (keep[i]) (*count)++;`: \p Guard says of the number
/// that the thread has drawn that there is such a thing, which it reads, and \p Address is one
/// location for all things.
bool DataExclusion::isDrawnForAll(ExprRef Guard, const DataAddress &Address) const {
  ExprRef Drawn = drawnIn(Guard);
  if (!Drawn || !allLeaves(Address.Offset, isParameter))
    return false;
  // The first ones to draw pass, and not the last one.
  ExprRef Step = drawnFrom(Kernel, Drawn)->Addend;
  bool IsNot = Guard->kind() == ExprKind::Not;
  ArrayRef<ExprRef> Sides = (IsNot ? Guard->operands()[0] : Guard)->operands();
  bool IsBelow = contains(Sides[IsNot ? 1 : 0], Drawn);
  return Step->isConstant() && IsBelow == (Step->constantTerm() > 0) &&
         any_of(Kernel.Accesses, [&](const Access &Each) {
           return Each.Kind == AccessKind::Load && Each.Offset && contains(Each.Offset, Drawn);
         });
}

/// `while ((i = atomicAdd(next, 1)) < n) count[key[i]]++;`: \p Guard says of the number that the
/// thread has drawn that there is such a thing, whose key \p Address is at, and others have that
/// key, too.
bool DataExclusion::isDrawnThing(ExprRef Guard, const Access &Site,
                                 const DataAddress &Address) const {
  ExprRef Drawn = drawnIn(Guard);
  auto TakesUp = [&](const Access &Load) {
    return any_of(Kernel.Accesses, [&](const Access &Each) {
      return isStoreTo(Each, Site.Object) && Each.Offset &&
             Setting.specialise(Each.Offset) == Address.Offset &&
             (isCount(Each) || (Each.IsReduction && hasOwnNumber(Load, Each)));
    });
  };
  return Drawn && Address.isByData() && all_of(Address.Loads, [&](const Access *Load) {
           return Load && Load->Kind == AccessKind::Load && Load->Offset &&
                  contains(Load->Offset, Drawn) && !isWritten(Kernel.Objects[Load->Object]) &&
                  TakesUp(*Load);
         });
}

/// `grains[column[row[i] + k]]`, where the thread has `grains[i]`, too: the entries of a row that
/// begins where data say are the neighbours of what the thread has, and not its own. Nodes of an
/// element, `nodes[elements[i] * 4 + k]`, lie together by their number.
bool DataExclusion::isOfOwnRow(const Access &Load, const Access &Site) const {
  if (!Load.Offset || Load.Offset->kind() != ExprKind::Polynomial)
    return false;
  bool HasStart = false, HasCounter = false;
  for (const Monomial &Part : Load.Offset->terms()) {
    if (Part.Factors.size() != 1 || Part.Coefficient != int64_t(Load.Bytes))
      continue;
    ExprRef Factor = Part.Factors.front();
    const Access *Start = Factor->isLeaf() && isData(Factor) ? Waiting.results()[Factor] : nullptr;
    HasStart |= Start && Start->Offset && anyLeaf(Start->Offset, isIndex);
    HasCounter |= Factor->isLeaf() && Factor->leaf().Kind == LeafKind::LoopCounter;
  }
  return HasStart && HasCounter && any_of(Kernel.Accesses, [&](const Access &Each) {
           return Each.Object == Site.Object && Each.Offset && anyLeaf(Each.Offset, isIndex) &&
                  !anyLeaf(Each.Offset, isData);
         });
}

/// `votes[column[best]]++`: \p Load reads that one of the thread's own entries which a loop has
/// chosen by what it has found, and others may choose the same neighbour.
bool DataExclusion::isBestOfOwn(const Access &Load, const Access &Site) const {
  return (isCount(Site) || Site.IsReduction) && Load.Offset && anyLeaf(Load.Offset, isData) &&
         !isWritten(Kernel.Objects[Load.Object]) && allLeaves(Load.Offset, [&](ExprRef Leaf) {
           return !isData(Leaf) || isChosenInLoop(Kernel, Leaf, Site);
         });
}

/// `i = order[thread]; speed[i] += force[i]`: each thread has one thing, and accesses more of it
/// than what it updates, so that it is likely to be its own; `nodes[elements[thread]]`: things are
/// selected first, as those of one colour are. Neighbours in a graph are not, nor are both ends of
/// an edge.
bool DataExclusion::isOfEntities(const Access &Site, const DataAddress &Address) const {
  auto IsStoreThere = [&](const Access &Each) { return isStoreTo(Each, Site.Object); };
  return any_of(zip(Address.Values, Address.Loads), [&](const auto &Each) {
    const auto &[Value, Load] = Each;
    // What is linked to others in one array, as the roots of trees are, is nobody's own.
    if (Load &&
        (isOfRow(*Load) || isOfOwnRow(*Load, Site) || !Load->Offset || Load->Object == Site.Object))
      return false;
    if (Load ? anyLeaf(Load->Offset, [&](ExprRef Leaf) { return isStepOfSearch(Kernel, Leaf); })
             : isStepOfSearch(Kernel, Value))
      return false;
    if (Load && isBestOfOwn(*Load, Site))
      return false;
    if (Load && anyLeaf(Load->Offset, isData))
      return !isSelectedAsKey(*Load, Site) && allLeaves(Load->Offset, [&](ExprRef Leaf) {
        const Access *Source = isData(Leaf) ? Waiting.results()[Leaf] : nullptr;
        return !Source || !isOneOfTwo(Leaf, *Source, [&](const Access &Each) {
          return Each.Object == Load->Object;
        });
      });
    if (isEndOfBatch(Value, Load, Site))
      return true;
    bool IsEnd = Load ? isOneOfTwo(Value, *Load, IsStoreThere)
                      : any_of(Kernel.Accesses, [&](const Access &Other) {
                          return IsStoreThere(Other) && Other.Offset &&
                                 anyLeaf(Other.Offset, isData) && !contains(Other.Offset, Value);
                        });
    return !IsEnd && (hasState(Value, Load, Site) || (Load && isChangedAlone(*Load, Site)));
  });
}

/// The value of \p Root for \p Thread of a block, where what else is not known is any number.
static int64_t valueForThread(const RaceSetting &Setting, ExprRef Root, uint64_t Thread) {
  // Stands for what is not known.
  constexpr int64_t MadeUp = int64_t(1) << 24;
  const auto &Block = Setting.Block;
  std::array<uint64_t, 3> Index = {Thread % Block[0], Thread / Block[0] % Block[1],
                                   Thread / Block[0] / Block[1]};
  return evaluate(Root, [&](ExprRef Leaf) -> int64_t {
    const LeafInfo &Info = Leaf->leaf();
    return Info.Kind == LeafKind::ThreadIndex ? int64_t(Index[Info.Dimension]) : MadeUp;
  });
}

/// \p Root is one number for the lanes of a warp, as its own number is: `threadIdx.x / 32`.
bool DataExclusion::isOfWarp(ExprRef Root) const {
  uint64_t Threads = Setting.threadsPerBlock();
  for (uint64_t Thread = 0; Thread < Threads; ++Thread)
    if (valueForThread(Setting, Root, Thread) !=
        valueForThread(Setting, Root, Thread - Thread % Setting.Kernel.Device.WarpLanes))
      return false;
  return true;
}

/// \p Root is the same for the lanes of one number of all warps.
bool DataExclusion::isOfLane(ExprRef Root) const {
  uint64_t Threads = Setting.threadsPerBlock();
  for (uint64_t Thread = 0; Thread < Threads; ++Thread)
    if (valueForThread(Setting, Root, Thread) !=
        valueForThread(Setting, Root, Thread % Setting.Kernel.Device.WarpLanes))
      return false;
  return !anyLeaf(
      Root, [](ExprRef Leaf) { return isData(Leaf) || Leaf->leaf().Kind == LeafKind::BlockIndex; });
}

/// One lane of those that have come here together passes \p Guard: the first of a group that formed
/// at run time, or of the lanes in a mask, `lane == __ffs(__activemask()) - 1`.
bool DataExclusion::isLeaderOfLanes(ExprRef Guard) const {
  if (Guard->kind() != ExprKind::Equal)
    return false;
  Interval Lanes = {0, int64_t(Kernel.Device.WarpLanes) - 1};
  auto IsRank = [&](ExprRef Side) {
    return Side->isLeaf() && Side->leaf().Kind == LeafKind::Opaque &&
           Side->leaf().Reason == OpaqueReason::ControlFlow && Side->range() == Lanes;
  };
  auto IsOfMask = [&](ExprRef Side) {
    return anyNode(Side,
                   [](ExprRef At) {
                     bool IsOfBits = At->kind() == ExprKind::FindFirstSet ||
                                     At->kind() == ExprKind::LeadingZeros ||
                                     At->kind() == ExprKind::PopulationCount;
                     return IsOfBits && anyLeaf(At, isData);
                   }) &&
           allLeaves(Side, [&](ExprRef Leaf) { return !isData(Leaf) || !Waiting.results()[Leaf]; });
  };
  ExprRef Left = Guard->operands()[0], Right = Guard->operands()[1];
  return ((IsRank(Left) || IsOfMask(Left)) && isOfLane(Right)) ||
         ((IsRank(Right) || IsOfMask(Right)) && isOfLane(Left));
}

/// \p Guard is about the lanes of a warp alone.
bool DataExclusion::keepsNoOtherWarp(ExprRef Guard) const {
  return isLeaderOfLanes(Guard) || (anyLeaf(Guard, isData) && allLeaves(Guard, [&](ExprRef Leaf) {
                                      return isBallot(Leaf) || isParameter(Leaf);
                                    }));
}

/// \p Leaf was there before lanes came together and one of them came to \p Site for all.
bool DataExclusion::isBeforeGroup(ExprRef Leaf, const Access &Site) const {
  return !FirstAgreement && Leaf->leaf().Reason == OpaqueReason::DataDependent &&
         Site.Loops.empty() && any_of(Site.Guards, [&](ExprRef Guard) {
           return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
             return isLeaderOfLanes(Part) && allLeaves(Part, [&](ExprRef Each) {
                      return !isData(Each) || Leaf->number() < Each->number();
                    });
           });
         });
}

/// `bins[key[i]][threadIdx.x / 2]++`: two threads of a block that are related as \p Kind says count
/// in one column. Where the block is a guess, two lanes do in any.
bool DataExclusion::isSharedColumn(const Access &Site, const DataAddress &Address,
                                   ThreadPair Kind) const {
  constexpr uint64_t MostThreads = 1024;
  uint64_t Threads = Setting.threadsPerBlock();
  auto Counts = [&](const Access &Each) {
    return Each.Object == Site.Object && Each.Offset == Site.Offset && isCount(Each);
  };
  if (Kind == ThreadPair::DifferentBlocks || Threads > MostThreads ||
      (Kind != ThreadPair::SameWarp && isGuessed(Setting.Launch)) ||
      none_of(Kernel.Accesses, Counts))
    return false;
  uint64_t Lanes = Kernel.Device.WarpLanes;
  std::map<int64_t, uint64_t> First;
  for (uint64_t Thread = 0; Thread != Threads; ++Thread) {
    auto [Other, IsNew] = First.try_emplace(valueForThread(Setting, Address.Rest, Thread), Thread);
    if (!IsNew && (Other->second / Lanes == Thread / Lanes) == (Kind == ThreadPair::SameWarp))
      return true;
  }
  return false;
}

/// \p Value is the number of a cell, or of the nearest of several things, to which the thread adds
/// numbers of its own by \p Sum: `sum[nearest * width + k] += x[i * width + k]`.
bool DataExclusion::isNearest(ExprRef Value, const Access &Sum) const {
  auto IsOwnNumber = [&](const Access &Each) {
    return Each.Kind == AccessKind::Load && !Each.IsUnused && Each.Loops == Sum.Loops &&
           Each.NodeId < Sum.NodeId && Each.Offset && anyLeaf(Each.Offset, isIndex) &&
           !anyLeaf(Each.Offset, isData) && !startsAtArgument(Each.Offset) &&
           !isWritten(Kernel.Objects[Each.Object]);
  };
  return (isMadeOfNumbers(Kernel, Value, Sum) || isBestOfNumbers(Kernel, Value, Sum) ||
          isFoundInLoop(Kernel, Value, Sum)) &&
         any_of(Kernel.Accesses, IsOwnNumber);
}

/// `gradient[word[i] * width + k] += change[i * width + k]`: each thread takes up numbers of its
/// own in a row that others may choose, too.
bool DataExclusion::isRowOfKey(const Access &Site, const DataAddress &Address) const {
  auto Takes = [&](const Access &Each) {
    return Each.Kind == AccessKind::Store && Each.Object == Site.Object && Each.Offset &&
           Setting.specialise(Each.Offset) == Address.Offset && Each.IsReduction &&
           all_of(zip(Address.Values, Address.Loads), [&](const auto &Of) {
             const auto &[Value, Load] = Of;
             if (!Load)
               return isNearest(Value, Each);
             return Load->Offset && !anyLeaf(Load->Offset, isData) && !isOfRow(*Load) &&
                    !startsAtArgument(Load->Offset) && hasOwnNumber(*Load, Each) &&
                    !Kernel.Objects[Load->Object].HasDistinctValues;
           });
  };
  // The number of an entry, not that of the first one.
  bool IsScaled =
      Address.Offset->kind() == ExprKind::Polynomial &&
      all_of(Address.Offset->terms(), [&](const Monomial &Part) {
        return none_of(Part.Factors, [](ExprRef Factor) { return anyLeaf(Factor, isData); }) ||
               Part.Factors.size() > 1 || Part.Coefficient > int64_t(Site.Bytes);
      });
  return IsScaled && any_of(Kernel.Accesses, Takes);
}

/// `count[row * width + key[i]]++` for one row after the other: data choose an entry of a row that
/// all threads come to.
bool DataExclusion::isEntryOfRow(const Access &Site, const DataAddress &Address) const {
  auto IsKnown = [&](const auto &Each) {
    const auto &[Value, Load] = Each;
    return Load ? Load->Offset && !startsAtArgument(Load->Offset) &&
                      !Kernel.Objects[Load->Object].HasDistinctValues
                : isRoundedFromIntegers(Kernel, Value);
  };
  auto Takes = [&](const Access &Each) {
    return Each.Kind == AccessKind::Store && Each.Object == Site.Object && Each.Offset &&
           Setting.specialise(Each.Offset) == Address.Offset &&
           (isCount(Each) || (Each.IsReduction && all_of(Address.Loads, [&](const Access *Load) {
                                return !Load || hasOwnNumber(*Load, Each);
                              })));
  };
  auto IsPlaced = [&](const Monomial &Part) {
    bool IsScaled = Part.Factors.size() > 1 || Part.Coefficient > int64_t(Site.Bytes);
    return any_of(Part.Factors, [](ExprRef Factor) { return anyLeaf(Factor, isData); })
               ? !IsScaled
               : IsScaled || allLeaves(Part.Factors.front(), isParameter);
  };
  return Address.Offset->kind() == ExprKind::Polynomial &&
         all_of(zip(Address.Values, Address.Loads), IsKnown) &&
         all_of(Address.Offset->terms(), IsPlaced) && any_of(Kernel.Accesses, Takes);
}

/// \p Root is made of data as a hash is, so that many numbers lead to one.
static bool isHash(ExprRef Root) {
  if (Root->kind() == ExprKind::Remainder || Root->kind() == ExprKind::BitAnd)
    return anyLeaf(Root, isData) && !anyLeaf(Root, isIndex);
  return any_of(Root->operands(), isHash) ||
         any_of(Root->terms(), [](const Monomial &Part) { return any_of(Part.Factors, isHash); });
}

/// `if (table[hash(key) + k] == empty) table[hash(key) + k] = key;`: the thread looks for a free
/// entry where others may, too.
bool DataExclusion::isTakenByHash(const Access &Site, const DataAddress &Address) const {
  auto IsThere = [&](const Access &Each) {
    return Each.Object == Site.Object && Each.Offset &&
           Setting.specialise(Each.Offset) == Address.Offset;
  };
  auto IsFree = [&](ExprRef Part) {
    if (Part->kind() == ExprKind::Not)
      Part = Part->operands()[0];
    else if (Part->kind() != ExprKind::Equal || !anyLeaf(Part, isData))
      return false;
    return any_of(Kernel.Accesses, [&](const Access &Each) {
      return Each.Kind == AccessKind::Load && Each.Result && IsThere(Each) &&
             contains(Part, Each.Result);
    });
  };
  return isHash(Setting.Context.subtract(Address.Offset, Address.Rest)) &&
         any_of(Kernel.Accesses, [&](const Access &Each) {
           return Each.Kind == AccessKind::Store && IsThere(Each) &&
                  any_of(Each.Guards, [&](ExprRef Guard) {
                    return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
                      return any_of(partsOf(Part, ExprKind::Or), IsFree);
                    });
                  });
         });
}

bool DataExclusion::writesKeyOfRecord(const Access &Store, const DataAddress &Address) const {
  auto IsHashed = [&](const DataAddress &Of) {
    return isHash(Setting.Context.subtract(Of.Offset, Of.Rest));
  };
  ExprRef Key = Store.Value;
  if (Key && Key->kind() == ExprKind::Wrap)
    Key = Key->operands()[0];
  if (Store.Kind != AccessKind::Store || !Key || !Key->isLeaf() || Address.Values.size() != 1 ||
      Address.Values.front() != Key || !IsHashed(Address))
    return false;
  return any_of(Kernel.Accesses, [&](const Access &Other) {
    if (Other.Kind != AccessKind::Store || Other.Guards != Store.Guards ||
        (Other.Value && Other.Value->isConstant()) ||
        (Other.Object == Store.Object && Other.Offset == Store.Offset))
      return false;
    std::optional<DataAddress> There = dataAddress(Setting, Other);
    return There && There->Values == Address.Values && IsHashed(*There);
  });
}

} // namespace memlint
