//===- ArrivalSplit.cpp - Who reaches a barrier and who does not ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Barriers/ArrivalSplit.h"

#include "cuda-memlint/Analysis/Cost/LaunchRelations.h"
#include "cuda-memlint/Analysis/Cost/LaunchValues.h"

#include "cuda-memlint/Model/LaunchContext.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <set>

using namespace llvm;

namespace memlint {

namespace {

/// Iterations followed in a loop with an unknown trip count.
constexpr int64_t MostUncertainIterations = 64;
/// Iterations tried for somebody to come, where no thread's fate depends on the iteration.
constexpr int64_t MostAlikeIterations = 8;

class SplitSearch {
public:
  SplitSearch(ExprContext &Expressions, const KernelProgram &Kernel, const Site &At,
              const LaunchContext &Launch, const MeetingGroup &Group, uint64_t Budget,
              function_ref<bool(const ArrivalSplit &)> Counts)
      : Expressions(Expressions), Kernel(Kernel), At(At), Launch(Launch), Group(Group),
        Counts(Counts), Budget(Budget), Values(extents(Launch), countersAround(Kernel, At)),
        Common(ThreadValues::ofAllAtOnce(extents(Launch), countersAround(Kernel, At))),
        Narrowed(narrowedByGrid(Expressions, relationsIn(Expressions, Kernel, Launch))) {
    for (ExprRef Guard : At.Guards)
      Guards.push_back(add(Guard));
    for (unsigned Number : At.Loops) {
      SmallVector<unsigned, 2> &LoopExits = Exits.emplace_back();
      for (ExprRef Exit : Kernel.Loops[Number].Exits)
        LoopExits.push_back(add(Exit));
    }
    if (Group.Mask)
      addMask();
    LeftAt.resize(Values.threads());
  }

  std::optional<ArrivalSplit> run() {
    if (!mayDiffer())
      return std::nullopt;
    Index3 Last = {};
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension)
      if (isBlockIndexUsed(Dimension))
        Last[Dimension] = lastBlock(Dimension);
    if (isSameForAll({}, Last))
      return std::nullopt;
    std::set<Index3> Seen;
    auto Visit = [&](const Index3 &Block) {
      if (!Seen.insert(Block).second)
        return false;
      if (Group.Scope != MeetingGroup::Kind::Grid && isSameForAll(Block, Block))
        return isOverBudget();
      Values.setBlock(Block);
      this->Block = Block;
      std::vector<Truth> InLoop(Values.threads(), Truth::Yes);
      walk(0, InLoop);
      return Found.has_value() || isOverBudget();
    };
    // Faults are at the edges of the grid more often than in its middle.
    for (unsigned Corner = 0; Corner != 8; ++Corner)
      if (Visit({Corner & 1 ? Last[0] : 0, Corner & 2 ? Last[1] : 0, Corner & 4 ? Last[2] : 0}))
        return Found;
    for (Index3 At = Last; At[2] >= 0; --At[2])
      for (At[1] = Last[1]; At[1] >= 0; --At[1])
        for (At[0] = Last[0]; At[0] >= 0; --At[0])
          if (Visit(At))
            return Found;
    return Found;
  }

  uint64_t steps() const { return Values.steps() + Common.steps(); }

private:
  static std::array<uint64_t, 3> extents(const LaunchContext &Launch) {
    return {*Launch.Block[0], *Launch.Block[1], *Launch.Block[2]};
  }

  unsigned add(ExprRef Written) {
    ExprRef InLaunch = withLaunchValues(Expressions, Written, Kernel, Launch);
    Conditions.push_back(
        Expressions.substitute(InLaunch, [&](ExprRef Leaf) { return Narrowed.lookup(Leaf); }));
    Common.add(Conditions.back());
    return Values.add(Conditions.back());
  }

  /// Of a ballot among all lanes the votes are known rather than the mask.
  void addMask() {
    auto Ballot = find_if(Kernel.WarpOperations, [&](const WarpOperation &Item) {
      return Item.Ballot == Group.Mask && !Item.Mask && Item.Vote && isAround(Item);
    });
    if (Ballot == Kernel.WarpOperations.end()) {
      if (!namesAllLanes(Group.Mask))
        Mask = add(Group.Mask);
      return;
    }
    Votes.push_back(add(Ballot->Vote));
    for (ExprRef Guard : Ballot->Guards)
      Votes.push_back(add(Guard));
  }

  bool namesAllLanes(ExprRef Written) const {
    LaneMask All = ~LaneMask(0) >> (64 - Kernel.Device.WarpLanes);
    return Written->isConstant() && (LaneMask(Written->constantTerm()) & All) == All;
  }

