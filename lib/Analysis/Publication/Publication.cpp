//===- Publication.cpp - Data that blocks hand to each other --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Publication/Publication.h"

#include "cuda-memlint/Analysis/Aliasing/ValueSources.h"
#include "cuda-memlint/Analysis/Races/CriticalSections.h"
#include "cuda-memlint/Analysis/Races/OrderedPaths.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

bool isGlobal(const Access &Site) { return Site.Space == MemorySpace::Global && Site.Offset; }

/// How a thread knows that data is there.
enum class Sight { Waited, CountedLast, TookLock };

/// \p Load is executed only after \p Seen has observed the signal.
struct Dependence {
  const Access *Seen;
  const Access *Load;
  Sight Kind;
  /// TookLock: what \p Seen begins.
  const CriticalSection *Section = nullptr;
};

class PublicationFinder {
public:
  PublicationFinder(ExprContext &Expressions, const KernelProgram &Kernel,
                    const LaunchContext &Launch)
      : Expressions(Expressions), Kernel(Kernel), Launch(Launch), Waiting(Expressions, Kernel),
        Sections(Expressions, Kernel, Waiting) {
    for (const Access &Each : Kernel.Accesses)
      Polling.push_back(pollingLoop(Kernel, Each));
    Dependences = dependences();
  }

  /// \p Only: those with that number as the signal.
  std::vector<Publication> unorderedStores(std::optional<unsigned> Only = std::nullopt) {
    std::vector<Publication> Result;
    // By object and signal, the index of the clearest: one for which no fence is enough.
    std::map<std::pair<unsigned, unsigned>, size_t> Known;
    for (const Dependence &Dependent : Dependences)
      forEachHandOver(Dependent, Between::NoFence, [&](const Access &Store, const Access &Signal) {
        if (Only && Signal.Id != *Only)
          return;
        auto Found = Known.find({Store.Object, Signal.Id});
        bool IsUnawaited = comesUnawaited(Store) && comesUnawaited(*Dependent.Load);
        if (Found != Known.end() && (!IsUnawaited || Result[Found->second].IsUnawaited))
          return;
        if (isRelease(Signal) ||
            !(isOfChosenLock(Store, Signal, Dependent)      ? comesUnordered(Store, Signal)
              : isOfChosenElement(Store, Signal, Dependent) ? signalsUnordered(Store, Signal)
                                                            : isInOrder(Store, Signal)))
          return;
        if (std::optional<Publication> New = handOver(Store, Signal, Dependent)) {
          New->WeakFence = weakFence(Store, Signal);
          New->IsUnawaited = IsUnawaited;
          New->IsEarly = isEarly(Store, Signal);
          New->LacksSecondFence = Dependent.Kind != Sight::CountedLast && !mayBeOlder(Dependent) &&
                                  comesUnacquired(Dependent);
          if (Found != Known.end()) {
            Result[Found->second] = *New;
            return;
          }
          Known[{Store.Object, Signal.Id}] = Result.size();
          Result.push_back(*New);
        }
      });
    addCountedElements(Only, Result);
    return Result;
  }

  /// \p Only: those with that number as what was seen.
  std::vector<Publication> unorderedLoads(std::optional<unsigned> Only = std::nullopt) {
    std::vector<Publication> Result;
    std::set<std::pair<unsigned, unsigned>> Known;
    for (const Dependence &Dependent : Dependences) {
      if ((Only && Dependent.Seen->Id != *Only) || !mayBeOlder(Dependent) ||
          !comesUnacquired(Dependent))
        continue;
      forEachHandOver(Dependent, Between::Anything, [&](const Access &Store, const Access &Signal) {
        if (Known.contains({Dependent.Load->Object, Dependent.Seen->Id}) || !follows(Store, Signal))
          return;
        if (std::optional<Publication> New = handOver(Store, Signal, Dependent)) {
          Known.insert({Dependent.Load->Object, Dependent.Seen->Id});
          Result.push_back(*New);
        }
      });
    }
    return Result;
  }

  /// What is read around the caches, or behind an atomic that returns, is not older.
  static bool mayBeOlder(const Dependence &Dependent) {
    return Dependent.Load->Order == AccessOrder::Weak &&
           (Dependent.Kind == Sight::TookLock ||
            (Dependent.Kind == Sight::Waited && Dependent.Seen->Kind == AccessKind::Load));
  }

  /// The thread goes on to the load with nothing that orders it behind what it has seen.
  bool comesUnacquired(const Dependence &Dependent) {
    return !isAcquire(*Dependent.Seen) && !isLeftByAcquire(*Dependent.Seen) &&
           hasPath(Expressions, Kernel, *Dependent.Seen, *Dependent.Load,
                   [&](const Node &At) { return ordersLoads(Kernel, At); });
  }

