//===- PairEnumeration.cpp - Two accesses by all threads ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairEnumeration.h"

#include "cuda-memlint/Analysis/Races/ThreadProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace memlint {

namespace {

/// Finding a location takes as long as computing so many values.
constexpr uint64_t StepsPerVisit = 10;

using ThreadMask = std::vector<uint8_t>;

/// One access, compiled.
struct CompiledSite {
  const PlacedSite *Placed = nullptr;
  unsigned Offset = 0;
  std::optional<unsigned> Value;
  /// Steps of guards that are the same for all threads, and of the others.
  SmallVector<unsigned, 4> UniformGuards, ThreadGuards;
  std::vector<unsigned> ComputeUniform, ComputeThread, ComputeAddress;
};

/// A loop, compiled.
struct CompiledLoop {
  unsigned Variable = 0;
  SmallVector<unsigned, 2> Exits;
  std::vector<unsigned> Compute;
  /// The iterations differ in more than whether there are any.
  bool Matters = false;
};

/// One thread at one access in one iteration.
struct Visit {
  uint32_t Thread = 0; ///< counted through all blocks
  uint32_t Point = 0;  ///< index into the iterations seen
  int64_t Offset = 0;
  int64_t Value = 0;
};

/// Two visits of one location by threads of different groups.
struct GranuleVisits {
  Visit First, Second;
  bool HasSecond = false;
};

struct GranuleKey {
  int64_t Granule = 0;
  uint32_t Group = 0;
  friend bool operator==(const GranuleKey &, const GranuleKey &) = default;
};

/// The locations visited in one interval, a hash table with open addressing. Forgetting them all
/// costs nothing. 16 neighbouring locations lie together, as the lanes of a warp visit neighbours.
class GranuleTable {
public:
  GranuleTable() {
    // It grows in place: a page that is not used costs nothing, one that is moved to costs a fault.
    Slots.reserve(ReservedSize);
    Slots.resize(SmallestSize);
  }

  /// Of the memory, no more is used at first than the interval before has needed: few locations
  /// that were scattered over what many have left would not stay in a cache.
  void clear() {
    ++Generation;
    Size = std::max(SmallestSize, size_t(PowerOf2Ceil(2 * Used)));
    Used = 0;
  }

  GranuleVisits *find(const GranuleKey &Key) {
    Slot &At = slotOf(Key);
    return At.Generation == Generation ? &At.Content : nullptr;
  }

  /// The location of \p Key; whether it is new.
  std::pair<GranuleVisits *, bool> insert(const GranuleKey &Key) {
    if (2 * Used >= Size)
      grow();
    Slot &At = slotOf(Key);
    if (At.Generation == Generation)
      return {&At.Content, false};
    At = {Key, Generation, {}};
    ++Used;
    return {&At.Content, true};
  }

private:
  struct Slot {
    GranuleKey Key;
    uint64_t Generation = 0;
    GranuleVisits Content;
  };

  static constexpr unsigned NeighbourBits = 4;
  static constexpr size_t Neighbours = size_t(1) << NeighbourBits;
  static constexpr size_t SmallestSize = 64;
  static constexpr size_t ReservedSize = size_t(1) << 18;

  /// The slot of \p Key, or the one for it. Neighbours are turned within their part of the table,
  /// by the hash, so that locations with a large power of two between them are spread as well; and
  /// the step from slot to slot, which is odd, leads to all.
  Slot &slotOf(const GranuleKey &Key) {
    uint64_t Mixed = (uint64_t(Key.Granule >> NeighbourBits) + (uint64_t(Key.Group) << 40)) *
                     0x9E3779B97F4A7C15u;
    uint64_t Inside = (uint64_t(Key.Granule) + (Mixed >> 60)) % Neighbours;
    size_t At = size_t((Mixed ^ (Mixed >> 29)) << NeighbourBits | Inside) & (Size - 1);
    while (Slots[At].Generation == Generation && !(Slots[At].Key == Key))
      At = (At + Neighbours + 1) & (Size - 1);
    return Slots[At];
  }