  /// All loops around \p Other are around the site as well.
  bool isAround(const Site &Other) const {
    return all_of(Other.Loops, [&](unsigned Number) { return is_contained(At.Loops, Number); });
  }

  bool isOverBudget() const { return steps() > Budget; }

  bool isRelevant(unsigned Root) const {
    return Values.variesByThread(Root) ||
           (Group.Scope == MeetingGroup::Kind::Grid && Values.variesByBlock(Root));
  }

  /// The lanes of a group come together where all that decides is the same for them.
  bool mayDiffer() {
    auto Relevant = [&](unsigned Root) {
      return isRelevant(Root) &&
             (Group.Scope != MeetingGroup::Kind::Group || Values.variesWithin(Root, Group.Size));
    };
    if (any_of(Guards, Relevant) || Mask || !Votes.empty())
      return true;
    return any_of(Exits, [&](const auto &Conditions) { return any_of(Conditions, Relevant); });
  }

  /// The threads that come differ from iteration to iteration of the loop at \p Depth.
  bool differsByIteration(unsigned Depth) const {
    auto Differs = [&](unsigned Root) {
      return isRelevant(Root) && Values.variesByIteration(Root, Depth);
    };
    if (any_of(Guards, Differs) ||
        any_of(Exits[Depth], [&](unsigned Exit) { return isRelevant(Exit); }))
      return true;
    return any_of(Exits, [&](const auto &Conditions) { return any_of(Conditions, Differs); });
  }

  bool isBlockIndexUsed(unsigned Dimension) const {
    return any_of(Conditions, [&](ExprRef Condition) {
      return anyLeaf(Condition, [&](ExprRef Leaf) {
        return Leaf->leaf().Kind == LeafKind::BlockIndex && Leaf->leaf().Dimension == Dimension;
      });
    });
  }

  /// Of a grid that is not known there is a first block; and a second, where blocks meet.
  int64_t lastBlock(unsigned Dimension) const {
    if (Launch.Grid[Dimension])
      return int64_t(*Launch.Grid[Dimension]) - 1;
    return Group.Scope == MeetingGroup::Kind::Grid ? 1 : 0;
  }

  /// All threads of the blocks from \p First to \p Last do the same, as intervals of all that they
  /// compute show. Most blocks of a grid are so, and cost one thread's evaluation.
  bool isSameForAll(const Index3 &First, const Index3 &Last) {
    if (Mask || !Votes.empty())
      return false;
    Common.setBlocks(First, Last);
    return walkTogether(0).has_value();
  }

  /// What walk() does with all threads at once: they come to the site, or do not; nothing where
  /// some may do otherwise than others.
  std::optional<bool> walkTogether(unsigned Depth) {
    if (Depth == Exits.size())
      return holds(Guards, /*All=*/true);
    bool Differs = differsByIteration(Depth), AnyCame = false;
    for (int64_t Iteration = 0; !isOverBudget(); ++Iteration) {
      Common.setIteration(Depth, Iteration);
      std::optional<bool> Came = walkTogether(Depth + 1);
      std::optional<bool> Leave = holds(Exits[Depth], /*All=*/false);
      if (!Came || !Leave)
        return std::nullopt;
      AnyCame |= *Came;
      if (*Leave || (Exits[Depth].empty() && Iteration >= MostUncertainIterations) ||
          (!Differs && (AnyCame || Iteration >= MostAlikeIterations)))
        return AnyCame;
    }
    return std::nullopt;
  }

  /// All, or any, of \p Roots hold for all threads; nothing where that is not known of one.
  std::optional<bool> holds(ArrayRef<unsigned> Roots, bool All) {
    bool Result = All;
    for (unsigned Root : Roots) {
      Truth Known = Common.truth(Root, 0);
      if (Known == Truth::Maybe)
        return std::nullopt;
      Result = All ? Result && Known == Truth::Yes : Result || Known == Truth::Yes;
    }
    return Result;
  }

  /// Somebody may come to the site.
  bool walk(unsigned Depth, const std::vector<Truth> &InLoop) {
    if (Depth == Exits.size())
      return arrive(InLoop);
    bool Differs = differsByIteration(Depth), AnyCame = false;
    std::vector<Truth> Still = InLoop;
    for (int64_t Iteration = 0; !Found && !isOverBudget(); ++Iteration) {
      Values.setIteration(Depth, Iteration);
      Iterations.push_back({At.Loops[Depth], Iteration});
      AnyCame |= walk(Depth + 1, Still);
      for (unsigned Exit : Exits[Depth])
        leave(Exit, Still);
      bool Any = any_of(Still, [](Truth Known) { return Known != Truth::No; });
      bool Uncertain = Exits[Depth].empty() || is_contained(Still, Truth::Maybe);
      Iterations.pop_back();
      if (!Any || (Uncertain && Iteration >= MostUncertainIterations) ||
          (!Differs && (AnyCame || Iteration >= MostAlikeIterations)))
        break;
    }
    return AnyCame;
  }

