//===- AccessTouches.cpp - Which threads touch which bytes ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Publication/AccessTouches.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

using namespace llvm;

namespace memlint {

namespace {

/// Iterations that are looked at of one loop, and of each of several.
constexpr int64_t MostIterations = 32, MostIterationsOfEach = 4;
constexpr size_t MostTouches = size_t(1) << 16;

class Sampler {
public:
  Sampler(ExprContext &Expressions, const KernelProgram &Kernel, const Access &Site,
          const LaunchContext &Launch)
      : Launch(Launch), Values({*Launch.Block[0], *Launch.Block[1], *Launch.Block[2]},
                               countersAround(Kernel, Site)) {
    auto Add = [&](ExprRef Written) {
      return Values.add(withLaunchValues(Expressions, Written, Kernel, Launch));
    };
    for (ExprRef Guard : Site.Guards)
      Guards.push_back(Add(Guard));
    for (unsigned Number : Site.Loops) {
      SmallVector<unsigned, 2> &LoopExits = Exits.emplace_back();
      for (ExprRef Exit : Kernel.Loops[Number].Exits)
        LoopExits.push_back(Add(Exit));
    }
    Offset = Values.add(
        withAnyArguments(Expressions, withLaunchValues(Expressions, Site.Offset, Kernel, Launch)));
  }

  std::vector<Touch> run() {
    for (const Index3 &At : blocks()) {
      Block = At;
      Values.setBlock(At);
      std::vector<Truth> InLoop(Values.threads(), Truth::Yes);
      walk(0, InLoop);
    }
    return std::move(Touches);
  }

private:
  /// Primes, so that no two products of them with indices are alike by chance.
  static ExprRef withAnyArguments(ExprContext &Expressions, ExprRef Root) {
    static constexpr std::array<int64_t, 4> Any = {100003, 130003, 160001, 190027};
    return Expressions.substitute(Root, [&](ExprRef Leaf) -> ExprRef {
      const LeafInfo &Info = Leaf->leaf();
      if (Info.Kind == LeafKind::Parameter)
        return Expressions.constant(Any[Info.Id % Any.size()]);
      return Info.Kind == LeafKind::GridDimension ? Expressions.constant(1009) : nullptr;
    });
  }

  /// The first, its neighbours, the one in the middle, and the last; of a grid that is not known,
  /// the first two.
  std::set<Index3> blocks() const {
    std::set<Index3> Sampled = {{}};
    Index3 Last = {};
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
      Last[Dimension] = Launch.Grid[Dimension] ? int64_t(*Launch.Grid[Dimension]) - 1
                        : Dimension == 0       ? 1
                                               : 0;
      if (Last[Dimension] > 0) {
        Index3 Next = {};
        Next[Dimension] = 1;
        Sampled.insert(Next);
        // Often one half of the blocks hands data to the other.
        Next[Dimension] = (Last[Dimension] + 1) / 2;
        Sampled.insert(Next);
      }
    }
    Sampled.insert(Last);
    return Sampled;
  }

  void walk(unsigned Depth, const std::vector<Truth> &InLoop) {
    if (Depth == Exits.size()) {
      touch(InLoop);
      return;
    }
    std::vector<Truth> Still = InLoop;
    int64_t Most = Exits.size() == 1 ? MostIterations : MostIterationsOfEach;
    for (int64_t Iteration = 0; Iteration != Most; ++Iteration) {
      Values.setIteration(Depth, Iteration);
      walk(Depth + 1, Still);
      for (unsigned Thread = 0; Thread != Values.threads(); ++Thread)
        for (unsigned Exit : Exits[Depth])
          Still[Thread] = std::min(Still[Thread], !Values.truth(Exit, Thread));
      if (all_of(Still, [](Truth Known) { return Known == Truth::No; }))
        break;
    }
  }

  void touch(const std::vector<Truth> &InLoop) {
    for (unsigned Thread = 0; Thread != Values.threads() && Touches.size() < MostTouches;
         ++Thread) {
      if (InLoop[Thread] == Truth::No ||
          any_of(Guards, [&](unsigned Guard) { return Values.truth(Guard, Thread) == Truth::No; }))
        continue;
      if (std::optional<int64_t> At = Values.number(Offset, Thread))
        Touches.push_back({*At, {Block, Values.threadIndex(Thread)}});
    }
  }

  const LaunchContext &Launch;
  ThreadValues Values;
  SmallVector<unsigned, 4> Guards;
  SmallVector<SmallVector<unsigned, 2>, 2> Exits;
  unsigned Offset = 0;
  Index3 Block = {};
  std::vector<Touch> Touches;
};

} // namespace

std::vector<Touch> sampleTouches(ExprContext &Expressions, const KernelProgram &Kernel,
                                 const Access &Site, const LaunchContext &Launch) {
  if (!Site.Offset || !Launch.hasUsableBlock())
    return {};
  return Sampler(Expressions, Kernel, Site, Launch).run();
}

std::optional<Encounter> findEncounter(ArrayRef<Touch> First, unsigned FirstBytes,
                                       ArrayRef<Touch> Second, unsigned SecondBytes) {
  // Of each byte two touches by different blocks are all that is needed.
  DenseMap<int64_t, SmallVector<const Touch *, 2>> ByByte;
  for (const Touch &Touched : First)
    for (unsigned Byte = 0; Byte != FirstBytes; ++Byte) {
      SmallVector<const Touch *, 2> &There = ByByte[Touched.Offset + Byte];
      if (There.empty() || (There.size() == 1 && There[0]->By.Block != Touched.By.Block))
        There.push_back(&Touched);
    }
  for (const Touch &Touched : Second)
    for (unsigned Byte = 0; Byte != SecondBytes; ++Byte)
      if (auto There = ByByte.find(Touched.Offset + Byte); There != ByByte.end())
        for (const Touch *Other : There->second)
          if (Other->By.Block != Touched.By.Block)
            return Encounter{Other->By, Touched.By};
  return std::nullopt;
}

} // namespace memlint