  void grow() {
    Old.clear();
    std::copy_if(Slots.begin(), Slots.begin() + ptrdiff_t(Size), std::back_inserter(Old),
                 [this](const Slot &Each) { return Each.Generation == Generation; });
    Size *= 2;
    if (Size > Slots.size())
      Slots.resize(Size);
    ++Generation;
    for (Slot &Each : Old) {
      Each.Generation = Generation;
      slotOf(Each.Key) = Each;
    }
  }

  std::vector<Slot> Slots;
  /// Of grow(); kept, so that its memory is.
  std::vector<Slot> Old;
  /// How many of them are used, a power of two and at least twice Used.
  size_t Size = SmallestSize;
  uint64_t Generation = 1;
  size_t Used = 0;
};

class PairEnumerator {
public:
  PairEnumerator(const RaceSetting &Setting, const PairSpace &Space)
      : Space(Space), Program(Setting.threadIndices()) {
    Granule = std::min(Space.First.Site->Bytes, Space.Second.Site->Bytes);
    HasValues = Space.First.Value && Space.Second.Value;
    compile(Space.First, First, FirstLoops);
    compile(Space.Second, Second, SecondLoops);
    compileLoops(Space.StartLoops, StartLoops);
    findWhatMatters();
    for (auto [Number, Leaf] : enumerate(Program.variables()))
      if (auto Known = Space.Values.find(Leaf); Known != Space.Values.end())
        Program.set(unsigned(Number), Known->second);
  }

  PairResult run() {
    ThreadMask All(Program.threads(), 1);
    if (Space.Relation.Kind == ThreadPair::DifferentBlocks) {
      setBlock(Space.Blocks.front());
      enterStart(0, All);
    } else {
      for (auto [Number, Block] : enumerate(Space.Blocks)) {
        BlockNumber = unsigned(Number);
        setBlock(Block);
        enterStart(0, All);
        if (isDone())
          break;
      }
    }
    Result.Steps = Program.spent() + Visited;
    return Result;
  }

private:
  bool isDone() {
    if (Result.Found == PairResult::Finding::Conflict || (Space.NeedsAll && !Result.Complete))
      return true;
    if (Program.spent() + Visited <= Space.Budget)
      return false;
    Result.Complete = false;
    return true;
  }

  void setBlock(const std::array<int64_t, 3> &Block) {
    for (auto [Number, Leaf] : enumerate(Program.variables()))
      if (Leaf->leaf().Kind == LeafKind::BlockIndex)
        Program.set(unsigned(Number), Block[Leaf->leaf().Dimension]);
  }

  void compile(const PlacedSite &Placed, CompiledSite &Site, std::vector<CompiledLoop> &Loops) {
    Site.Placed = &Placed;
    Site.Offset = Program.add(Placed.Offset);
    if (HasValues)
      Site.Value = Program.add(Placed.Value);
    for (ExprRef Guard : Placed.Guards) {
      unsigned Step = Program.add(Guard);
      (Program.variesByThread(Step) ? Site.ThreadGuards : Site.UniformGuards).push_back(Step);
    }
    compileLoops(Placed.Loops, Loops);
    Site.ComputeUniform = Program.needed(Site.UniformGuards);
    Site.ComputeThread = Program.needed(Site.ThreadGuards);
    SmallVector<unsigned, 2> Address = {Site.Offset};
    if (Site.Value)
      Address.push_back(*Site.Value);
    Site.ComputeAddress = Program.needed(Address);
  }

  void compileLoops(ArrayRef<IteratedLoop> Loops, std::vector<CompiledLoop> &To) {
    for (const IteratedLoop &Each : Loops) {
      CompiledLoop &New = To.emplace_back();
      New.Variable = unsigned(Program.step(Program.add(Each.Counter)).Number);
      for (ExprRef Exit : Each.Exits)
        New.Exits.push_back(Program.add(Exit));
      New.Compute = Program.needed(New.Exits);
    }
  }

  bool dependsOn(unsigned Step, unsigned Variable) const {
    return Program.step(Step).dependsOn(Variable);
  }