  /// The loop that polls by \p Seen is only left where an atomic on the same location, which
  /// acquires, says so.
  bool isLeftByAcquire(const Access &Seen) const {
    std::optional<unsigned> Waiting = Polling[Seen.Id];
    return Waiting && any_of(Kernel.Accesses, [&](const Access &Each) {
             return isAcquire(Each) && Each.Kind == AccessKind::Atomic &&
                    Each.Object == Seen.Object && Each.Offset == Seen.Offset &&
                    is_contained(Each.Loops, *Waiting) &&
                    all_of(Kernel.Loops[*Waiting].Exits,
                           [&](ExprRef Exit) { return requiresValueOf(Exit, Each); });
           });
  }

  std::vector<EarlySignal> earlySignals() {
    std::vector<EarlySignal> Result;
    for (const Dependence &Dependent : Dependences)
      if (Dependent.Kind != Sight::TookLock)
        forEachHandOver(Dependent, Between::NoMeeting,
                        [&](const Access &Store, const Access &Signal) {
                          if (isEarly(Store, Signal))
                            Result.push_back({Store.Id, Signal.Id, Dependent.Load->Id});
                        });
    return Result;
  }

  std::vector<NarrowAtomic> narrowAtomics() {
    std::vector<NarrowAtomic> Result;
    for (const Access &Narrow : Kernel.Accesses) {
      if (!isGlobal(Narrow) || Narrow.Kind != AccessKind::Atomic ||
          Narrow.Order < AccessOrder::Relaxed || Narrow.Scope != ThreadScope::Block ||
          !Launch.gridKnown())
        continue;
      for (const Access &Other : Kernel.Accesses)
        if (isGlobal(Other) && Other.Object == Narrow.Object && Other.Kind == AccessKind::Atomic)
          if (std::optional<Encounter> Meeting = encounter(Narrow, Other)) {
            Result.push_back({Narrow.Id, Other.Id, Meeting->First, Meeting->Second});
            break;
          }
    }
    return Result;
  }

private:
  /// `box[node] = ...; if (atomicAdd(&visits[parent[node]], 1) == 0) return; ... box[left[...]]`:
  /// who is not the first to count at an element reads what the others have stored before.
  void addCountedElements(std::optional<unsigned> Only, std::vector<Publication> &Result) {
    if (Launch.gridKnown() && all_of(Launch.Grid, [](auto Extent) { return *Extent == 1; }))
      return;
    for (const Access &Counter : Kernel.Accesses) {
      if ((Only && Counter.Id != *Only) || !isGlobal(Counter) ||
          Counter.Kind != AccessKind::Atomic || !Counter.Addend || !Counter.Addend->isConstant() ||
          Counter.Addend->isConstant(0) || isRelease(Counter) || !anyLeaf(Counter.Offset, isValue))
        continue;
      for (const Access &Load : Kernel.Accesses)
        if (isGlobal(Load) && Load.Kind == AccessKind::Load && Load.Object != Counter.Object &&
            isOfElement(Load, Counter) && isForLater(Load, Counter) &&
            addCounted(Counter, Load, Result))
          break;
    }
  }

  /// Adds a store that nothing orders before its thread counts at \p Counter, of what \p Load
  /// reads, if there is one.
  bool addCounted(const Access &Counter, const Access &Load, std::vector<Publication> &Result) {
    auto Orders = [&](const Node &At) { return ordersStores(Kernel, At); };
    auto Store = find_if(Kernel.Accesses, [&](const Access &Each) {
      return isGlobal(Each) && Each.Kind == AccessKind::Store && Each.Object == Load.Object &&
             Each.Offset != Load.Offset && hasPath(Expressions, Kernel, Each, Counter, Orders);
    });
    if (Store == Kernel.Accesses.end())
      return false;
    Publication New;
    New.Store = Store->Id;
    New.Signal = New.Seen = Counter.Id;
    New.Load = Load.Id;
    New.WeakFence = weakFence(*Store, Counter);
    New.IsByData = true;
    Result.push_back(New);
    return true;
  }

  static bool isValue(ExprRef Leaf) {
    return Leaf->leaf().Kind == LeafKind::Loaded || Leaf->leaf().Kind == LeafKind::Opaque;
  }

