//===- AccessWalk.cpp - Which threads make an access, and where -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Bounds/AccessWalk.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Model/LaunchArguments.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

namespace {

/// Blocks at either end of a grid that are gone through where not all are.
constexpr uint64_t BlocksAtEnd = 256;
/// Numbers of 32 bits, signed or not, and a little more for offsets in bytes are below.
constexpr int64_t LargestNumber = int64_t(1) << 33;
/// Iterations of a loop whose end is not known.
constexpr int64_t MostPossibleIterations = int64_t(1) << 16;

using ThreadMask = std::vector<uint8_t>;

/// A loop around the access, compiled.
struct WalkedLoop {
  unsigned Loop = 0;
  unsigned Variable = 0;
  SmallVector<unsigned, 2> Exits;
  std::vector<unsigned> Compute;
  /// Some exit is not known: which threads are in the second iteration is not, either.
  bool HasUnknownExit = false;
  /// The iterations differ in what comes to the access, or where.
  bool Matters = false;
  /// The last iteration that there can be.
  int64_t Last = 0;
};

class SiteWalk {
public:
  SiteWalk(LaunchWalk &Launch, const KernelProgram &Kernel, const Access &Site,
           WalkedExecutions Wanted, const ThreadIndices &Indices, uint64_t &Budget,
           function_ref<bool(const AccessExecution &)> Visit)
      : Launch(Launch), Kernel(Kernel), Site(Site), Wanted(Wanted), Program(Indices),
        Budget(Budget), Visit(Visit) {}

  bool run(ArrayRef<std::array<int64_t, 3>> InBlocks) {
    if (!compile())
      return false;
    if (IsNever)
      return true;
    for (const std::array<int64_t, 3> &Block : InBlocks) {
      setBlock(Block);
      Now.Block = Block;
      enter(0, ThreadMask(Program.threads(), 1));
      if (IsDone || isOutOfBudget() || !dependsOnBlock())
        break;
    }
    Budget -= std::min(Budget, Program.spent() + Visited);
    return IsComplete && !IsDone;
  }

private:
  /// False: nothing can be said.
  bool compile() {
    if (!Site.Offset)
      return false;
    ExprRef Offset = Launch.specialise(Site.Offset);
    if (!Launch.isKnown(Offset, Site.Loops))
      return false;
    Address = Program.add(Offset);
    for (ExprRef Guard : Site.Guards)
      for (ExprRef Part : partsOf(Launch.specialise(Guard), ExprKind::And))
        if (Part->isConstant(0))
          IsNever = true;
        else if (Launch.isKnown(Part, Site.Loops))
          Guards.push_back(Program.add(Part));
        else if (Wanted == WalkedExecutions::Certain)
          return false;
    for (unsigned Number : Site.Loops)
      addLoop(Kernel.Loops[Number]);
    ComputeGuards = Program.needed(Guards);
    ComputeAddress = Program.needed(Address);
    for (WalkedLoop &Each : Loops)
      Each.Matters =
          dependsOn(Address, Each.Variable) ||
          any_of(Guards, [&](unsigned Step) { return dependsOn(Step, Each.Variable); }) ||
          any_of(Loops, [&](const WalkedLoop &Other) {
            return &Other != &Each && any_of(Other.Exits, [&](unsigned Exit) {
              return dependsOn(Exit, Each.Variable);
            });
          });
    return true;
  }

  void addLoop(const Loop &Source) {
    WalkedLoop New;
    New.Loop = Source.Id;
    New.Variable = unsigned(Program.step(Program.add(Source.Counter)).Number);
    New.Last = Source.Counter->range().High;
    size_t Depth = size_t(find(Site.Loops, Source.Id) - Site.Loops.begin());
    for (ExprRef Exit : Source.Exits)
      for (ExprRef Part : partsOf(Launch.specialise(Exit), ExprKind::Or))
        if (Launch.isKnown(Part, ArrayRef(Site.Loops).take_front(Depth + 1)))
          New.Exits.push_back(Program.add(Part));
        else
          New.HasUnknownExit = true;
    New.Compute = Program.needed(New.Exits);
    Loops.push_back(std::move(New));
  }

  bool dependsOn(unsigned Step, unsigned Variable) const {
    return Program.step(Step).dependsOn(Variable);
  }

  bool dependsOnBlock() const {
    return any_of(Program.variables(),
                  [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::BlockIndex; });
  }

  void setBlock(const std::array<int64_t, 3> &Block) {
    for (auto [Number, Leaf] : enumerate(Program.variables()))
      if (Leaf->leaf().Kind == LeafKind::BlockIndex)
        Program.set(unsigned(Number), Block[Leaf->leaf().Dimension]);
  }

