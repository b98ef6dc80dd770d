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

#include "KernelLowering.h"

#include "cuda-memlint/SourceEdits/InsertionPoints.h"

using namespace clang;

namespace memlint {

void KernelLowering::emitBarrier(BarrierScope Scope, const clang::Stmt *Where) {
  Barrier New;
  New.Scope = Scope;
  emitBarrier(std::move(New), Where);
}

void KernelLowering::emitBarrier(Barrier New, const clang::Stmt *Where,
                                 std::optional<unsigned> InMemory) {
  if (!Recording || !Current.Reachable)
    return;
  if (InMemory)
    MemoryBarriers[unsigned(Program.Barriers.size())] = *InMemory;
  New.Text = shownText(Where->getSourceRange());
  New.Written = isa<AsmStmt>(Where) ? SourceForm::Assembly : SourceForm::Call;
  if (Where == Removable)
    New.Statement = wholeStatement(*Where, Ast);
  emitSite(New, Where, NodeKind::Barrier, unsigned(Program.Barriers.size()));
  Program.Barriers.push_back(std::move(New));
}

void KernelLowering::emitBarrierWait(Barrier New, const clang::Stmt *Where,
                                     std::optional<unsigned> InMemory) {
  if (!Recording || !Current.Reachable)
    return;
  // With nothing between, arriving and waiting are one barrier.
  if (Current.Edges.size() == 1) {
    const Node &Before = Program.Nodes[Current.Edges.front().Node];
    if (Before.Kind == NodeKind::Barrier && Current.Edges.front().Successor == 0) {
      Barrier &Arrival = Program.Barriers[Before.Index];
      if (Arrival.IsArrival && Arrival.Scope == New.Scope && Arrival.GroupSize == New.GroupSize &&
          Arrival.Loops == LoopStack &&
          (!InMemory || MemoryBarriers.lookup(Before.Index) == *InMemory)) {
        Arrival.IsArrival = false;
        return;
      }
    }
  }
  // What its threads do between is not held back.
  New.IsUncertain = true;
  if (InMemory)
    MemoryBarrierCounts[*InMemory] = nullptr;
  emitBarrier(std::move(New), Where, InMemory);
}

void KernelLowering::emitCopyCommit(const clang::Stmt *Where) {
  Barrier New;
  New.Scope = BarrierScope::Thread;
  New.IsCommit = true;
  emitBarrier(std::move(New), Where);
}

void KernelLowering::emitCopyWait(ExprRef GroupsLeft, bool Commits, const clang::Stmt *Where) {
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

void KernelLowering::emitFence(ThreadScope Scope, const clang::Stmt *Where) {
  if (!Recording || !Current.Reachable || Scope == ThreadScope::Thread)
    return;
  Fence New;
  New.Scope = Scope;
  New.Text = shownText(Where->getSourceRange());
  emitSite(New, Where, NodeKind::Fence, unsigned(Program.Fences.size()));
  Program.Fences.push_back(std::move(New));
}

void KernelLowering::emitWarpOperation(ExprRef Mask, unsigned GroupSize, const clang::Stmt *Where) {
  if (!Recording || !Current.Reachable)
    return;
  WarpOperation New;
  New.Mask = Mask;
  New.GroupSize = GroupSize;
  New.Text = shownText(Where->getSourceRange());
  emitSite(New, Where, NodeKind::WarpOperation, unsigned(Program.WarpOperations.size()));
  Program.WarpOperations.push_back(std::move(New));
}

void KernelLowering::noteBallot(ExprRef Vote, ExprRef Ballot) {
  if (!Recording || !Current.Reachable)
    return;
  Program.WarpOperations.back().Vote = Vote;
  Program.WarpOperations.back().Ballot = Ballot;
}

ExprRef KernelLowering::laneMask(ExprRef Number) {
  return Number->isConstant() && uint32_t(Number->constantTerm()) == UINT32_MAX ? nullptr : Number;
}

/// The bits of \p Written, which is made of floating-point literals alone; none for others.
static std::optional<uint64_t> floatBits(const clang::Expr &Written, QualType Type,
                                         ASTContext &Ast) {
  clang::Expr::EvalResult Known;
  if (Written.isValueDependent() || !Ast.hasSameUnqualifiedType(Written.getType(), Type) ||
      !Written.EvaluateAsRValue(Known, Ast) || !Known.Val.isFloat() || Known.HasSideEffects)
    return std::nullopt;
  llvm::APInt Bits = Known.Val.getFloat().bitcastToAPInt();
  return Bits.getBitWidth() <= 64 ? std::optional(Bits.getZExtValue()) : std::nullopt;
}

ExprRef KernelLowering::storedNumber(const Value &New, QualType Type, const clang::Stmt *Where) {
  if (!Recording || !Current.Reachable)
    return nullptr;
  // The bits beside a bit-field are written with it.
  if (const auto *Lvalue = dyn_cast_or_null<clang::Expr>(Where);
      Lvalue && Lvalue->getSourceBitField())
    return nullptr;
  if (Type->isFloatingType()) {
    if (Assigned)
      if (std::optional<uint64_t> Bits = floatBits(*Assigned, Type, Ast))
        return Exprs.constant(int64_t(*Bits));
    // One leaf stands for all values that are not known; where all threads have the same,
    // that is one of its own. In loops they may be in different iterations.
    if (isFloat(New) && New.Number->varies() < Uniformity::Lane && LoopStack.empty())
      return Exprs.opaque(OpaqueReason::DataDependent, New.Number->varies(),
                          Assigned ? textOf(Assigned->getSourceRange(), Ast) : "a value");
    return nullptr;
  }
  if (New.isScalar() && Type->isIntegralOrEnumerationType())
    return New.Number;
  if (New.isPointer() && New.Target.isMemory() && Type->isPointerType())
    return addressNumber(New.Target);
  // Which function it is says nothing, but whether all threads have the same one.
  if (Type->isFunctionPointerType() && !New.isEmpty() && uniformity(New) < Uniformity::Lane &&
      LoopStack.empty())
    return Exprs.opaque(OpaqueReason::DataDependent, uniformity(New),
                        Assigned ? textOf(Assigned->getSourceRange(), Ast) : "a function");
  return nullptr;
}

} // namespace memlint