  /// \p Load is at a location that the number of the element at \p Counter leads to.
  bool isOfElement(const Access &Load, const Access &Counter) const {
    auto IsElement = [&](ExprRef Leaf) {
      return isValue(Leaf) && !isValueOf(Leaf, Counter) &&
             anyLeaf(Counter.Offset, [&](ExprRef Each) { return Each == Leaf; });
    };
    return anyLeaf(Load.Offset, [&](ExprRef Leaf) {
      return IsElement(Leaf) || any_of(Kernel.Accesses, [&](const Access &Link) {
               return isValueOf(Leaf, Link) && Link.Offset && Link.Object != Load.Object &&
                      anyLeaf(Link.Offset, IsElement);
             });
    });
  }

  /// Not the first thread that counts at \p Counter comes to \p Load, but a later one.
  bool isForLater(const Access &Load, const Access &Counter) {
    return any_of(Load.Guards, [&](ExprRef Guard) {
      auto IsTrueFor = [&](int64_t Found) {
        ExprRef Known = Expressions.substitute(Guard, [&](ExprRef Leaf) -> ExprRef {
          return isValueOf(Leaf, Counter) ? Expressions.constant(Found) : nullptr;
        });
        return !Known->isConstant(0);
      };
      return requiresValueOf(Guard, Counter) &&
             (isLastArrival(Guard, Counter) || (!IsTrueFor(0) && IsTrueFor(1)));
    });
  }

  std::vector<Dependence> dependences() {
    std::vector<Dependence> Result;
    for (const Access &Seen : Kernel.Accesses) {
      if (!isGlobal(Seen) || Seen.Kind == AccessKind::Store)
        continue;
      std::optional<unsigned> Waiting = Polling[Seen.Id];
      if (!Waiting && Seen.Kind != AccessKind::Atomic)
        continue;
      for (const Access &Load : Kernel.Accesses) {
        if (!isGlobal(Load) || Load.Kind != AccessKind::Load)
          continue;
        std::optional<Sight> Sighting;
        if (Waiting) {
          if (!is_contained(Load.Loops, *Waiting) && follows(Seen, Load))
            Sighting = Sight::Waited;
        } else if (!Seen.Value && Seen.Form != RequestForm::CompareAndSwap &&
                   isForLast(Load, Seen)) {
          Sighting = Sight::CountedLast;
        }
        if (Sighting && isElsewhere(Load, Seen))
          Result.push_back({&Seen, &Load, *Sighting});
      }
    }
    addSections(Result);
    return Result;
  }

  /// What is read by who holds a lock, or by others that it is held for.
  void addSections(std::vector<Dependence> &Result) {
    for (const CriticalSection &Section : Sections.all())
      for (const Access &Load : Kernel.Accesses)
        if (isGlobal(*Section.Acquire) && isGlobal(Load) && Load.Kind == AccessKind::Load &&
            Section.IsKept && isHeld(Section, Load) && isElsewhere(Load, *Section.Acquire))
          Result.push_back({Section.Acquire, &Load, Sight::TookLock, &Section});
  }

  bool takesLock(const Access &Site) const {
    return any_of(Sections.all(),
                  [&](const CriticalSection &Each) { return Each.Acquire == &Site; });
  }

  bool isHeld(const CriticalSection &Section, const Access &Site) const {
    return Sections.holderAt(Section, Site) != LockHolder::Nobody;
  }

  /// It is held by \p Site that \p Dependent.Seen takes, there or elsewhere in the source.
  bool isUnderLock(const Access &Site, const Dependence &Dependent) const {
    return any_of(Sections.all(), [&](const CriticalSection &Each) {
      return Each.Acquire->Object == Dependent.Seen->Object &&
             Each.Acquire->Offset == Dependent.Seen->Offset && isHeld(Each, Site);
    });
  }

  /// Data and flags may be parts of one allocation.
  bool isElsewhere(const Access &Load, const Access &Seen) {
    if (Load.Object != Seen.Object)
      return true;
    if (Load.Offset == Seen.Offset)
      return false;
    std::set<int64_t> Bytes;
    for (const Touch &Touched : touches(Seen))
      for (unsigned Byte = 0; Byte != Seen.Bytes; ++Byte)
        Bytes.insert(Touched.Offset + Byte);
    return none_of(touches(Load), [&](const Touch &Touched) {
      auto Next = Bytes.lower_bound(Touched.Offset);
      return Next != Bytes.end() && *Next < Touched.Offset + int64_t(Load.Bytes);
    });
  }

  bool follows(const Access &First, const Access &Second) {
    auto [Known, IsNew] = Following.try_emplace({First.Id, Second.Id});
    if (IsNew)
      Known->second =
          hasPath(Expressions, Kernel, First, Second, [](const Node &) { return false; });
    return Known->second;
  }

