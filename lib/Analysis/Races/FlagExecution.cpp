//===- FlagExecution.cpp - One execution of some blocks -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlagExecution.h"

#include "BarrierRemoval.h"
#include "Conflicts.h"
#include "SimulatedThread.h"
#include "SyncWalk.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

namespace {

/// Nodes that the threads pass in one execution.
constexpr unsigned MostSteps = 20'000;
/// Stands for data that the kernel does not write.
constexpr int64_t InventedValue = 2;

using Number = SimulatedNumber;
using Location = SimulatedLocation;
using Clock = SimulatedClock;
using Content = SimulatedContent;

class Execution {
public:
  Execution(const RaceSetting &Setting, const WaitingLoops &Waiting,
            ArrayRef<std::array<int64_t, 3>> Blocks, std::set<Location> &Flags,
            const ExecutionOptions &Options, OnSimulatedMeeting Meet)
      : Setting(Setting), Kernel(Setting.Kernel), Waiting(Waiting), Blocks(Blocks), Flags(Flags),
        Options(Options), Meet(Meet),
        Scope(Blocks.size() > 1 ? ThreadScope::Device : ThreadScope::Block),
        PerBlock(unsigned(Setting.threadIndices().Block.threads())) {
    for (unsigned Block = 0; Block != Blocks.size(); ++Block)
      for (unsigned InBlock = 0; InBlock != PerBlock; ++InBlock) {
        SimulatedThread &New = Threads.emplace_back();
        New.Block = Block;
        New.InBlock = InBlock;
      }
    for (auto [Id, Each] : enumerate(Threads)) {
      for (Clock *Of : {&Each.Seen, &Each.Ordered, &Each.Fenced, &Each.Pending})
        Of->resize(Threads.size());
      Each.Seen[Id] = Each.Ordered[Id] = 1;
    }
  }

  void run() {
    unsigned Current = 0;
    for (unsigned Step = 0; Step != MostSteps; ++Step) {
      if (Threads[Current].Is != SimulatedThread::State::Ready && !chooseNext(Current))
        return;
      MaySwitch = false;
      step(Current);
      if (MaySwitch)
        chooseNext(Current);
    }
  }

  bool isFollowed() const {
    return none_of(Threads, [](const SimulatedThread &Each) {
      return Each.Is == SimulatedThread::State::Stopped;
    });
  }

private:
  bool chooseNext(unsigned &Current) {
    unsigned Count = unsigned(Threads.size());
    unsigned From = Options.Order != Schedule::AtRandom ? Current + 1 : unsigned(random() % Count);
    for (unsigned Distance = 0; Distance != Count; ++Distance) {
      unsigned Next = (From + Distance) % Count;
      if (Threads[Next].Is == SimulatedThread::State::Ready) {
        Current = Next;
        return true;
      }
    }
    return false;
  }

  uint64_t random() {
    Seed = Seed * 6364136223846793005U + 1442695040888963407U;
    return Seed >> 33;
  }

  Number evaluate(const SimulatedThread &Who, ExprRef Root) {
    if (!Root)
      return std::nullopt;
    bool IsKnown = true;
    ExprRef Known = Setting.specialise(Root);
    int64_t Result = memlint::evaluate(Known, [&](ExprRef Leaf) -> int64_t {
      const LeafInfo &Info = Leaf->leaf();
      if (Info.Kind == LeafKind::ThreadIndex)
        return Setting.threadIndices().Block.indexOf(Who.InBlock)[Info.Dimension];
      if (Info.Kind == LeafKind::BlockIndex)
        return Blocks[Who.Block][Info.Dimension];
      auto Found = Who.Values.find(Leaf);
      if (Found != Who.Values.end() && Found->second)
        return *Found->second;
      IsKnown = false;
      return 0;
    });
    return IsKnown ? Number(Result) : std::nullopt;
  }

  /// Whether \p Condition holds, which may be known where a part of it is not: `a || b` does not
  /// ask for `b` where `a` holds.
  Number holds(const SimulatedThread &Who, ExprRef Condition) {
    bool IsAnd = Condition->kind() == ExprKind::And;
    if (!IsAnd && Condition->kind() != ExprKind::Or)
      return evaluate(Who, Condition);
    Number Result = IsAnd;
    for (ExprRef Operand : Condition->operands()) {
      Number Part = holds(Who, Operand);
      if (Part && (*Part != 0) != IsAnd)
        return !IsAnd;
      if (!Part)
        Result = std::nullopt;
    }
    return Result;
  }

