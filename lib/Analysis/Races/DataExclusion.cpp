//===- DataExclusion.cpp - Threads that data keep apart -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataExclusion.h"

#include "BarrierRemoval.h"
#include "DataSearches.h"
#include "LoopRounds.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

#include <array>
#include <cstdint>

using namespace llvm;

namespace memlint {

static bool isParameter(ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::Parameter; }

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
  HasAgreement = any_of(Kernel.Accesses, [&](const Access &Each) {
    return Each.Kind == AccessKind::Atomic && Each.Result && Each.Update == AtomicUpdate::Other &&
           !Sections.isLockWord(Each);
  });
  for (const Loop &Each : Kernel.Loops)
    for (ExprRef Exit : Each.Exits)
      forEachTest(Exit, [&](ExprRef Test) {
        // `table[slot] == key[i]` is about where the loop has got, and bounds nothing.
        if (Test->kind() == ExprKind::Equal && all_of(Test->operands(), [&](ExprRef Side) {
              return Side->isLeaf() && Waiting.results()[Side];
            }))
          return;
        forEachLeaf(Test, [&](ExprRef Leaf) {
          if (const Access *Source = Waiting.results()[Leaf])
            BoundsLoops[Source->Object] = true;
        });
      });
}

/// An atomic has given it, or what it was computed from is unknown and may be an atomic's.
bool DataExclusion::isFromAtomic(ExprRef Leaf) const {
  if (!isData(Leaf))
    return false;
  const Access *Source = Waiting.results()[Leaf];
  // Whom a lock keeps apart is known.
  return Source ? Source->Kind == AccessKind::Atomic && !Sections.isLockWord(*Source)
                : isUnclear(Leaf) && HasAgreement;
}