  bool isForLast(const Access &Site, const Access &Counter) {
    return any_of(Site.Guards, [&](ExprRef Guard) {
      ExprRef &Expanded = Guards[Guard];
      if (!Expanded)
        Expanded = withStoredValues(Expressions, Kernel, Guard);
      return isLastArrival(Expanded, Counter);
    });
  }

  /// What must not lie on the way from a store to a signal, if the two are to count.
  enum class Between : uint8_t { Anything, NoFence, NoMeeting };

  bool isStopped(const Node &At, Between Allowed) const {
    switch (Allowed) {
    case Between::Anything:
      return false;
    case Between::NoFence:
      return ordersStores(Kernel, At);
    case Between::NoMeeting:
      return meet(At);
    }
    return false;
  }

  struct HandOver {
    const Access *Store;
    const Access *Signal;
  };

  /// Stores to the object \p Data, each with the writes to \p Flags that it may come before. Looked
  /// for once, since many accesses may depend on the same ones.
  ArrayRef<HandOver> handOvers(unsigned Data, unsigned Flags, Between Allowed) {
    auto [Known, IsNew] = HandOvers.try_emplace({Data, Flags, Allowed});
    if (!IsNew)
      return Known->second;
    for (const Access &Store : Kernel.Accesses) {
      if (!isGlobal(Store) || Store.Kind != AccessKind::Store || Store.Object != Data)
        continue;
      BitVector Ahead =
          nodesAhead(Kernel, Store, [&](const Node &At) { return isStopped(At, Allowed); });
      for (const Access &Signal : Kernel.Accesses)
        if (isGlobal(Signal) && Signal.Kind != AccessKind::Load && Signal.Object == Flags &&
            &Signal != &Store && Signal.NodeId < Ahead.size() && Ahead.test(Signal.NodeId))
          Known->second.push_back({&Store, &Signal});
    }
    return Known->second;
  }

  /// Calls \p Visit for each store of data that \p Dependent reads and each signal that it looks
  /// at, if some way leads from the one to the other past nothing that \p Allowed excludes.
  void forEachHandOver(const Dependence &Dependent, Between Allowed,
                       function_ref<void(const Access &, const Access &)> Visit) {
    ArrayRef<HandOver> Pairs = handOvers(Dependent.Load->Object, Dependent.Seen->Object, Allowed);
    DenseMap<const Access *, bool> AreStores, AreSignals;
    auto Is = [](DenseMap<const Access *, bool> &Known, const Access *Site, auto Find) {
      auto [At, IsNew] = Known.try_emplace(Site);
      if (IsNew)
        At->second = Find(*Site);
      return At->second;
    };
    for (const HandOver &Pair : Pairs)
      if (Is(AreSignals, Pair.Signal,
             [&](const Access &Site) { return isSignal(Site, Dependent); }) &&
          Is(AreStores, Pair.Store, [&](const Access &Site) { return isOfData(Site, Dependent); }))
        Visit(*Pair.Store, *Pair.Signal);
  }

  bool isOfData(const Access &Store, const Dependence &Dependent) {
    switch (Dependent.Kind) {
    case Sight::Waited:
      return true;
    case Sight::CountedLast:
      return !isForLast(Store, *Dependent.Seen);
    case Sight::TookLock:
      return isUnderLock(Store, Dependent);
    }
    return false;
  }

  bool isSignal(const Access &Site, const Dependence &Dependent) const {
    switch (Dependent.Kind) {
    case Sight::Waited:
      return Site.Kind != AccessKind::Load && Site.Id != Dependent.Seen->Id;
    case Sight::CountedLast:
      return Site.Id == Dependent.Seen->Id;
    case Sight::TookLock:
      return is_contained(Dependent.Section->Releases, &Site) && isUnderLock(Site, Dependent);
    }
    return false;
  }

  /// Threads come to \p Site, which other blocks see, whatever the data and without a wait before.
  bool comesUnawaited(const Access &Site) {
    auto [Known, IsNew] = Unawaited.try_emplace(Site.Id, false);
    if (!IsNew || Site.Order == AccessOrder::Weak ||
        any_of(Site.Guards, [](ExprRef Guard) { return anyLeaf(Guard, isValue); }))
      return Known->second;
    auto IsEntry = [](const Node &Each) { return Each.Kind == NodeKind::Entry; };
    memlint::Site Start;
    Start.NodeId = unsigned(find_if(Kernel.Nodes, IsEntry) - Kernel.Nodes.begin());
    Known->second =
        hasPath(Expressions, Kernel, Start, Site, [&](const Node &At) { return mayWait(At); });
    return Known->second;
  }