  /// Whether the iterations of the loop that counts \p Variable differ at \p Site, within \p Loops,
  /// in more than whether they come there: in the address or the value, in the threads that come,
  /// or in the iterations of other loops that do.
  template <typename Range>
  bool differ(unsigned Variable, const CompiledSite &Site, const Range &Loops) const {
    auto IsOfOther = [&](unsigned Step) {
      return any_of(Loops, [&](const CompiledLoop &Loop) {
        return Loop.Variable != Variable && dependsOn(Step, Loop.Variable);
      });
    };
    return dependsOn(Site.Offset, Variable) || (Site.Value && dependsOn(*Site.Value, Variable)) ||
           any_of(Site.ThreadGuards, [&](unsigned Step) { return dependsOn(Step, Variable); }) ||
           any_of(Site.UniformGuards,
                  [&](unsigned Step) { return dependsOn(Step, Variable) && IsOfOther(Step); }) ||
           any_of(Loops, [&](const CompiledLoop &Loop) {
             return any_of(Loop.Exits, [&](unsigned Exit) {
               return dependsOn(Exit, Variable) &&
                      (Loop.Variable != Variable || Program.variesByThread(Exit));
             });
           });
  }

  void findWhatMatters() {
    auto OfFirst = concat<const CompiledLoop>(StartLoops, FirstLoops);
    auto OfSecond = concat<const CompiledLoop>(StartLoops, SecondLoops);
    for (CompiledLoop &Loop : FirstLoops)
      Loop.Matters = differ(Loop.Variable, First, OfFirst);
    for (CompiledLoop &Loop : SecondLoops)
      Loop.Matters = differ(Loop.Variable, Second, OfSecond);
    for (CompiledLoop &Loop : StartLoops)
      Loop.Matters =
          differ(Loop.Variable, First, OfFirst) || differ(Loop.Variable, Second, OfSecond);
  }

  /// Iterations of \p Loop that are gone through at most.
  int64_t mostIterations(const CompiledLoop &Loop) const {
    /// Iterations in which both accesses may be made for the first time.
    constexpr int64_t MostToCome = 64;
    if (!Space.NeedsAll || !Loop.Exits.empty())
      return Space.MostIterations;
    // Nobody leaves: the iterations are not gone through ever, unless one stands for all.
    return Loop.Matters ? 0 : MostToCome;
  }

  /// Calls \p Do for the threads that are in each iteration of \p Loop until it returns
  /// true: another iteration would be no different.
  template <typename Function>
  void iterate(const CompiledLoop &Loop, const ThreadMask &Entering, Function Do) {
    ThreadMask Inside = Entering;
    int64_t Most = mostIterations(Loop);
    for (int64_t Iteration = 0; !isDone(); ++Iteration) {
      if (Iteration == Most) {
        Result.Complete = false;
        return;
      }
      // Where nothing is left to compute, the loop would go on for ever.
      ++Visited;
      Program.set(Loop.Variable, Iteration);
      bool IsEnough = Do(Inside);
      if (IsEnough && !Loop.Matters)
        return;
      // The body may have gone through loops of its own, but not through this one.
      Program.compute(Loop.Compute);
      if (!leave(Loop, Inside))
        return;
    }
  }

  /// Takes out of \p Inside who leaves \p Loop; whether someone is left.
  bool leave(const CompiledLoop &Loop, ThreadMask &Inside) {
    bool IsByThread = false;
    for (unsigned Exit : Loop.Exits) {
      if (Program.variesByThread(Exit))
        IsByThread = true;
      else if (Program.value(Exit, 0) != 0)
        return false;
    }
    if (!IsByThread)
      return true;
    bool AnyInside = false;
    for (unsigned Thread = 0; Thread != Program.threads(); ++Thread) {
      for (unsigned Exit : Loop.Exits)
        if (Inside[Thread] && Program.value(Exit, Thread) != 0)
          Inside[Thread] = 0;
      AnyInside |= Inside[Thread] != 0;
    }
    return AnyInside;
  }

  bool enterStart(size_t Depth, const ThreadMask &Inside) {
    if (Depth == StartLoops.size())
      return runInterval(Inside);
    bool BothActive = false;
    iterate(StartLoops[Depth], Inside, [&](const ThreadMask &Still) {
      BothActive |= enterStart(Depth + 1, Still);
      return BothActive;
    });
    return BothActive;
  }

