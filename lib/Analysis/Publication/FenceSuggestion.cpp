//===- FenceSuggestion.cpp - Where a missing fence belongs ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Publication/FenceSuggestion.h"

#include "cuda-memlint/Analysis/Races/BarrierPlacement.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace llvm;

namespace memlint {

/// Locations that are tried for one fence at most.
constexpr size_t MostFenceTrials = 4;

/// The locations before statements between two accesses, in the order of the program. A location
/// that is reached by several chains of calls is left out: it would be several fences.
static std::vector<unsigned> pointsBetween(const KernelProgram &Kernel, const Access &First,
                                           const Access &Second) {
  std::vector<unsigned> Points;
  for (auto [Number, Point] : enumerate(Kernel.InsertionPoints)) {
    unsigned Behind = Point.nodeBehind();
    if (Point.At == InsertionPoint::Kind::BeforeStatement && First.NodeId < Behind &&
        Behind <= Second.NodeId)
      Points.push_back(unsigned(Number));
  }
  erase_if(Points, [&](unsigned Number) {
    const SourcePosition &At = Kernel.InsertionPoints[Number].Position;
    return 1 != llvm::count_if(Kernel.InsertionPoints, [&](const InsertionPoint &Other) {
             return std::tie(Other.Position.Line, Other.Position.Column, Other.Position.Path) ==
                    std::tie(At.Line, At.Column, At.Path);
           });
  });
  llvm::sort(Points, [&](unsigned Left, unsigned Right) {
    return std::pair(Kernel.InsertionPoints[Left].nodeBehind(), Left) <
           std::pair(Kernel.InsertionPoints[Right].nodeBehind(), Right);
  });
  return Points;
}

/// All threads of a block come to \p Point, or none.
static bool isForBlock(const InsertionPoint &Point) {
  return all_of(Point.Guards, [](ExprRef Guard) { return Guard->varies() <= Uniformity::Block; });
}

/// The first of \p Points for which \p IsLeft does not find the fault any more.
static std::optional<unsigned>
firstThatHelps(const KernelProgram &Kernel, ArrayRef<unsigned> Points,
               function_ref<bool(const KernelProgram &Mended)> IsLeft) {
  for (unsigned Number : Points.take_front(MostFenceTrials)) {
    std::optional<KernelProgram> Mended = withFence(Kernel, Number);
    if (Mended && !IsLeft(*Mended))
      return Number;
  }
  return std::nullopt;
}

std::optional<unsigned> fenceBeforeSignal(ExprContext &Expressions, const KernelProgram &Kernel,
                                          const LaunchContext &Launch, const Publication &Item) {
  std::vector<unsigned> Points =
      pointsBetween(Kernel, Kernel.Accesses[Item.Store], Kernel.Accesses[Item.Signal]);
  std::reverse(Points.begin(), Points.end());
  if (Item.IsEarly)
    erase_if(Points, [&](unsigned Number) { return !isForBlock(Kernel.InsertionPoints[Number]); });
  unsigned Data = Kernel.Accesses[Item.Store].Object;
  return firstThatHelps(Kernel, Points, [&](const KernelProgram &Mended) {
    return any_of(
        findStoresBefore(Expressions, Mended, Launch, Item.Signal),
        [&](const Publication &Left) { return Kernel.Accesses[Left.Store].Object == Data; });
  });
}

std::optional<unsigned> barrierBeforeSignal(ExprContext &Expressions, const KernelProgram &Kernel,
                                            const LaunchContext &Launch, const EarlySignal &Item) {
  std::vector<unsigned> Points =
      pointsBetween(Kernel, Kernel.Accesses[Item.Store], Kernel.Accesses[Item.Signal]);
  erase_if(Points, [&](unsigned Number) { return !isForBlock(Kernel.InsertionPoints[Number]); });
  if (Points.empty())
    return std::nullopt;
  std::optional<KernelProgram> Mended = withBarriers(Kernel, Points.back(), BarrierScope::Block);
  bool IsLeft = !Mended || any_of(findEarlySignals(Expressions, *Mended, Launch),
                                  [&](const EarlySignal &Left) {
                                    return Left.Store == Item.Store && Left.Signal == Item.Signal;
                                  });
  return IsLeft ? std::nullopt : std::optional(Points.back());
}

std::optional<unsigned> fenceBehindWait(ExprContext &Expressions, const KernelProgram &Kernel,
                                        const LaunchContext &Launch, const Publication &Item) {
  unsigned Data = Kernel.Accesses[Item.Load].Object;
  return firstThatHelps(
      Kernel, pointsBetween(Kernel, Kernel.Accesses[Item.Seen], Kernel.Accesses[Item.Load]),
      [&](const KernelProgram &Mended) {
        return any_of(
            findLoadsBehind(Expressions, Mended, Launch, Item.Seen),
            [&](const Publication &Left) { return Kernel.Accesses[Left.Load].Object == Data; });
      });
}

} // namespace memlint