  /// For another block: at a barrier, for a thread that does.
  bool mayWait(const Node &At) const {
    return At.Kind == NodeKind::Barrier || (At.Kind == NodeKind::Access && Polling[At.Index]);
  }

  /// Blocks that touch both the data and the signal; none: there are none.
  std::optional<Publication> handOver(const Access &Store, const Access &Signal,
                                      const Dependence &Dependent) {
    Publication Result;
    Result.Store = Store.Id;
    Result.Signal = Signal.Id;
    Result.Seen = Dependent.Seen->Id;
    Result.Load = Dependent.Load->Id;
    Result.IsOfLock = Dependent.Kind == Sight::TookLock;
    if (const std::optional<Encounter> &Meeting = encounter(Store, *Dependent.Load);
        Meeting && encounter(Signal, *Dependent.Seen)) {
      Result.Writer = Meeting->First;
      Result.Reader = Meeting->Second;
      return Result;
    }
    Result.IsByData = isOfChosenLock(Store, Signal, Dependent) ||
                      isOfAwaitedElement(Store, Signal, Dependent) ||
                      isOfChosenElement(Store, Signal, Dependent) ||
                      isOfGatheredElement(Store, Signal, Dependent);
    return Result.IsByData ? std::optional(Result) : std::nullopt;
  }

  /// `table[key]` under `lock[key]`: data alone choose the lock and, by the same numbers, what is
  /// stored and read while it is held. A thread of another block with these numbers may come next.
  bool isOfChosenLock(const Access &Store, const Access &Signal,
                      const Dependence &Dependent) const {
    const Access &Lock = *Dependent.Seen;
    bool HasOneBlock =
        Launch.gridKnown() && all_of(Launch.Grid, [](auto Extent) { return *Extent == 1; });
    auto IsCommon = [&](ExprRef Leaf) {
      return isValue(Leaf) || Leaf->varies() == Uniformity::Grid;
    };
    auto ChoosesLock = [&](ExprRef Leaf) {
      return !isValue(Leaf) || anyLeaf(Lock.Offset, [&](ExprRef Each) { return Each == Leaf; });
    };
    return Dependent.Kind == Sight::TookLock && !HasOneBlock && Signal.Offset == Lock.Offset &&
           Store.Offset == Dependent.Load->Offset && anyLeaf(Store.Offset, isValue) &&
           allLeaves(Lock.Offset, IsCommon) && allLeaves(Store.Offset, IsCommon) &&
           allLeaves(Store.Offset, ChoosesLock);
  }

  /// \p Offset in terms of the one value that data give, such as `4 * c + 16`: the factor and the
  /// rest, if these are constants.
  struct DataTerm {
    ExprRef Value;
    ExprRef Factor;
    ExprRef Rest;
  };
  std::optional<DataTerm> dataTerm(ExprRef Offset) {
    ExprRef Value = nullptr;
    bool IsOne = allLeaves(Offset, [&](ExprRef Leaf) {
      bool IsFirst = !Value;
      Value = IsFirst ? Leaf : Value;
      return isValue(Leaf) && Leaf == Value;
    });
    if (!IsOne || !Value)
      return std::nullopt;
    auto At = [&](int64_t Number) {
      return Expressions.substitute(Offset, [&](ExprRef Leaf) -> ExprRef {
        return Leaf == Value ? Expressions.constant(Number) : nullptr;
      });
    };
    ExprRef Rest = At(0), Factor = Expressions.subtract(At(1), Rest);
    bool IsLinear = Factor->isConstant() && !Factor->isConstant(0) &&
                    Expressions.add(Expressions.multiply(Factor, Value), Rest) == Offset;
    return IsLinear ? std::optional(DataTerm{Value, Factor, Rest}) : std::nullopt;
  }

  /// `while (ready[c] == 0); … x[c]` and `x[row] = …; ready[row] = 1;`: a thread waits for the
  /// element that data name, and others store and signal those of their blocks' own numbers.
  bool isOfAwaitedElement(const Access &Store, const Access &Signal, const Dependence &Dependent) {
    bool HasOneBlock =
        Launch.gridKnown() && all_of(Launch.Grid, [](auto Extent) { return *Extent == 1; });
    if (Dependent.Kind != Sight::Waited || HasOneBlock || !mayEndWait(Signal, *Dependent.Seen))
      return false;
    std::optional<DataTerm> Seen = dataTerm(Dependent.Seen->Offset),
                            Load = dataTerm(Dependent.Load->Offset);
    if (!Seen || !Load || Seen->Value != Load->Value || anyLeaf(Store.Offset, isValue) ||
        anyLeaf(Signal.Offset, isValue) || !hasLeaf(Signal.Offset, LeafKind::BlockIndex))
      return false;
    // Where a fence is for the block, data may name elements of the block's own threads alone.
    if (hasLeaf(Signal.Offset, LeafKind::ThreadIndex) &&
        any_of(Kernel.Fences, [](const Fence &Each) { return Each.Scope < ThreadScope::Device; }))
      return false;
    ExprRef ToSignal = Expressions.subtract(Signal.Offset, Seen->Rest),
            ToStore = Expressions.subtract(Store.Offset, Load->Rest);
    return Expressions.multiply(ToSignal, Load->Factor) ==
           Expressions.multiply(ToStore, Seen->Factor);
  }

