//===- Synchronisation.cpp - Barriers, fences, warp operations --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What orders accesses, and what lanes do together, as nodes of the control-flow graph.
///
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "cuda-memlint/SourceEdits/GuardEdits.h"
#include "cuda-memlint/SourceEdits/InsertionPoints.h"

using namespace clang;

namespace memlint {

void Emitter::emitBarrier(BarrierScope Scope, const clang::Stmt *Where) {
  Barrier New;
  New.Scope = Scope;
  emitBarrier(std::move(New), Where);
}

/// What analyses do with masks is for 32 lanes.
static bool isMaskFollowed(ExprRef Mask, const DeviceShape &Device) {
  return !Mask || Device.WarpLanes <= NvidiaWarpLanes;
}

void Emitter::emitBarrier(Barrier New, const clang::Stmt *Where, std::optional<unsigned> InMemory) {
  if (!Run.isRecorded())
    return;
  if (!isMaskFollowed(New.Mask, Program.Device)) {
    noteUnseen(Where);
    New.Mask = nullptr;
    New.IsUncertain = true;
  }
  if (InMemory)
    MemoryBarriers[unsigned(Program.Barriers.size())] = *InMemory;
  New.Text = Run.shownText(Where->getSourceRange());
  New.Written = isa<AsmStmt>(Where) ? SourceForm::Assembly : SourceForm::Call;
  if (Where == Removable)
    New.Statement = wholeStatement(*Where, Ast);
  bool MayPart = llvm::any_of(Run.Current.Guards,
                              [](ExprRef Guard) { return Guard->varies() > Uniformity::Block; });
  if (const auto *Call = dyn_cast<CallExpr>(Where);
      Call && MayPart && WantsPoints && New.Scope == BarrierScope::Block)
    New.GuardEdits = guardEdits(*Run.frame().Function, *Call, Ast);
  emitSite(New, Where, NodeKind::Barrier, unsigned(Program.Barriers.size()));
  Program.Barriers.push_back(std::move(New));
}

void Emitter::emitBarrierWait(Barrier New, const clang::Stmt *Where,
                              std::optional<unsigned> InMemory) {
  if (!Run.isRecorded())
    return;
  // With nothing between, arriving and waiting are one barrier.
  if (Run.Current.Edges.size() == 1) {
    const Node &Before = Program.Nodes[Run.Current.Edges.front().Node];
    if (Before.Kind == NodeKind::Barrier && Run.Current.Edges.front().Successor == 0) {
      Barrier &Arrival = Program.Barriers[Before.Index];
      if (Arrival.IsArrival && Arrival.Scope == New.Scope && Arrival.GroupSize == New.GroupSize &&
          Arrival.Loops == Run.LoopStack &&
          (!InMemory || MemoryBarriers.lookup(Before.Index) == *InMemory)) {
        Arrival.IsArrival = false;
        return;
      }
    }
  }
  // What its threads do between is not held back.
  New.IsUncertain = true;
  if (InMemory)
    noteBarrierCount(*InMemory, nullptr);
  emitBarrier(std::move(New), Where, InMemory);
}

void Emitter::emitCopyCommit(const clang::Stmt *Where) {
  Barrier New;
  New.Scope = BarrierScope::Thread;
  New.IsCommit = true;
  emitBarrier(std::move(New), Where);
}

void Emitter::emitCopyWait(ExprRef GroupsLeft, bool Commits, const clang::Stmt *Where) {
  if (Commits)
    emitCopyCommit(Where);
  Barrier New;
  New.Scope = BarrierScope::Thread;
  constexpr int64_t MostGroups = 64;
  if (GroupsLeft && GroupsLeft->isConstant() && GroupsLeft->constantTerm() >= 0 &&
      GroupsLeft->constantTerm() <= MostGroups)
    New.GroupsLeft = unsigned(GroupsLeft->constantTerm());
  emitBarrier(std::move(New), Where);
}

void Emitter::emitFence(ThreadScope Scope, const clang::Stmt *Where) {
  if (!Run.isRecorded() || Scope == ThreadScope::Thread)
    return;
  Fence New;
  New.Scope = Scope;
  New.Text = Run.shownText(Where->getSourceRange());
  emitSite(New, Where, NodeKind::Fence, unsigned(Program.Fences.size()));
  Program.Fences.push_back(std::move(New));
}

bool Emitter::emitWarpOperation(ExprRef Mask, unsigned GroupSize, const clang::Stmt *Where) {
  if (!isMaskFollowed(Mask, Program.Device)) {
    noteUnseen(Where);
    return false;
  }
  if (!Run.isRecorded())
    return true;
  WarpOperation New;
  New.Mask = Mask;
  New.GroupSize = GroupSize;
  New.Text = Run.shownText(Where->getSourceRange());
  emitSite(New, Where, NodeKind::WarpOperation, unsigned(Program.WarpOperations.size()));
  Program.WarpOperations.push_back(std::move(New));
  return true;
}

void Emitter::noteBallot(ExprRef Vote, ExprRef Ballot) {
  if (!Run.isRecorded())
    return;
  Program.WarpOperations.back().Vote = Vote;
  Program.WarpOperations.back().Ballot = Ballot;
}

void Emitter::noteBarrierCount(unsigned Object, ExprRef Count) {
  auto [Known, IsNew] = MemoryBarrierCounts.try_emplace(Object, Count);
  if (!IsNew && Known->second != Count)
    Known->second = nullptr;
}

void Emitter::countMemoryBarriers() {
  auto MayVary = [](ExprRef Condition) { return Condition->varies() > Uniformity::Block; };
  // Threads that come more often than others meet those at their next wait.
  auto IsForSome = [&](const Barrier &Each) {
    return llvm::any_of(Each.Guards, MayVary) || llvm::any_of(Each.Loops, [&](unsigned Loop) {
             return llvm::any_of(Program.Loops[Loop].Exits, MayVary);
           });
  };
  for (const auto &[Number, Object] : MemoryBarriers)
    if (const Barrier &Each = Program.Barriers[Number];
        Each.IsArrival || (Each.Scope != BarrierScope::Thread && IsForSome(Each)))
      MemoryBarrierCounts[Object] = nullptr;
  llvm::DenseMap<unsigned, unsigned> StartNodes;
  for (const auto &[Number, Object] : MemoryBarriers)
    if (const Barrier &Start = Program.Barriers[Number]; Start.Scope == BarrierScope::Thread)
      StartNodes[Object] = std::max(StartNodes[Object], Start.NodeId);
  for (const auto &[Number, Object] : MemoryBarriers) {
    Barrier &InMemory = Program.Barriers[Number];
    unsigned Start = StartNodes.lookup(Object);
    bool IsBehindStart = llvm::any_of(Program.Barriers, [&](const Barrier &Each) {
      return Each.Scope >= BarrierScope::Block && !Each.IsUncertain && !Each.IsArrival &&
             Each.Guards.empty() && Each.NodeId > Start && Each.NodeId < InMemory.NodeId;
    });
    if (IsBehindStart)
      InMemory.Count = MemoryBarrierCounts.lookup(Object);
  }
  for (Access &Copy : Program.Accesses)
    Copy.IsInCopyGroup &= !HasTrackedCopies;
}

ExprRef laneMask(ExprRef Number, unsigned WarpLanes) {
  LaneMask All = allLanes(WarpLanes);
  return Number->isConstant() && (LaneMask(Number->constantTerm()) & All) == All ? nullptr : Number;
}

} // namespace memlint