  /// Variables of \p Around get what they are at the start of its first or next iteration.
  void carry(SimulatedThread &Who, const Loop &Around, bool GoesRound) {
    SmallVector<std::pair<ExprRef, Number>, 4> New;
    for (const CarriedValue &Each : Around.Carried)
      if (Each.Start->isLeaf())
        New.push_back({Each.Start, Each.EndObject
                                       ? std::nullopt
                                       : evaluate(Who, GoesRound ? Each.End : Each.Initial)});
    for (auto &[Leaf, Held] : New)
      Who.Values[Leaf] = Held;
  }

  void go(SimulatedThread &Who, size_t Successor) {
    const Node &From = Kernel.Nodes[Who.Node];
    if (Successor >= From.Successors.size()) {
      Who.Is = SimulatedThread::State::Done;
      return;
    }
    unsigned Next = From.Successors[Successor];
    if (const Node &To = Kernel.Nodes[Next]; To.Kind == NodeKind::LoopHead) {
      const Loop &Around = Kernel.Loops[To.Index];
      Number Before = Next < Who.Node ? Who.Values.lookup(Around.Counter) : std::nullopt;
      carry(Who, Around, /*GoesRound=*/Before.has_value());
      Who.Values[Around.Counter] = Before ? *Before + 1 : 0;
    }
    Who.Node = Next;
  }

  void step(unsigned Id) {
    SimulatedThread &Who = Threads[Id];
    const Node &At = Kernel.Nodes[Who.Node];
    switch (At.Kind) {
    case NodeKind::Exit:
      Who.Is = SimulatedThread::State::Done;
      // The others need not wait for it any more.
      for (auto [Other, Each] : enumerate(Threads))
        if (Each.Is == SimulatedThread::State::AtBarrier)
          meet(unsigned(Other));
      return;
    case NodeKind::Branch:
      return decide(Who, At);
    case NodeKind::Barrier:
      Who.Is = SimulatedThread::State::AtBarrier;
      return meet(Id);
    case NodeKind::Access:
      return access(Id, Kernel.Accesses[At.Index]);
    case NodeKind::Fence:
      if (Kernel.Fences[At.Index].Scope >= Scope) {
        join(Who.Ordered, Who.Pending);
        Who.Fenced = Who.Ordered;
      }
      return go(Who, 0);
    default:
      return go(Who, 0);
    }
  }

  void decide(SimulatedThread &Who, const Node &At) {
    if (At.Cases.empty()) {
      Number Holds = At.Condition ? holds(Who, At.Condition) : std::nullopt;
      if (Holds)
        return go(Who, *Holds ? 0 : 1);
    }
    for (auto [Successor, Case] : enumerate(At.Cases)) {
      Number Holds = evaluate(Who, Case);
      if (!Holds)
        break;
      if (*Holds)
        return go(Who, Successor);
    }
    Who.Is = SimulatedThread::State::Stopped;
  }

  /// The thread waits at a barrier: all go on if it is the last one.
  void meet(unsigned Id) {
    unsigned Node = Threads[Id].Node;
    const Barrier &At = Kernel.Barriers[Kernel.Nodes[Node].Index];
    if (At.Scope == BarrierScope::Thread) {
      Threads[Id].Is = SimulatedThread::State::Ready;
      return go(Threads[Id], 0);
    }
    bool IsFollowed = !At.IsUncertain && !At.Mask && !At.Id && !At.IsArrival &&
                      (At.Scope == BarrierScope::Warp || At.Scope == BarrierScope::Block);
    if (!IsFollowed) {
      Threads[Id].Is = SimulatedThread::State::Stopped;
      return;
    }
    unsigned Size = At.Scope == BarrierScope::Warp ? At.GroupSize : PerBlock;
    SmallVector<unsigned, 64> Group;
    for (auto [Other, Each] : enumerate(Threads)) {
      if (Each.Block != Threads[Id].Block || Each.InBlock / Size != Threads[Id].InBlock / Size ||
          Each.Is == SimulatedThread::State::Done)
        continue;
      if (Each.Is != SimulatedThread::State::AtBarrier || Each.Node != Node)
        return;
      Group.push_back(unsigned(Other));
    }
    Clock Seen(Threads.size()), Ordered(Threads.size()), Fenced(Threads.size());
    for (unsigned Other : Group) {
      join(Seen, Threads[Other].Seen);
      // Each thread's own fence before the barrier is as good as one fence behind it.
      join(Fenced, Threads[Other].Fenced);
      join(Ordered, Threads[Other].Ordered);
      // What a thread of the block has read comes before what is behind its barrier.
      if (At.Scope == BarrierScope::Block)
        join(Ordered, Threads[Other].Pending);
    }
    for (unsigned Other : Group) {
      Threads[Other].Seen = Seen;
      Threads[Other].Ordered = Ordered;
      Threads[Other].Fenced = Fenced;
      tick(Other);
      Threads[Other].Is = SimulatedThread::State::Ready;
      go(Threads[Other], 0);
    }
  }