  bool isOutOfBudget() {
    if (Program.spent() + Visited < Budget)
      return false;
    IsComplete = false;
    return true;
  }

  void enter(size_t Depth, const ThreadMask &Inside) {
    if (Depth == Loops.size())
      return visitThreads(Inside);
    const WalkedLoop &Loop = Loops[Depth];
    ThreadMask Still = Inside;
    for (int64_t Iteration = 0; !IsDone && !isOutOfBudget(); ++Iteration) {
      ++Visited;
      Program.set(Loop.Variable, Iteration);
      enter(Depth + 1, Still);
      // All threads of a later iteration were in the first one.
      if (!Loop.Matters)
        return;
      Program.compute(Loop.Compute);
      if (!leave(Loop, Still))
        return;
      if (!Loop.HasUnknownExit)
        continue;
      if (Wanted == WalkedExecutions::Certain || Iteration >= MostPossibleIterations) {
        IsComplete = false;
        return;
      }
      if (Iteration >= Loop.Last)
        return;
    }
  }

  /// Takes out of \p Inside who leaves \p Loop; whether someone is left.
  bool leave(const WalkedLoop &Loop, ThreadMask &Inside) {
    bool AnyInside = false;
    for (unsigned Thread = 0; Thread != Program.threads(); ++Thread) {
      Inside[Thread] &=
          none_of(Loop.Exits, [&](unsigned Exit) { return Program.value(Exit, Thread) != 0; });
      AnyInside |= Inside[Thread] != 0;
    }
    return AnyInside;
  }

  void visitThreads(const ThreadMask &Inside) {
    Program.compute(ComputeGuards);
    Program.compute(ComputeAddress);
    for (unsigned Thread = 0; Thread != Program.threads(); ++Thread) {
      if (!Inside[Thread] ||
          any_of(Guards, [&](unsigned Guard) { return Program.value(Guard, Thread) == 0; }))
        continue;
      ++Visited;
      Now.Thread = Program.indexOf(Thread);
      Now.Offset = Program.value(Address, Thread);
      Now.Iterations.clear();
      for (const WalkedLoop &Loop : Loops)
        Now.Iterations.push_back({Loop.Loop, Program.variable(Loop.Variable)});
      if (!Visit(Now)) {
        IsDone = true;
        return;
      }
    }
  }

  LaunchWalk &Launch;
  const KernelProgram &Kernel;
  const Access &Site;
  WalkedExecutions Wanted;
  ThreadProgram Program;
  uint64_t &Budget;
  function_ref<bool(const AccessExecution &)> Visit;
  unsigned Address = 0;
  SmallVector<unsigned, 8> Guards;
  SmallVector<WalkedLoop, 2> Loops;
  std::vector<unsigned> ComputeGuards, ComputeAddress;
  AccessExecution Now;
  uint64_t Visited = 0;
  bool IsNever = false, IsDone = false, IsComplete = true;
};

std::vector<std::array<int64_t, 3>> blocksOf(const LaunchContext &Launch) {
  if (!Launch.gridKnown())
    return {{0, 0, 0}};
  BlockShape Grid;
  // A number beyond all grids is not one of blocks.
  uint64_t Count = 1;
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
    Grid.Extent[Dimension] = std::max<uint64_t>(*Launch.Grid[Dimension], 1);
    Count *= std::min<uint64_t>(Grid.Extent[Dimension], uint64_t(1) << 20);
  }
  std::vector<std::array<int64_t, 3>> Blocks;
  for (uint64_t Number = 0; Number < std::min(Count, BlocksAtEnd); ++Number)
    Blocks.push_back(Grid.indexOf(Number));
  uint64_t All = Grid.threads();
  for (uint64_t Number = std::max(BlocksAtEnd, All - std::min(All, BlocksAtEnd)); Number < All;
       ++Number)
    Blocks.push_back(Grid.indexOf(Number));
  return Blocks;
}

} // namespace

LaunchWalk::LaunchWalk(ExprContext &Context, const KernelProgram &Kernel,
                       const LaunchContext &Launch)
    : Context(Context), Kernel(Kernel), Launch(Launch),
      Indices(BlockShape{{*Launch.Block[0], *Launch.Block[1], *Launch.Block[2]}}),
      Blocks(blocksOf(Launch)), OfLaunch(Context) {
  for (auto [Parameter, Value] : knownArguments(Context, Kernel, Launch))
    // A number that the parameter's type has no room for becomes another one.
    if (Parameter->range().contains(Value->range()))
      Arguments[Parameter] = Value;
  for (ExprRef Fact : Kernel.Facts)
    if (ExprRef Stated = specialise(Fact); isKnown(Stated, {}))
      Facts.push_back(Stated);
}