  /// True when both accesses were made.
  bool runInterval(const ThreadMask &Inside) {
    Granules.clear();
    bool AnySecond = false;
    SmallVector<unsigned, 8> OfFirst;
    forEachBlock([&] {
      if (enterSite(First, FirstLoops, 0, Inside,
                    [&](const Visit &New, GranuleKey Key) { add(New, Key); }))
        OfFirst.push_back(BlockNumber);
    });
    Result.FirstActive |= !OfFirst.empty();
    if (OfFirst.empty() || isDone())
      return false;
    bool AreBlocks = Space.Relation.Kind == ThreadPair::DifferentBlocks;
    forEachBlock([&] {
      bool IsActive = enterSite(Second, SecondLoops, 0, Inside,
                                [&](const Visit &New, GranuleKey Key) { meet(New, Key); });
      AnySecond |= IsActive;
      // A block does not race with itself.
      Result.SecondActive |=
          IsActive &&
          (!AreBlocks || any_of(OfFirst, [&](unsigned Number) { return Number != BlockNumber; }));
    });
    return AnySecond;
  }

  template <typename Function> void forEachBlock(Function Do) {
    if (Space.Relation.Kind != ThreadPair::DifferentBlocks) {
      Do();
      return;
    }
    for (auto [Number, Block] : enumerate(Space.Blocks)) {
      BlockNumber = unsigned(Number);
      setBlock(Block);
      Do();
      if (isDone())
        return;
    }
  }

  template <typename Function>
  bool enterSite(const CompiledSite &Site, std::vector<CompiledLoop> &Loops, size_t Depth,
                 const ThreadMask &Inside, Function Do) {
    if (Depth == Loops.size())
      return visit(Site, Inside, Do);
    bool Active = false;
    iterate(Loops[Depth], Inside, [&](const ThreadMask &Still) {
      Active |= enterSite(Site, Loops, Depth + 1, Still, Do);
      return Active;
    });
    return Active;
  }

  template <typename Function>
  bool visit(const CompiledSite &Site, const ThreadMask &Inside, Function Do) {
    Program.compute(Site.ComputeUniform);
    if (any_of(Site.UniformGuards, [&](unsigned Step) { return Program.value(Step, 0) == 0; }))
      return false;
    Program.compute(Site.ComputeThread);
    Program.compute(Site.ComputeAddress);
    bool Active = false;
    unsigned Taking = 0;
    unsigned Bytes = Site.Placed->Site->Bytes;
    const ThreadSet *Among = &Site == &First ? Space.Relation.OfFirst : Space.Relation.OfSecond;
    std::optional<uint32_t> Point;
    for (unsigned Thread = 0; Thread != Program.threads(); ++Thread) {
      if (!Inside[Thread] || (Among && !Among->test(Thread)) ||
          any_of(Site.ThreadGuards,
                 [&](unsigned Step) { return Program.value(Step, Thread) == 0; }))
        continue;
      Active = true;
      ++Taking;
      if (!Point)
        Point = notePoint();
      Visit New;
      New.Thread = BlockNumber * Program.threads() + Thread;
      New.Point = *Point;
      New.Offset = Program.value(Site.Offset, Thread);
      New.Value = Site.Value ? Program.value(*Site.Value, Thread) : 0;
      uint32_t Group = Space.Relation.Share ? Thread / Space.Relation.Share : 0;
      // What lies beyond all of memory is not reached.
      int64_t End = 0;
      if (AddOverflow(New.Offset, int64_t(Bytes), End))
        continue;
      int64_t From = New.Offset >= 0 ? New.Offset / Granule : ~(~New.Offset / Granule);
      for (int64_t At = From; At * Granule < End; ++At) {
        Visited += StepsPerVisit;
        Do(New, GranuleKey{At, Group});
      }
      if (Result.Found == PairResult::Finding::Conflict)
        break;
    }
    unsigned &Most = &Site == &First ? Result.FirstThreads : Result.SecondThreads;
    Most = std::max(Most, Taking);
    return Active;
  }