  /// An offset in terms of the one number, which data choose for each thread, that it depends on.
  struct ChosenTerm {
    ExprRef Number;
    int64_t Factor;
    int64_t Rest;
  };
  static std::optional<ChosenTerm> chosenTerm(ExprRef Offset) {
    ChosenTerm Result = {Offset, 1, 0};
    if (Offset->kind() == ExprKind::Polynomial) {
      if (Offset->terms().size() != 1 || Offset->terms().front().Factors.size() != 1)
        return std::nullopt;
      const Monomial &Only = Offset->terms().front();
      Result = {Only.Factors.front(), Only.Coefficient, Offset->constantTerm()};
    }
    bool IsChosen = Result.Number->varies() == Uniformity::Lane && anyLeaf(Result.Number, isValue);
    return IsChosen ? std::optional(Result) : std::nullopt;
  }

  /// `val[s] = x; ready[s] = 1;` and `while (ready[t] == 0); … val[t]`: data lead one thread to the
  /// element that it stores and signals, and another one to the element that it waits for and
  /// reads.
  bool isOfChosenElement(const Access &Store, const Access &Signal, const Dependence &Dependent) {
    const Access &Poll = *Dependent.Seen, &Load = *Dependent.Load;
    bool HasOneBlock =
        Launch.gridKnown() && all_of(Launch.Grid, [](auto Extent) { return *Extent == 1; });
    // Where a fence is for the block, or the block has chosen, all may be elements of its own.
    auto IsNarrow = [](const Fence &Each) { return Each.Scope < ThreadScope::Device; };
    if (Dependent.Kind != Sight::Waited || HasOneBlock || any_of(Kernel.Fences, IsNarrow))
      return false;
    std::optional<ChosenTerm> Stored = chosenTerm(Store.Offset),
                              Signalled = chosenTerm(Signal.Offset), Seen = chosenTerm(Poll.Offset),
                              Read = chosenTerm(Load.Offset);
    auto AreAlike = [](const ChosenTerm &One, const ChosenTerm &Other) {
      return One.Factor == Other.Factor && One.Rest == Other.Rest;
    };
    return Stored && Signalled && Seen && Read && Stored->Number == Signalled->Number &&
           Seen->Number == Read->Number && AreAlike(*Stored, *Read) &&
           AreAlike(*Signalled, *Seen) &&
           (Stored->Number == Read->Number ||
            (Stored->Number->isLeaf() && Read->Number->isLeaf())) &&
           mayEndWait(Signal, Poll) && !takesLock(Poll);
  }

  /// All blocks have counted, or the last one does: they all store elements by their own numbers,
  /// and data say which of them a thread then reads.
  bool isOfGatheredElement(const Access &Store, const Access &Signal, const Dependence &Dependent) {
    std::optional<unsigned> Loop = Polling[Dependent.Seen->Id];
    bool WaitsForAll = Loop && any_of(Kernel.Loops[*Loop].Exits, [](ExprRef Exit) {
                         return hasLeaf(Exit, LeafKind::GridDimension);
                       });
    bool IsForAll =
        Dependent.Kind == Sight::CountedLast || (Dependent.Kind == Sight::Waited && WaitsForAll);
    std::optional<ChosenTerm> Read = chosenTerm(Dependent.Load->Offset);
    if (!IsForAll || !Read || anyLeaf(Store.Offset, isValue) ||
        !hasLeaf(Store.Offset, LeafKind::BlockIndex) ||
        Store.Offset->kind() != ExprKind::Polynomial)
      return false;
    auto IsOfElements = [&](int64_t Bytes) { return Bytes % Read->Factor == 0; };
    return IsOfElements(Store.Offset->constantTerm() - Read->Rest) &&
           all_of(Store.Offset->terms(),
                  [&](const Monomial &Part) { return IsOfElements(Part.Coefficient); }) &&
           encounter(Signal, *Dependent.Seen);
  }