/// It may be what lanes or threads have agreed on.
bool DataExclusion::isUnclear(ExprRef Leaf) const {
  if (const Access *Source = Waiting.results()[Leaf]; Source && Sections.isLockWord(*Source))
    return false;
  return Leaf->leaf().Kind == LeafKind::Opaque &&
         (HasAgreement || !Kernel.WarpOperations.empty() ||
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

/// \p Leaf is where a thread has come that tries one compare-and-swap after the other.
bool DataExclusion::isProbedBySwaps(ExprRef Leaf) const {
  const Access *Probe = probeAt(Leaf);
  return Probe && Probe->Form == RequestForm::CompareAndSwap;
}

/// `old == empty || old == key`, of a compare-and-swap that puts `key`, which was read, where
/// `empty` is: all threads with one key pass it.
bool DataExclusion::letsEqualsPass(ExprRef Guard) const {
  auto IsFound = [&](ExprRef Old, ExprRef New) {
    const Access *Swap = Old->isLeaf() ? Waiting.results()[Old] : nullptr;
    return Swap && Swap->Form == RequestForm::CompareAndSwap && Swap->Value == New &&
           anyLeaf(New, isData) && !anyLeaf(New, isIndex);
  };
  return any_of(partsOf(Guard, ExprKind::Or), [&](ExprRef Part) {
    return Part->kind() == ExprKind::Equal && (IsFound(Part->operands()[0], Part->operands()[1]) ||
                                               IsFound(Part->operands()[1], Part->operands()[0]));
  });
}

/// `old != empty`, of a compare-and-swap that puts `key`, which was read, where `empty` is: all but
/// one pass it. Of flags and the threads' own numbers there may be two, and the second one goes on
/// alone.
bool DataExclusion::letsLosersPass(ExprRef Guard) const {
  ExprRef Opposite = Setting.Context.logicalNot(Guard);
  auto IsWin = [&](ExprRef Old, ExprRef Expected) {
    const Access *Swap = Old->isLeaf() ? Waiting.results()[Old] : nullptr;
    return Swap && Swap->Form == RequestForm::CompareAndSwap && Swap->Expected == Expected &&
           Swap->Value && anyLeaf(Swap->Value, isData) && !anyLeaf(Swap->Value, isIndex) &&
           !Sections.isLockWord(*Swap);
  };
  if (Opposite->kind() == ExprKind::Not)
    return IsWin(Opposite->operands()[0], Setting.Context.constant(0));
  return Opposite->kind() == ExprKind::Equal &&
         (IsWin(Opposite->operands()[0], Opposite->operands()[1]) ||
          IsWin(Opposite->operands()[1], Opposite->operands()[0]));
}

/// An atomic has given \p Leaf that claims another entry of the array than \p Site accesses, for
/// other data: `if (atomicExch(&busy[a[i]], 1) == 0 && busy[b[i]] == 0) busy[b[i]] = 1;`.
bool DataExclusion::isClaimElsewhere(ExprRef Leaf, const Access &Site,
                                     const DataAddress &Address) const {
  const Access *Claim = Waiting.results()[Leaf];
  if (!Claim || Claim->Kind != AccessKind::Atomic || Claim->Object != Site.Object ||
      !Address.isByData())
    return false;
  std::optional<DataAddress> There = dataAddress(Setting, *Claim);
  auto IsFollowed = [](const DataAddress &Of) {
    return Of.isByData() && all_of(Of.Loads, [](const Access *Load) { return Load; });
  };
  return There && IsFollowed(*There) && IsFollowed(Address) &&
         none_of(There->Values, [&](ExprRef Value) { return is_contained(Address.Values, Value); });
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

/// Both are of one thing, such as an edge and one of its ends: what decides which entry \p Colour
/// reads decides which one \p Index does, beside the number of a location within the thing. The
/// neighbours that a list has for a vertex are not of the vertex.
static bool areOfOneThing(const Access &Colour, const Access &Index) {
  if (!Colour.Offset || !Index.Offset)
    return false;
  auto Decides = [](ExprRef Leaf) { return isIndex(Leaf) || isData(Leaf); };
  return anyLeaf(Colour.Offset, Decides) &&
         allLeaves(Colour.Offset,
                   [&](ExprRef Leaf) { return !Decides(Leaf) || contains(Index.Offset, Leaf); }) &&
         allLeaves(Index.Offset,
                   [&](ExprRef Leaf) { return !isData(Leaf) || contains(Colour.Offset, Leaf); });
}

/// An argument says where \p Index begins.
static bool startsAtArgument(ExprRef Index) {
  return Index->kind() == ExprKind::Polynomial && any_of(Index->terms(), [](const Monomial &Part) {
           return Part.Factors.size() == 1 && anyLeaf(Part.Factors.front(), isParameter);
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
    return !IsKey && (!Counts || HasOtherUpdate);
  });
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
           return Source && Source->Offset && !anyLeaf(Source->Offset, isData) &&
                  !startsAtArgument(Source->Offset) &&
                  (isCount(Site) || hasOwnNumber(*Source, Site));
         });
}

/// `i = order[thread]; speed[i] += force[i]`: each thread has one thing of which it accesses more
/// than what it updates, so that it is likely to be its own; `nodes[elements[thread]]`: things are
/// selected first, as those of one colour are. Neighbours in a graph are not, nor are both ends of
/// an edge.
bool DataExclusion::isOfEntities(const Access &Site, const DataAddress &Address) const {
  auto IsStoreThere = [&](const Access &Each) { return isStoreTo(Each, Site.Object); };
  return any_of(zip(Address.Values, Address.Loads), [&](const auto &Each) {
    const auto &[Value, Load] = Each;
    // What is linked to others in one array, as the roots of trees are, is nobody's own.
    if (Load && (isOfRow(*Load) || !Load->Offset || Load->Object == Site.Object))
      return false;
    if (Load && anyLeaf(Load->Offset, [&](ExprRef Leaf) { return isStepOfSearch(Kernel, Leaf); }))
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

/// \p Root is one number for the lanes of a warp, as its own number is: `threadIdx.x / 32`.
bool DataExclusion::isOfWarp(ExprRef Root) const {
  // Stands for what is not known.
  constexpr int64_t MadeUp = int64_t(1) << 24;
  auto ForLane = [&](uint64_t Thread) {
    const auto &Block = Setting.Block;
    std::array<uint64_t, 3> Index = {Thread % Block[0], Thread / Block[0] % Block[1],
                                     Thread / Block[0] / Block[1]};
    return evaluate(Root, [&](ExprRef Leaf) -> int64_t {
      const LeafInfo &Info = Leaf->leaf();
      return Info.Kind == LeafKind::ThreadIndex ? int64_t(Index[Info.Dimension]) : MadeUp;
    });
  };
  uint64_t Threads = Setting.Block[0] * Setting.Block[1] * Setting.Block[2];
  for (uint64_t Thread = 0; Thread < Threads; ++Thread)
    if (ForLane(Thread) != ForLane(Thread - Thread % Setting.Kernel.Device.WarpLanes))
      return false;
  return true;
}

/// `gradient[word[i] * width + k] += change[i * width + k]`: each thread takes up numbers of its
/// own in a row that others may choose, too.
bool DataExclusion::isRowOfKey(const Access &Site, const DataAddress &Address) const {
  auto Takes = [&](const Access &Each) {
    return Each.Kind == AccessKind::Store && Each.Object == Site.Object && Each.Offset &&
           Setting.specialise(Each.Offset) == Address.Offset && Each.IsReduction &&
           all_of(Address.Loads, [&](const Access *Load) {
             return Load && Load->Offset && !anyLeaf(Load->Offset, isData) && !isOfRow(*Load) &&
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
  auto IsKnown = [&](const Access *Load) {
    return Load && Load->Offset && !startsAtArgument(Load->Offset) &&
           !Kernel.Objects[Load->Object].HasDistinctValues;
  };
  auto Takes = [&](const Access &Each) {
    return Each.Kind == AccessKind::Store && Each.Object == Site.Object && Each.Offset &&
           Setting.specialise(Each.Offset) == Address.Offset &&
           (isCount(Each) || (Each.IsReduction && all_of(Address.Loads, [&](const Access *Load) {
                                return hasOwnNumber(*Load, Each);
                              })));
  };
  auto IsPlaced = [&](const Monomial &Part) {
    bool IsScaled = Part.Factors.size() > 1 || Part.Coefficient > int64_t(Site.Bytes);
    return any_of(Part.Factors, [](ExprRef Factor) { return anyLeaf(Factor, isData); })
               ? !IsScaled
               : IsScaled || allLeaves(Part.Factors.front(), isParameter);
  };
  return Address.Offset->kind() == ExprKind::Polynomial && all_of(Address.Loads, IsKnown) &&
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

bool DataExclusion::areApart(const Access &Site, const DataAddress &Address,
                             ThreadPair Kind) const {
  bool HasThread = false, HasBlock = false, HasCounter = false;
  forEachLeaf(Address.Rest, [&](ExprRef Leaf) {
    HasThread |= Leaf->leaf().Kind == LeafKind::ThreadIndex;
    HasBlock |= Leaf->leaf().Kind == LeafKind::BlockIndex;
    HasCounter |= Leaf->leaf().Kind == LeafKind::LoopCounter;
  });
  // Lanes of one warp share its row.
  if (HasThread && Kind == ThreadPair::SameWarp && isOfWarp(Address.Rest))
    HasThread = false;
  if (Kind == ThreadPair::DifferentBlocks ? HasBlock : HasThread)
    return true;
  // `values[start[row] + k]` and `rows[order[i] * width + k]`: rows are mostly apart.
  if ((HasThread || HasCounter) && Address.isByData() && !isRowOfKey(Site, Address) &&
      !isEntryOfRow(Site, Address) && !isTakenByHash(Site, Address))
    return true;
  for (auto [Value, Load] : zip(Address.Values, Address.Loads)) {
    // All threads begin at the root of a tree, whatever an atomic gives them below.
    if (!isProbedBySwaps(Value) && !isStepOfSearch(Kernel, Value) &&
        (isFromAtomic(Value) || isUnclear(Value)))
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

/// The two are a known distance apart, beside what data contribute to where they are.
bool DataExclusion::areNeighbours(const Access &One, const Access &Other) const {
  std::optional<DataAddress> Here = dataAddress(Setting, One), There = dataAddress(Setting, Other);
  // Of constants at constant places no thread is one's end.
  if (!Here || !There || Here->isByData() != There->isByData() || Here->Offset->isConstant())
    return false;
  ExprRef Distance = Setting.Context.subtract(Here->Rest, There->Rest);
  return Distance->isConstant() && !Distance->isConstant(0);
}

/// Calls \p Visit for what \p Root compares: no entry is a bound of another by their product.
static void forEachCompared(ExprRef Root, function_ref<void(ExprRef)> Visit) {
  if (Root->isLeaf())
    return Visit(Root);
  for (ExprRef Operand : Root->operands())
    forEachCompared(Operand, Visit);
  for (const Monomial &Part : Root->terms())
    if (count_if(Part.Factors, [](ExprRef Factor) { return anyLeaf(Factor, isData); }) < 2)
      for (ExprRef Factor : Part.Factors)
        forEachCompared(Factor, Visit);
}

/// Two entries are equal, as those within a segment are.
static bool isEquality(ExprRef Part) {
  return Part->kind() == ExprKind::Equal &&
         all_of(Part->operands(), [](ExprRef Side) { return Side->isLeaf() && isData(Side); });
}

/// `segment[i] != segment[i + 1]`, or `key[i] <= wanted && wanted < key[i + 1]`: in an array that
/// is sorted, one thread alone is at an end. What the thread compares to exchange it is not sorted.
/// `text[i - 1] == ' ' && text[i] != ' '` says nothing of the entries that choose the location.
bool DataExclusion::comparesNeighbours(const Access &Site, const DataAddress &Address,
                                       ThreadPair Kind) const {
  struct Entry {
    const Access *Source;
    bool IsBesideConstant;
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
    return AreOfOne && Bounds.size() == 2 && BoundsLoops[Bounds.front()->Object] &&
           !ChoosesLocation(*Bounds.front());
  };
  auto Look = [&](ExprRef Leaf, bool IsBesideConstant) {
    const Access *Source = Waiting.results()[Leaf];
    if (!Source || !Source->Offset || Source->Object == Site.Object)
      return;
    Found |= any_of(Entries, [&](const Entry &Other) {
      bool AreRanges = IsBesideConstant && Other.IsBesideConstant && ChoosesLocation(*Source);
      return Other.Source->Object == Source->Object && !AreRanges &&
             areNeighbours(*Source, *Other.Source);
    });
    Entries.push_back({Source, IsBesideConstant});
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
      forEachCompared(Part, [&](ExprRef Leaf) { Look(Leaf, IsBesideConstant); });
    }
  }
  return Found;
}

/// It is a test of one value that depends on how the thread has got here: a flag that a loop has
/// cleared where an entry before is equal, or the rank in a group that formed at run time. That
/// the index itself is tested says nothing of who comes.
static bool isRole(const KernelProgram &Kernel, ExprRef Guard, const DataAddress &Address) {
  ExprRef Tested = nullptr;
  return allLeaves(Guard,
                   [&](ExprRef Leaf) {
                     bool IsOnly = !Tested || Tested == Leaf;
                     Tested = Leaf;
                     return IsOnly && Leaf->leaf().Kind == LeafKind::Opaque &&
                            Leaf->leaf().Reason == OpaqueReason::ControlFlow &&
                            Leaf->varies() == Uniformity::Lane && !isPassedOn(Kernel, Leaf) &&
                            !is_contained(Address.Values, Leaf);
                   }) &&
         Tested;
}

/// `if (value > *best) *best = value;`: the condition is about what the location holds itself.
bool DataExclusion::isAboutContent(ExprRef Guard, const Access &Site,
                                   const DataAddress &Address) const {
  return (Guard->kind() == ExprKind::Less || Guard->kind() == ExprKind::LessUnsigned) &&
         anyLeaf(Guard, [&](ExprRef Leaf) {
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

/// Null: \p Load is not followed, as of a part of a vector.
static bool isOfThing(const Access &Colour, const Access *Load) {
  return !Load || areOfOneThing(Colour, *Load);
}

/// The thing that \p Colour is of has more than one location: \p Site, at \p Address, is made for
/// several, or another store to the array is at another entry of the thing.
bool DataExclusion::hasSeveralLocations(const Access &Colour, const Access &Site,
                                        const DataAddress &Address) const {
  auto IsNumberWithin = [&](ExprRef Leaf) {
    return (isIndex(Leaf) || Leaf->leaf().Kind == LeafKind::LoopCounter) &&
           !contains(Colour.Offset, Leaf);
  };
  if (any_of(Address.Loads,
             [&](const Access *Load) { return Load && anyLeaf(Load->Offset, IsNumberWithin); }))
    return true;
  return any_of(Kernel.Accesses, [&](const Access &Other) {
    if (Other.Kind != AccessKind::Store || Other.Object != Site.Object || !Other.Offset ||
        Setting.specialise(Other.Offset) == Address.Offset)
      return false;
    std::optional<DataAddress> There = dataAddress(Setting, Other);
    return There && any_of(There->Loads, [&](const Access *Load) {
             return isOfThing(Colour, Load) && (!Load || !is_contained(Address.Loads, Load));
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

/// Host code launches the kernel for one number after the other in \p Guard.
bool DataExclusion::isLaunchedInTurns(ExprRef Guard) const {
  auto ValueIn = [](const LaunchContext &Launch, unsigned Number) {
    return Number < Launch.Arguments.size() ? Launch.Arguments[Number].Value : std::nullopt;
  };
  auto IsAtCall = [&](const LaunchContext &Other) {
    const SourcePosition &Here = Setting.Launch.Position, &There = Other.Position;
    return There.Line != 0 && There.Path == Here.Path && There.Line == Here.Line &&
           There.Column == Here.Column;
  };
  for (auto [Number, Parameter] : enumerate(Kernel.Parameters)) {
    if (!Parameter.Value || !contains(Guard, Parameter.Value))
      continue;
    const LaunchArgument *Argument =
        Number < Setting.Launch.Arguments.size() ? &Setting.Launch.Arguments[Number] : nullptr;
    if (Argument && !Argument->Value && Argument->Term && anyLeaf(Argument->Term, [](ExprRef Leaf) {
          return Leaf->leaf().Reason == OpaqueReason::None;
        }))
      return true;
    std::optional<int64_t> Own = ValueIn(Setting.Launch, unsigned(Number));
    if (Own && Launches && any_of(*Launches, [&](const LaunchContext &Other) {
          std::optional<int64_t> Theirs = ValueIn(Other, unsigned(Number));
          return IsAtCall(Other) && Theirs && *Theirs != *Own;
        }))
      return true;
  }
  return false;
}

/// The two are read from one location that nobody writes, or are one anyway.
bool DataExclusion::areOneValue(ExprRef One, ExprRef Other) const {
  const Access *Here = Waiting.results()[One], *There = Waiting.results()[Other];
  return One == Other ||
         (Here && There && Here->Object == There->Object && Here->Offset &&
          Here->Offset == There->Offset && !isWritten(Kernel.Objects[Here->Object]));
}

/// \p Site is reached under \p Equal, too.
bool DataExclusion::hasTurn(const Access &Site, ExprRef Equal) const {
  ArrayRef<ExprRef> Own = Equal->operands();
  return any_of(Site.Guards, [&](ExprRef Guard) {
    return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
      if (Part->kind() != ExprKind::Equal)
        return false;
      ArrayRef<ExprRef> Sides = Part->operands();
      return (areOneValue(Sides[0], Own[0]) && areOneValue(Sides[1], Own[1])) ||
             (areOneValue(Sides[0], Own[1]) && areOneValue(Sides[1], Own[0]));
    });
  });
}

/// `colour[i] == current`, where no two things of one colour have a location in common. It is the
/// colour of the thing whose locations are updated, without an atomic; things that are counted at
/// one location each are rather selected by their kind, if nothing takes one colour after the
/// other. A number in the source is a colour, too, but 0 and 1 are mostly flags, and bytes are
/// text. Things of two colours may meet.
bool DataExclusion::isTurn(ExprRef Guard, const Access &Site, const DataAddress &Address,
                           const Access &Other, ThreadPair Kind) const {
  if (!Address.isByData() || Guard->kind() != ExprKind::Equal || Site.Kind == AccessKind::Atomic ||
      !hasTurn(Other, Guard))
    return false;
  ExprRef Left = Guard->operands()[0], Right = Guard->operands()[1];
  bool IsWritten = allLeaves(Left, isData) && Right->isConstant();
  // Of an instantiation it may be an argument.
  bool IsFlag = Kernel.Symbol.empty() && (Right->isConstant(0) || Right->isConstant(1));
  bool IsOfLoop =
      anyLeaf(Guard, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::LoopCounter; });
  bool HasNumber = isCommonNumber(Left, Kind) || isCommonNumber(Right, Kind);
  if (!(HasNumber || anyLeaf(Guard, isParameter)) || (IsWritten && IsFlag))
    return false;
  bool Counts = isCount(Site) || isCount(Other);
  return anyLeaf(Guard, [&](ExprRef Leaf) {
    const Access *Source = Waiting.results()[Leaf];
    return Source && !isWritten(Kernel.Objects[Source->Object]) &&
           !is_contained(Address.Loads, Source) && !(IsWritten && Source->Bytes == 1) &&
           any_of(Address.Loads, [&](const Access *Load) { return isOfThing(*Source, Load); }) &&
           (!Counts || IsOfLoop || isLaunchedInTurns(Guard) ||
            hasSeveralLocations(*Source, Site, Address));
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

/// What \p Value stands for may be chosen by \p Result: it was read at an index that depends on it.
bool DataExclusion::mayDependOn(ExprRef Value, ExprRef Result) const {
  return anyLeaf(Value, [&](ExprRef Leaf) {
    if (Leaf == Result)
      return true;
    if (!isData(Leaf))
      return false;
    const Access *Source = Waiting.results()[Leaf];
    // A value is made of those before it.
    return Leaf->number() > Result->number() &&
           (!Source || !Source->Offset || mayDependOn(Source->Offset, Result));
  });
}

/// `level[u] + 1`, which may be one number for all threads of a launch.
static bool isNextOfRead(ExprContext &Context, ExprRef Root) {
  return anyLeaf(Root, [&](ExprRef Leaf) {
    ExprRef Rest = Context.subtract(Root, Leaf);
    return isData(Leaf) && !Rest->isConstant(0) && allLeaves(Rest, isParameter);
  });
}

const Access *DataExclusion::passedBySeveral(ExprRef Guard, const Access &Site,
                                             const DataAddress &Address, ThreadPair Kind) const {
  bool IsOpposite = Guard->kind() == ExprKind::Not;
  ExprRef Test = IsOpposite ? Guard->operands()[0] : Guard;
  if (Test->kind() != ExprKind::Less && Test->kind() != ExprKind::LessUnsigned)
    return nullptr;
  auto Passed = [&](ExprRef Old, ExprRef Bound, bool IsBelow) -> const Access * {
    const Access *Source = Old->isLeaf() ? Waiting.results()[Old] : nullptr;
    if (!Source || Source->Kind != AccessKind::Atomic || Sections.isLockWord(*Source) ||
        contains(Bound, Old) ||
        any_of(Address.Values, [&](ExprRef Value) { return mayDependOn(Value, Old); }))
      return nullptr;
    // `atomicAdd(&visits[v], 1) < 10`
    if (Source->Addend) {
      ExprRef Step = Setting.specialise(Source->Addend), Most = Setting.specialise(Bound);
      bool CountsUp = Step->isConstant() && Step->constantTerm() > 0;
      return CountsUp && IsBelow && Most->isConstant() &&
                     Most->constantTerm() > Step->constantTerm()
                 ? Source
                 : nullptr;
    }
    // What replaces a value is a claim. Of the least or the largest number, each thread has its
    // own.
    bool Replaces = Source->Value || Source->Form == RequestForm::CompareAndSwap;
    bool HasOwn = anyLeaf(Bound, [&](ExprRef Leaf) { return !isOneNumber(Leaf, Site, Kind); }) &&
                  !isNextOfRead(Setting.Context, Bound);
    return !Replaces && HasOwn ? Source : nullptr;
  };
  ExprRef Left = Test->operands()[0], Right = Test->operands()[1];
  const Access *Source = Passed(Left, Right, /*IsBelow=*/!IsOpposite);
  return Source ? Source : Passed(Right, Left, /*IsBelow=*/IsOpposite);
}

bool DataExclusion::excludes(ExprRef Guard, const Access &Site, const DataAddress &Address,
                             const Access &Other, ThreadPair Kind) const {
  if (isOwner(Guard) || isRole(Kernel, Guard, Address) || isTurn(Guard, Site, Address, Other, Kind))
    return true;
  // What they all find keeps none of them back alone.
  if (letsEqualsPass(Guard) || letsLosersPass(Guard) || isCommonNumber(Guard, Kind) ||
      passedBySeveral(Guard, Site, Address, Kind))
    return false;
  return anyLeaf(Guard, [&](ExprRef Leaf) {
    if (isClaimElsewhere(Leaf, Site, Address))
      return false;
    if (isFromAtomic(Leaf) || (isData(Leaf) && isUnclear(Leaf)))
      return true;
    const Access *Source = Waiting.results()[Leaf];
    return Source && Source->Space == MemorySpace::Shared && HasAgreement;
  });
}

/// `first <= bin && bin < last`, where the bounds are the thread's or the block's.
bool DataExclusion::isBetweenBounds(const Access &Site, const DataAddress &Address) const {
  unsigned Bounds = 0;
  for (ExprRef Guard : Site.Guards)
    for (ExprRef Part : partsOf(Guard, ExprKind::And))
      Bounds += hasIndex(Part) &&
                anyLeaf(Part, [&](ExprRef Leaf) { return is_contained(Address.Values, Leaf); });
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
  if (isBetweenBounds(Site, Address) || comparesNeighbours(Site, Address, Kind) ||
      isHeadOfRun(Site))
    return true;
  for (ExprRef Guard : Site.Guards)
    for (ExprRef Part : partsOf(Guard, ExprKind::And))
      if (!isWaitForLock(Part, Site) && !isAboutContent(Part, Site, Address) &&
          excludes(Part, Site, Address, Other, Kind))
        return true;
  return false;
}

/// `while ((next = parent[v]) != v) v = next;`: the loop goes on to \p Leaf, which \p Read has
/// given, and waits nowhere.
bool DataExclusion::isFollowedBy(const Access &Read, ExprRef Leaf) const {
  return Read.Result && any_of(Read.Loops, [&](unsigned Number) {
           return any_of(Kernel.Loops[Number].Carried, [&](const CarriedValue &Variable) {
             return Variable.Start == Leaf && Variable.End && contains(Variable.End, Read.Result);
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
  return Source->Kind == AccessKind::Load && Source->Space != MemorySpace::Shared &&
         Source->Offset && !isOfWarp(Source->Offset) && !BoundsLoops[Source->Object] &&
         !isWritten(Kernel.Objects[Source->Object]);
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
                : HasAgreement || Leaf->leaf().Reason == OpaqueReason::NotUnderstood;
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
    return isNumberFromMemory(Leaf) || isBallot(Leaf) || IsSum;
  };
  if (!all_of(Address.Values, IsFollowed) ||
      Setting.Context.subtract(Address.Offset, Address.Rest)->varies() != Uniformity::Lane)
    return false;
  if (isBetweenBounds(Site, Address) || comparesNeighbours(Site, Address, Kind) ||
      isHeadOfRun(Site))
    return false;
  return none_of(ArrayRef{&Site, &Other}, [&](const Access *Each) {
    return any_of(Each->Guards, [&](ExprRef Guard) {
      return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
        return isOwner(Part) || isRole(Kernel, Part, Address) ||
               anyLeaf(Part, [&](ExprRef Leaf) { return isAgreed(Leaf); });
      });
    });
  });
}

bool DataExclusion::isBehindFlag(const Access &Site) const {
  return any_of(enumerate(Waiting.all()), [&](const auto &Each) {
    const auto &[Number, Wait] = Each;
    bool Observes = Wait.Polls ? seesOthers(*Wait.Polls) : HasAgreement;
    bool Searches =
        Wait.Polls && Wait.Polls->Offset && anyLeaf(Wait.Polls->Offset, [&](ExprRef Leaf) {
          return isProbedBySwaps(Leaf) || isFollowedBy(*Wait.Polls, Leaf);
        });
    return Wait.waits() && Observes && !Searches && Site.NodeId > Wait.Head &&
           !Sections.waitsForLock(unsigned(Number));
  });
}

} // namespace memlint