  /// Threads for which \p Exit holds are not in the loop any more.
  void leave(unsigned Exit, std::vector<Truth> &Still) {
    ArrayRef<Truth> Leaves = Values.truths(Exit);
    for (unsigned Thread = 0; Thread != Still.size(); ++Thread) {
      if (Still[Thread] == Truth::No)
        continue;
      Still[Thread] = std::min(Still[Thread], !Leaves[Thread]);
      if (Still[Thread] == Truth::No)
        LeftAt[Thread] = Iterations.back();
    }
  }

  bool arrive(const std::vector<Truth> &InLoop) {
    std::vector<Truth> Comes = InLoop;
    for (unsigned Guard : Guards) {
      ArrayRef<Truth> Holds = Values.truths(Guard);
      for (unsigned Thread = 0; Thread != Comes.size(); ++Thread)
        Comes[Thread] = std::min(Comes[Thread], Holds[Thread]);
    }
    if (Group.Scope == MeetingGroup::Kind::Group)
      judgeGroups(InLoop, Comes);
    else
      judgeBlock(InLoop, Comes);
    return any_of(Comes, [](Truth Known) { return Known != Truth::No; });
  }

  void judgeBlock(const std::vector<Truth> &InLoop, const std::vector<Truth> &Comes) {
    std::optional<unsigned> Coming = firstComing(Comes, 0, unsigned(Comes.size()));
    auto Absent = find(Comes, Truth::No);
    bool AnyAbsent = Absent != Comes.end();
    unsigned Missing = unsigned(Absent - Comes.begin());
    if (Group.Scope == MeetingGroup::Kind::Block) {
      if (Coming && AnyAbsent)
        offerEachCause(*Coming, Missing, Comes, InLoop);
      return;
    }
    // Threads of different blocks meet in the same iterations.
    std::vector<int64_t> Key;
    for (const LoopIteration &Iteration : Iterations)
      Key.push_back(Iteration.Number);
    Meeting &There = Meetings[Key];
    if (Coming && !There.Coming)
      There.Coming = threadId(*Coming);
    if (AnyAbsent && !There.Missing)
      There.Missing = makeMissing(Missing, InLoop);
    if (There.Coming && There.Missing) {
      There.Missing->Coming = *There.Coming;
      accept(*There.Missing);
    }
  }

  /// Of the threads from \p Missing on that do not come, the first for each reason.
  void offerEachCause(unsigned Coming, unsigned Missing, const std::vector<Truth> &Comes,
                      const std::vector<Truth> &InLoop) {
    std::set<std::pair<std::optional<unsigned>, std::optional<unsigned>>> Offered;
    for (unsigned Thread = Missing; Thread != Comes.size() && !Found; ++Thread) {
      if (Comes[Thread] != Truth::No)
        continue;
      ArrivalSplit Split = makeMissing(Thread, InLoop);
      auto Loop = Split.Left ? std::optional(Split.Left->Loop) : std::nullopt;
      if (Offered.insert({Split.Guard, Loop}).second) {
        Split.Coming = threadId(Coming);
        accept(Split);
      }
    }
  }

  void judgeGroups(const std::vector<Truth> &InLoop, const std::vector<Truth> &Comes) {
    for (unsigned First = 0; First < Comes.size() && !Found; First += Group.Size) {
      unsigned End = std::min(First + Group.Size, unsigned(Comes.size()));
      std::optional<unsigned> Coming = firstComing(Comes, First, End);
      if (!Coming)
        continue;
      for (unsigned Thread = *Coming; Thread != End && !Found; ++Thread) {
        std::optional<LaneMask> Named = maskOf(Thread);
        if (Comes[Thread] != Truth::Yes || !Named ||
            *Named >> (Thread % Kernel.Device.WarpLanes) & 1)
          continue;
        ArrivalSplit Split;
        Split.Coming = threadId(Thread);
        Split.OutsideMask = true;
        Split.Iterations.assign(Iterations.begin(), Iterations.end());
        accept(Split);
      }
      std::optional<LaneMask> Named = maskOf(*Coming);
      for (unsigned Thread = First; Named && Thread != End && !Found; ++Thread)
        if (Comes[Thread] == Truth::No && *Named >> (Thread % Kernel.Device.WarpLanes) & 1)
          offer(*Coming, Thread, InLoop);
    }
  }