  void access(unsigned Id, const Access &Site) {
    SimulatedThread &Who = Threads[Id];
    const MemoryObject &Object = Kernel.Objects[Site.Object];
    Number Offset = evaluate(Who, Site.Offset);
    bool IsKnown = Offset && Object.OneOf.empty() && Object.Kind != ObjectKind::LoadedPointer &&
                   Object.Kind != ObjectKind::Unknown && Site.Kind != AccessKind::AsyncCopy;
    if (!IsKnown) {
      if (Site.Kind != AccessKind::Load)
        Who.Is = SimulatedThread::State::Stopped;
      else if (Site.Result)
        Who.Values[Site.Result] = std::nullopt;
      if (Who.Is == SimulatedThread::State::Ready)
        go(Who, 0);
      return;
    }
    bool IsLocal = Object.Space != MemorySpace::Global && Object.Space != MemorySpace::Shared;
    Location At = {Object.Id, *Offset,
                   IsLocal                               ? Id + 1
                   : Object.Space == MemorySpace::Shared ? Who.Block
                                                         : 0};
    if ((seesOthers(Site) || endsWait(Site)) && !IsLocal)
      Flags.insert(At);
    if (Flags.contains(At))
      synchronise(Id, Site, At);
    else if (!IsLocal)
      compare(Id, Site, At);
    perform(Who, Site, At);
    go(Who, 0);
  }

  void tick(unsigned Id) {
    ++Threads[Id].Seen[Id];
    ++Threads[Id].Ordered[Id];
  }

  /// A thread that looks once, by an atomic, as the last one to count does: loads seldom go past
  /// that.
  bool isCounted(const Access &Site) const {
    return Site.Kind == AccessKind::Atomic &&
           none_of(Site.Loops, [&](unsigned Loop) { return Waiting.all()[Loop].Polls == &Site; });
  }

  /// The loop around it waits for what it reads, be it by plain loads.
  bool endsWait(const Access &Site) const {
    return Site.Result && !Site.Loops.empty() && Waiting.all()[Site.Loops.back()].waits() &&
           any_of(Kernel.Loops[Site.Loops.back()].Exits, [&](ExprRef Exit) {
             return anyLeaf(Exit, [&](ExprRef Leaf) { return Leaf == Site.Result; });
           });
  }

  static void note(std::set<Location> &Of, const Location &At, bool IsOfThem) {
    if (IsOfThem)
      Of.insert(At);
    else
      Of.erase(At);
  }

  /// Each write of a flag tells what its thread has seen, and each read of it learns that.
  void synchronise(unsigned Id, const Access &Site, const Location &At) {
    SimulatedThread &Who = Threads[Id];
    bool Reads = Site.Kind != AccessKind::Store, Writes = Site.Kind != AccessKind::Load;
    auto Found = Memory.find(At);
    bool IsUnset = Found == Memory.end();
    if (Reads) {
      note(Who.Unset, At, IsUnset);
      note(Who.Relative, At, IsUnset || Found->second.IsRelative);
      if (!IsUnset && !Found->second.Seen.empty()) {
        join(Who.Seen, Found->second.Seen);
        join(acquires(Site, Scope) || isCounted(Site) ? Who.Ordered : Who.Pending,
             Found->second.Released);
      }
    }
    if (Writes) {
      Content &Written = Memory[At];
      if (IsUnset) {
        Written.Value = Options.Start;
        Written.IsRelative = true;
      }
      Written.Seen.resize(Threads.size());
      Written.Released.resize(Threads.size());
      join(Written.Seen, Who.Seen);
      join(Written.Released, releases(Site, Scope) ? Who.Ordered : Who.Fenced);
      tick(Id);
    }
    bool Repeats = Reads && Who.LastRead == std::pair(Site.Id, Writings);
    Writings += Writes && !addsNothing(Site);
    Who.LastRead = {Site.Id, Writings};
    MaySwitch = Repeats || (Options.Order == Schedule::AtWrites
                                ? Writes
                                : Options.Order == Schedule::AtFlags || random() % 4 == 0);
  }

  void write(const SimulatedThread &Who, Content &To, ExprRef Value) {
    To.Value = evaluate(Who, Value);
    To.IsRelative = !(Value && Value->isConstant()) && !Who.Relative.empty();
  }