std::optional<BlockShape> LaunchWalk::grid() const {
  // No device launches more, and the product of so many does not wrap.
  constexpr std::array<uint64_t, 3> Most = {uint64_t(1) << 31, 1 << 16, 1 << 16};
  BlockShape Grid;
  for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
    uint64_t Extent = Launch.Grid[Dimension].value_or(0);
    if (Extent == 0 || Extent > Most[Dimension])
      return std::nullopt;
    Grid.Extent[Dimension] = Extent;
  }
  return Grid;
}

ExprRef LaunchWalk::specialise(ExprRef Root) {
  return OfLaunch.apply(Root, [&](ExprRef Leaf) -> ExprRef {
    if (ExprRef Known = Arguments.lookup(Leaf))
      return Known;
    const LeafInfo &Info = Leaf->leaf();
    // A loop's counter may have become known more narrowly later on.
    if (Info.Kind == LeafKind::LoopCounter && Info.Id < Kernel.Loops.size())
      return Kernel.Loops[Info.Id].Counter;
    return builtinInLaunch(Context, Leaf, Launch.Block, Launch.Grid);
  });
}

bool LaunchWalk::isKnown(ExprRef Root, ArrayRef<unsigned> Loops) const {
  return allLeaves(Root, [&](ExprRef Leaf) {
    const LeafInfo &Info = Leaf->leaf();
    if (Info.Kind == LeafKind::LoopCounter)
      return is_contained(Loops, Info.Id);
    return Info.Kind == LeafKind::ThreadIndex || Info.Kind == LeafKind::BlockIndex;
  });
}

static int64_t leafAt(ExprRef Leaf, const AccessExecution &At) {
  const LeafInfo &Info = Leaf->leaf();
  if (Info.Kind == LeafKind::ThreadIndex)
    return At.Thread[Info.Dimension];
  if (Info.Kind == LeafKind::BlockIndex)
    return At.Block[Info.Dimension];
  for (const auto &[Loop, Iteration] : At.Iterations)
    if (Loop == Info.Id)
      return Iteration;
  return 0;
}

bool LaunchWalk::isInRange(ExprRef Root, const AccessExecution &At) const {
  auto IsSmall = [&](ExprRef Node) {
    int64_t Value = evaluate(Node, [&](ExprRef Leaf) { return leafAt(Leaf, At); });
    return Value < LargestNumber && Value > -LargestNumber;
  };
  return IsSmall(Root) && !anyNode(Root, [&](ExprRef Node) {
           // What is converted to a type may be any number before.
           bool AllSmall = true;
           if (Node->kind() != ExprKind::Wrap)
             forEachOperand(Node, [&](ExprRef Operand) { AllSmall &= IsSmall(Operand); });
           return !AllSmall;
         });
}

bool LaunchWalk::agreesWithFacts(const AccessExecution &At) const {
  return all_of(Facts, [&](ExprRef Fact) {
    return evaluate(Fact, [&](ExprRef Leaf) { return leafAt(Leaf, At); }) != 0;
  });
}

bool LaunchWalk::passesLoops(const Access &Site, const AccessExecution &At) {
  return all_of(Kernel.Loops, [&](const Loop &Each) {
    return is_contained(Site.Loops, Each.Id) || any_of(Each.Exits, [&](ExprRef Exit) {
             ExprRef Known = specialise(Exit);
             return !isKnown(Known, {}) ||
                    evaluate(Known, [&](ExprRef Leaf) { return leafAt(Leaf, At); }) != 0;
           });
  });
}

bool LaunchWalk::isCertain(const Access &Site, const AccessExecution &At) {
  auto IsInRange = [&](ExprRef Root) { return isInRange(specialise(Root), At); };
  return agreesWithFacts(At) && passesLoops(Site, At) && IsInRange(Site.Offset) &&
         all_of(Site.Guards, IsInRange);
}

bool LaunchWalk::forEachExecution(const Access &Site, WalkedExecutions Wanted,
                                  ArrayRef<std::array<int64_t, 3>> InBlocks, uint64_t &Budget,
                                  function_ref<bool(const AccessExecution &)> Visit) {
  return SiteWalk(*this, Kernel, Site, Wanted, Indices, Budget, Visit).run(InBlocks);
}

} // namespace memlint