  /// A loop that polls by \p Seen does not go on for what \p Signal writes.
  bool mayEndWait(const Access &Signal, const Access &Seen) const {
    std::optional<unsigned> Waiting = Polling[Seen.Id];
    if (!Waiting || !Seen.Result || !Signal.Value || !Signal.Value->isConstant())
      return true;
    return any_of(Kernel.Loops[*Waiting].Exits, [&](ExprRef Exit) {
      return !Expressions
                  .substitute(Exit,
                              [&](ExprRef Leaf) -> ExprRef {
                                return Leaf == Seen.Result ? Signal.Value : nullptr;
                              })
                  ->isConstant(0);
    });
  }

  /// One thread stores and then gives the signal, or threads that have met before it, with
  /// nothing that orders the two for other blocks.
  bool isInOrder(const Access &Store, const Access &Signal) {
    auto [Known, IsNew] = InOrder.try_emplace({Store.Id, Signal.Id});
    if (IsNew)
      Known->second = findInOrder(Store, Signal);
    return Known->second;
  }

  /// The thread itself goes on to the signal, with nothing that orders the two for other blocks.
  bool comesUnordered(const Access &Store, const Access &Signal) {
    return hasPath(Expressions, Kernel, Store, Signal,
                   [&](const Node &At) { return ordersStores(Kernel, At); });
  }

  /// The same for the element that \p Store is at, before another one is chosen.
  bool signalsUnordered(const Access &Store, const Access &Signal) {
    return hasPath(Expressions, Kernel, Store, Signal, [&](const Node &At) {
      return ordersStores(Kernel, At) || anyLeaf(Store.Offset, [&](ExprRef Leaf) {
               return (At.Kind == NodeKind::Access && isValueOf(Leaf, Kernel.Accesses[At.Index])) ||
                      (At.Kind == NodeKind::LoopHead && (Kernel.Loops[At.Index].makes(Leaf) ||
                                                         Kernel.Loops[At.Index].Counter == Leaf));
             });
    });
  }

  /// Threads wait for each other there.
  bool meet(const Node &At) const {
    return At.Kind == NodeKind::Barrier && Kernel.Barriers[At.Index].Scope != BarrierScope::Thread;
  }

  /// With their blocks first.
  std::set<std::pair<Index3, Index3>> threadsThatMake(const Access &Site) {
    std::set<std::pair<Index3, Index3>> Result;
    for (const Touch &Touched : touches(Site))
      Result.insert({Touched.By.Block, Touched.By.Thread});
    return Result;
  }

  /// Other threads of the block than those that give \p Signal make \p Store, and the ones do not
  /// wait for the others.
  bool isEarly(const Access &Store, const Access &Signal) {
    auto [Known, IsNew] = Early.try_emplace({Store.Id, Signal.Id});
    if (IsNew)
      Known->second = findEarly(Store, Signal);
    return Known->second;
  }

  bool findEarly(const Access &Store, const Access &Signal) {
    if (!hasPath(Expressions, Kernel, Store, Signal, [&](const Node &At) { return meet(At); }))
      return false;
    std::set<std::pair<Index3, Index3>> Signallers = threadsThatMake(Signal);
    std::set<Index3> Blocks;
    for (const auto &[Block, Thread] : Signallers)
      Blocks.insert(Block);
    return any_of(touches(Store), [&](const Touch &Touched) {
      return Blocks.contains(Touched.By.Block) &&
             !Signallers.contains({Touched.By.Block, Touched.By.Thread});
    });
  }

  bool findInOrder(const Access &Store, const Access &Signal) {
    if (!comesUnordered(Store, Signal))
      return false;
    auto Orders = [&](const Node &At) { return ordersStores(Kernel, At); };
    if (!hasPath(Expressions, Kernel, Store, Signal,
                 [&](const Node &At) { return Orders(At) || meet(At); }))
      return true;
    std::set<std::pair<Index3, Index3>> Signallers = threadsThatMake(Signal);
    return any_of(touches(Store), [&](const Touch &Touched) {
      return Signallers.contains({Touched.By.Block, Touched.By.Thread});
    });
  }

  std::optional<unsigned> weakFence(const Access &Store, const Access &Signal) {
    for (auto [Number, Weak] : enumerate(Kernel.Fences)) {
      auto Any = [](const Node &) { return false; };
      if (Weak.Scope < ThreadScope::Device && hasPath(Expressions, Kernel, Store, Weak, Any) &&
          hasPath(Expressions, Kernel, Weak, Signal, Any))
        return unsigned(Number);
    }
    return std::nullopt;
  }