  /// The lanes that \p Thread waits for, where that is known.
  std::optional<LaneMask> maskOf(unsigned Thread) {
    if (!Votes.empty())
      return ballotOf(Thread);
    if (!Mask)
      return ~LaneMask(0);
    std::optional<int64_t> Known = Values.number(*Mask, Thread);
    return Known ? std::optional(LaneMask(*Known)) : std::nullopt;
  }

  std::optional<LaneMask> ballotOf(unsigned Thread) {
    LaneMask Named = 0;
    unsigned WarpLanes = Kernel.Device.WarpLanes;
    unsigned First = Thread - Thread % WarpLanes;
    for (unsigned Lane = 0; Lane != WarpLanes && First + Lane < Values.threads(); ++Lane) {
      Truth Is = Truth::Yes;
      for (unsigned Vote : Votes)
        Is = std::min(Is, Values.truth(Vote, First + Lane));
      if (Is == Truth::Maybe)
        return std::nullopt;
      Named |= LaneMask(Is == Truth::Yes) << Lane;
    }
    return Named;
  }

  /// One that surely comes, else one that may.
  static std::optional<unsigned> firstComing(const std::vector<Truth> &Comes, unsigned First,
                                             unsigned End) {
    for (Truth Wanted : {Truth::Yes, Truth::Maybe})
      for (unsigned Thread = First; Thread != End; ++Thread)
        if (Comes[Thread] == Wanted)
          return Thread;
    return std::nullopt;
  }

  ThreadId threadId(unsigned Thread) const { return {Block, Values.threadIndex(Thread)}; }

  ArrivalSplit makeMissing(unsigned Missing, const std::vector<Truth> &InLoop) {
    ArrivalSplit Split;
    Split.Missing = threadId(Missing);
    Split.Iterations.assign(Iterations.begin(), Iterations.end());
    if (InLoop[Missing] == Truth::No) {
      Split.Left = LeftAt[Missing];
      return Split;
    }
    for (auto [Number, Guard] : enumerate(Guards))
      if (Values.truth(Guard, Missing) == Truth::No) {
        Split.Guard = unsigned(Number);
        break;
      }
    return Split;
  }

  void offer(unsigned Coming, unsigned Missing, const std::vector<Truth> &InLoop) {
    ArrivalSplit Split = makeMissing(Missing, InLoop);
    Split.Coming = threadId(Coming);
    accept(Split);
  }

  void accept(const ArrivalSplit &Split) {
    if (Counts(Split))
      Found = Split;
  }

  struct Meeting {
    std::optional<ThreadId> Coming;
    std::optional<ArrivalSplit> Missing;
  };

  ExprContext &Expressions;
  const KernelProgram &Kernel;
  const Site &At;
  const LaunchContext &Launch;
  const MeetingGroup &Group;
  function_ref<bool(const ArrivalSplit &)> Counts;
  uint64_t Budget;
  ThreadValues Values;
  /// The same conditions, under the same numbers, for all threads at once.
  ThreadValues Common;
  /// Parameters that are at least as large as a grid of one block needs.
  DenseMap<ExprRef, ExprRef> Narrowed;
  std::vector<ExprRef> Conditions;
  SmallVector<unsigned, 4> Guards;
  /// By depth of the loop.
  SmallVector<SmallVector<unsigned, 2>, 2> Exits;
  std::optional<unsigned> Mask;
  /// The mask is of the lanes for which all of these hold; none: it is Mask.
  SmallVector<unsigned, 4> Votes;

  Index3 Block = {};
  SmallVector<LoopIteration, 2> Iterations;
  /// By thread, where it has left a loop.
  std::vector<LoopIteration> LeftAt;
  std::map<std::vector<int64_t>, Meeting> Meetings;
  std::optional<ArrivalSplit> Found;
};

} // namespace

std::optional<ArrivalSplit> findArrivalSplit(ExprContext &Expressions, const KernelProgram &Kernel,
                                             const Site &At, const LaunchContext &Launch,
                                             const MeetingGroup &Group, ArrivalBudget &Budget,
                                             function_ref<bool(const ArrivalSplit &)> Counts) {
  if (!Launch.hasUsableBlock())
    return std::nullopt;
  SplitSearch Find(Expressions, Kernel, At, Launch, Group, std::min(Budget.OfSearch, Budget.Left),
                   Counts);
  std::optional<ArrivalSplit> Found = Find.run();
  Budget.Left -= std::min(Budget.Left, Find.steps());
  return Found;
}

} // namespace memlint