  uint32_t notePoint() {
    SmallVector<int64_t, 4> &Counters = Points.emplace_back();
    for (const std::vector<CompiledLoop> *Loops : {&StartLoops, &FirstLoops, &SecondLoops})
      for (const CompiledLoop &Loop : *Loops)
        Counters.push_back(Program.variable(Loop.Variable));
    return uint32_t(Points.size() - 1);
  }

  /// Groups within a block begin with the block, however many threads that has.
  unsigned groupOf(const Visit &Visited) const {
    bool AreBlocks = Space.Relation.Kind == ThreadPair::DifferentBlocks;
    return (AreBlocks ? Visited.Thread : Visited.Thread % Program.threads()) /
           Space.Relation.Differ;
  }

  void add(const Visit &New, GranuleKey Key) {
    auto [Known, IsNew] = Granules.insert(Key);
    GranuleVisits &At = *Known;
    if (IsNew) {
      At.First = New;
    } else if (!At.HasSecond && groupOf(At.First) != groupOf(New)) {
      At.Second = New;
      At.HasSecond = true;
    } else if (At.HasSecond && HasValues && At.First.Value == At.Second.Value &&
               groupOf(At.First) != groupOf(New)) {
      At.Second = New;
    }
  }

  void meet(const Visit &New, GranuleKey Key) {
    const GranuleVisits *Known = Granules.find(Key);
    if (!Known)
      return;
    for (const Visit *Other : {&Known->First, &Known->Second}) {
      if ((Other == &Known->Second && !Known->HasSecond) || groupOf(*Other) == groupOf(New) ||
          !overlap(*Other, New))
        continue;
      bool Equal = HasValues && Other->Value == New.Value && Other->Offset == New.Offset &&
                   Space.First.Site->Bytes == Space.Second.Site->Bytes;
      if (Equal && Result.Found != PairResult::Finding::None)
        continue;
      Result.Found = Equal ? PairResult::Finding::EqualValues : PairResult::Finding::Conflict;
      Result.First = participant(Space.First, *Other);
      Result.Second = participant(Space.Second, New);
      if (!Equal)
        return;
    }
  }

  bool overlap(const Visit &One, const Visit &Other) const {
    return One.Offset < Other.Offset + int64_t(Space.Second.Site->Bytes) &&
           Other.Offset < One.Offset + int64_t(Space.First.Site->Bytes);
  }

  RaceParticipant participant(const PlacedSite &Placed, const Visit &Visited) const {
    RaceParticipant Who;
    Who.Thread = Program.indexOf(Visited.Thread % Program.threads());
    Who.Block = Space.Blocks[Visited.Thread / Program.threads()];
    Who.Offset = Visited.Offset;
    DenseMap<ExprRef, int64_t> Counters;
    size_t Number = 0;
    for (const auto *Loops : {&Space.StartLoops, &Space.First.Loops, &Space.Second.Loops})
      for (const IteratedLoop &Loop : *Loops)
        Counters[Loop.Counter] = Points[Visited.Point][Number++];
    for (const auto &[Loop, Iteration] : Placed.Iterations)
      Who.Iterations.push_back(
          {Loop, evaluate(Iteration, [&](ExprRef Leaf) { return Counters.lookup(Leaf); })});
    return Who;
  }

  const PairSpace &Space;
  ThreadProgram Program;
  int64_t Granule = 1;
  bool HasValues = false;
  CompiledSite First, Second;
  std::vector<CompiledLoop> FirstLoops, SecondLoops, StartLoops;
  unsigned BlockNumber = 0;
  /// Kept from pair to pair: fresh memory would take longer than all else.
  static thread_local GranuleTable Granules;
  std::vector<SmallVector<int64_t, 4>> Points;
  uint64_t Visited = 0;
  PairResult Result;
};

thread_local GranuleTable PairEnumerator::Granules;

} // namespace

PairResult enumeratePair(const RaceSetting &Setting, const PairSpace &Space) {
  return PairEnumerator(Setting, Space).run();
}

} // namespace memlint