  const std::vector<Touch> &touches(const Access &Site) {
    auto [Known, IsNew] = Touches.try_emplace(Site.Id);
    if (IsNew)
      Known->second = sampleTouches(Expressions, Kernel, Site, Launch);
    return Known->second;
  }

  const std::optional<Encounter> &encounter(const Access &First, const Access &Second) {
    auto [Known, IsNew] = Encounters.try_emplace({First.Id, Second.Id});
    if (IsNew)
      Known->second = findEncounter(touches(First), First.Bytes, touches(Second), Second.Bytes);
    return Known->second;
  }

  ExprContext &Expressions;
  const KernelProgram &Kernel;
  const LaunchContext &Launch;
  WaitingLoops Waiting;
  CriticalSections Sections;
  std::map<unsigned, std::vector<Touch>> Touches;
  std::map<std::pair<unsigned, unsigned>, std::optional<Encounter>> Encounters;
  std::map<std::pair<unsigned, unsigned>, bool> InOrder, Early, Following;
  std::map<std::tuple<unsigned, unsigned, Between>, std::vector<HandOver>> HandOvers;
  /// By access, the loop that polls by it.
  std::vector<std::optional<unsigned>> Polling;
  /// Guards with what was read from shared variables put in.
  DenseMap<ExprRef, ExprRef> Guards;
  std::vector<Dependence> Dependences;
  /// By access.
  std::map<unsigned, bool> Unawaited;
};

} // namespace

UnorderedAccesses findUnorderedAccesses(ExprContext &Expressions, const KernelProgram &Kernel,
                                        const LaunchContext &Launch) {
  PublicationFinder Find(Expressions, Kernel, Launch);
  return {Find.unorderedStores(), Find.unorderedLoads(), Find.narrowAtomics()};
}

std::vector<Publication> findStoresBefore(ExprContext &Expressions, const KernelProgram &Kernel,
                                          const LaunchContext &Launch, unsigned Signal) {
  return PublicationFinder(Expressions, Kernel, Launch).unorderedStores(Signal);
}

std::vector<Publication> findLoadsBehind(ExprContext &Expressions, const KernelProgram &Kernel,
                                         const LaunchContext &Launch, unsigned Seen) {
  return PublicationFinder(Expressions, Kernel, Launch).unorderedLoads(Seen);
}

std::vector<EarlySignal> findEarlySignals(ExprContext &Expressions, const KernelProgram &Kernel,
                                          const LaunchContext &Launch) {
  return PublicationFinder(Expressions, Kernel, Launch).earlySignals();
}

/// Functions of CUDA's and assembly may read memory each time, whatever they are made of.
static bool isPlainRead(const Access &Site) {
  return Site.Kind == AccessKind::Load && Site.Order == AccessOrder::Weak && !Site.IsVolatile &&
         (Site.Space == MemorySpace::Global || Site.Space == MemorySpace::Shared) && Site.Offset &&
         Site.Written == SourceForm::Expression && Site.InlinedThrough.empty();
}

std::vector<EndlessWait> findEndlessWaits(const KernelProgram &Kernel) {
  std::vector<EndlessWait> Result;
  for (const Access &Read : Kernel.Accesses) {
    std::optional<unsigned> Waiting = isPlainRead(Read) ? pollingLoop(Kernel, Read) : std::nullopt;
    if (!Waiting || Kernel.Objects[Read.Object].IsVolatile)
      continue;
    auto IsInside = [&](const Site &At) { return is_contained(At.Loops, *Waiting); };
    // Barriers, fences and atomics make the compiler read again.
    bool ReadsAgain = any_of(Kernel.Barriers, IsInside) || any_of(Kernel.Fences, IsInside) ||
                      any_of(Kernel.WarpOperations, IsInside) ||
                      any_of(Kernel.Accesses, [&](const Access &Other) {
                        return IsInside(Other) && !isPlainRead(Other);
                      });
    auto LooksAtCounter = [](ExprRef Root) { return hasLeaf(Root, LeafKind::LoopCounter); };
    bool Counts =
        any_of(Kernel.Loops[*Waiting].Exits, LooksAtCounter) || LooksAtCounter(Read.Offset);
    if (ReadsAgain || Counts)
      continue;
    auto Write = find_if(Kernel.Accesses, [&](const Access &Other) {
      return Other.Object == Read.Object && Other.Kind != AccessKind::Load && !IsInside(Other);
    });
    if (Write != Kernel.Accesses.end())
      Result.push_back({Read.Id, Write->Id});
  }
  return Result;
}

} // namespace memlint
