//===- BarrierPlacement.cpp - What a further barrier would do ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Races/BarrierPlacement.h"

#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace memlint {

/// Moves the nodes from \p From on by one.
static void makeRoom(KernelProgram &Kernel, unsigned From) {
  auto Move = [&](unsigned &Id) { Id += Id >= From; };
  for (Node &Each : Kernel.Nodes)
    for (unsigned &Next : Each.Successors)
      Move(Next);
  auto MoveSites = [&](auto &Sites) {
    for (auto &Each : Sites)
      Move(Each.NodeId);
  };
  MoveSites(Kernel.Accesses);
  MoveSites(Kernel.Barriers);
  MoveSites(Kernel.Fences);
  MoveSites(Kernel.WarpOperations);
}

/// Where all edges of \p Point lead; empty: there is no such location.
static std::optional<unsigned> targetOf(const KernelProgram &Kernel, const InsertionPoint &Point) {
  std::optional<unsigned> Target;
  for (auto [Id, Number] : Point.Edges) {
    const std::vector<unsigned> &Successors = Kernel.Nodes[Id].Successors;
    if (Number >= Successors.size() || Target.value_or(Successors[Number]) != Successors[Number])
      return std::nullopt;
    Target = Successors[Number];
  }
  return Target;
}

/// Puts \p New in at \p Point, and \p At is where it is; false: there is no such location.
static bool insertNode(KernelProgram &Kernel, const InsertionPoint &Point, Node New, Site &At) {
  unsigned Id = Point.nodeBehind();
  makeRoom(Kernel, Id);
  std::optional<unsigned> Target = targetOf(Kernel, Point);
  if (!Target)
    return false;
  for (auto [From, Number] : Point.Edges)
    Kernel.Nodes[From].Successors[Number] = Id;
  New.Successors = {*Target};
  Kernel.Nodes.insert(Kernel.Nodes.begin() + Id, std::move(New));
  At.Position = Point.Position;
  At.Guards = Point.Guards;
  At.Loops = Point.Loops;
  At.NodeId = Id;
  return true;
}

std::optional<KernelProgram> withBarriers(const KernelProgram &Kernel, ArrayRef<unsigned> Points,
                                          BarrierScope Scope) {
  KernelProgram Result = Kernel;
  // What is put in later moves nothing that is still to be looked at.
  SmallVector<const InsertionPoint *> LastFirst;
  for (unsigned Number : Points)
    LastFirst.push_back(&Kernel.InsertionPoints[Number]);
  llvm::sort(LastFirst, [](const InsertionPoint *Left, const InsertionPoint *Right) {
    return Left->nodeBehind() > Right->nodeBehind();
  });
  for (const InsertionPoint *Point : LastFirst) {
    Node New;
    New.Kind = NodeKind::Barrier;
    New.Index = unsigned(Result.Barriers.size());
    Barrier At;
    At.Scope = Scope;
    if (!insertNode(Result, *Point, std::move(New), At))
      return std::nullopt;
    Result.Barriers.push_back(std::move(At));
  }
  return Result;
}

std::optional<KernelProgram> withFence(const KernelProgram &Kernel, unsigned Point) {
  KernelProgram Result = Kernel;
  Node New;
  New.Kind = NodeKind::Fence;
  New.Index = unsigned(Result.Fences.size());
  Fence At;
  At.Scope = ThreadScope::Device;
  if (!insertNode(Result, Kernel.InsertionPoints[Point], std::move(New), At))
    return std::nullopt;
  Result.Fences.push_back(std::move(At));
  return Result;
}

PairsLeft pairsLeft(ExprContext &Context, const KernelProgram &Kernel, const LaunchContext &Launch,
                    const RaceOptions &Options, ArrayRef<RacingAccesses> Pairs) {
  std::set<unsigned> Wanted;
  std::set<std::pair<unsigned, unsigned>> WantedPairs;
  for (const RacingAccesses &Pair : Pairs) {
    Wanted.insert({Pair.First, Pair.Second});
    WantedPairs.insert({Pair.First, Pair.Second});
  }
  KernelProgram Part = Kernel;
  for (Access &Each : Part.Accesses)
    Each.IsUnused |= !Wanted.count(Each.Id);
  RaceOptions OfPart = Options;
  OfPart.ForAllArguments = false;
  OfPart.Only = &WantedPairs;
  RaceReport Report = analyseRaces(Context, Part, Launch, OfPart);
  PairsLeft Left;
  for (auto [Number, Pair] : enumerate(Pairs)) {
    auto Found = find_if(Report.Verdicts, [&Wanted = Pair](const RaceVerdict &Each) {
      return Each.First == Wanted.First && Each.Second == Wanted.Second &&
             Each.Threads == Wanted.Threads;
    });
    bool IsDecided = Found != Report.Verdicts.end();
    if (IsDecided || !Report.Reason.empty())
      Left.Numbers.push_back(unsigned(Number));
    Left.Race |= IsDecided && Found->Outcome != RaceOutcome::Undecided;
  }
  // It has ended with the two accesses for other threads than those asked about.
  if (Options.OnlyWhether && Left.Numbers.empty() && !Report.Verdicts.empty()) {
    OfPart.OnlyWhether = false;
    return pairsLeft(Context, Kernel, Launch, OfPart, Pairs);
  }
  return Left;
}

} // namespace memlint