  void perform(SimulatedThread &Who, const Access &Site, const Location &At) {
    auto Found = Memory.find(At);
    Number Before = Found != Memory.end() ? Found->second.Value
                    : Flags.contains(At)  ? Number(Options.Start)
                    : Options.InventsData ? Number(InventedValue)
                                          : std::nullopt;
    if (Site.Kind == AccessKind::Store) {
      write(Who, Memory[At], Site.Value);
    } else if (Site.Kind == AccessKind::Atomic) {
      Content &Here = Memory[At];
      Number Addend = evaluate(Who, Site.Addend), Expected = evaluate(Who, Site.Expected);
      bool IsSwap = Site.Form == RequestForm::CompareAndSwap;
      if (Site.Addend || (IsSwap && (!Before || !Expected)))
        Here.Value = Before && Addend ? Number(*Before + *Addend) : std::nullopt;
      else if (!IsSwap || *Before == *Expected)
        write(Who, Here, Site.Value);
    }
    if (Site.Result)
      Who.Values[Site.Result] = Before;
  }

  /// Tells how the access comes behind those before it at the same location.
  void compare(unsigned Id, const Access &Site, const Location &At) {
    SimulatedThread &Who = Threads[Id];
    if (Options.Made)
      Options.Made->insert(&Site);
    RememberedVisit New{Id, Who.Seen[Id], &Site, participant(Who, Site, std::get<1>(At)),
                        !Who.Relative.empty()};
    std::vector<RememberedVisit> &Here = Visits[At];
    for (const RememberedVisit &Old : Here) {
      bool Conflicts = Old.Thread != Id && Old.Site->Bytes == Site.Bytes &&
                       (Old.Site->Kind != AccessKind::Load || Site.Kind != AccessKind::Load);
      bool IsSeen = Old.Time <= Who.Seen[Old.Thread];
      bool LacksFence = IsSeen && Who.Unset.empty() && Old.Site->Kind != AccessKind::Load &&
                        Old.Time > Who.Ordered[Old.Thread] &&
                        (Threads[Old.Thread].Block != Who.Block || Blocks.size() == 1);
      SimulatedOrder Order = LacksFence                      ? SimulatedOrder::LacksFence
                             : IsSeen || Options.InventsData ? SimulatedOrder::Ordered
                             : Old.IsAfterRelative || New.IsAfterRelative
                                 ? SimulatedOrder::UnorderedSoFar
                                 : SimulatedOrder::Unordered;
      if (Conflicts)
        Meet(std::pair(Old.Site, Old.Who), std::pair(&Site, New.Who),
             relate(Threads[Old.Thread], Who), Order);
    }
    erase_if(Here,
             [&](const RememberedVisit &Old) { return Old.Thread == Id && Old.Site == &Site; });
    Here.push_back(std::move(New));
  }

  ThreadPair relate(const SimulatedThread &One, const SimulatedThread &Other) const {
    if (One.Block != Other.Block)
      return ThreadPair::DifferentBlocks;
    unsigned WarpLanes = Kernel.Device.WarpLanes;
    return One.InBlock / WarpLanes == Other.InBlock / WarpLanes ? ThreadPair::SameWarp
                                                                : ThreadPair::DifferentWarps;
  }

  RaceParticipant participant(const SimulatedThread &Who, const Access &Site,
                              int64_t Offset) const {
    RaceParticipant Result;
    Result.Thread = Setting.threadIndices().Block.indexOf(Who.InBlock);
    Result.Block = Blocks[Who.Block];
    Result.Offset = Offset;
    for (unsigned Loop : Site.Loops)
      if (auto Found = Who.Values.find(Kernel.Loops[Loop].Counter); Found != Who.Values.end())
        Result.Iterations.push_back({Loop, Found->second.value_or(0)});
    return Result;
  }

  const RaceSetting &Setting;
  const KernelProgram &Kernel;
  const WaitingLoops &Waiting;
  ArrayRef<std::array<int64_t, 3>> Blocks;
  std::set<Location> &Flags;
  const ExecutionOptions &Options;
  OnSimulatedMeeting Meet;
  /// That holds all threads.
  ThreadScope Scope;
  uint64_t Seed = 12345;
  unsigned PerBlock;
  std::vector<SimulatedThread> Threads;
  std::map<Location, Content> Memory;
  std::map<Location, std::vector<RememberedVisit>> Visits;
  unsigned Writings = 0;
  bool MaySwitch = false;
};

} // namespace

bool executeFlags(const RaceSetting &Setting, const WaitingLoops &Waiting,
                  ArrayRef<std::array<int64_t, 3>> Blocks, std::set<SimulatedLocation> &Flags,
                  const ExecutionOptions &Options, OnSimulatedMeeting Meet) {
  Execution Running(Setting, Waiting, Blocks, Flags, Options, Meet);
  Running.run();
  return Running.isFollowed();
}

} // namespace memlint
