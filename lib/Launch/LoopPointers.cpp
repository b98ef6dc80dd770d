//===- LoopPointers.cpp - Pointers that loops hand around -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a loop of unknown length leaves of pointers that it assigns: buffers that
/// are swapped keep the offset that they have in common.
///
//===----------------------------------------------------------------------===//

#include "HostEvaluator.h"

#include "clang/AST/ASTContext.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

/// Runs \p Loop's body, without noting launches, until what its pointers may be at
/// the start of an iteration no longer changes. The state is the one after havoc();
/// \p Before is the one before the loop. Does nothing where all pointers start where
/// allocations do, which is what is taken of an unknown one.
void HostEvaluator::keepLoopPointers(const LoopParts &Loop, const Modifications &Modified,
                                     const HostState &Before) {
  SmallVector<HostLocation, 8> Pointers;
  bool Needed = false;
  for (const VarDecl *Variable : Modified.Variables) {
    if (!Variable->getType()->isPointerType() || Modified.Moved.contains(Variable))
      continue;
    HostLocation Location = locateVariable(Variable);
    if (!Location.known() || !Location.Path.empty() || !Before.contains(Location.Root))
      continue;
    Pointers.push_back(Location);
    Needed |= Before.load(Location).isInsideAllocation();
  }
  if (!Needed || exhausted() || KeepingLoopPointers)
    return;
  HostState Havocked = State;
  std::vector<HostValue> Values;
  for (const HostLocation &Location : Pointers)
    Values.push_back(Before.load(Location));
  size_t LaunchesBefore = Launches.size(), CallsBefore = OutgoingCalls.size();
  auto EnterWith = [&] {
    State = Havocked;
    for (auto [Location, Value] : llvm::zip(Pointers, Values))
      State.store(Location, Value);
  };
  bool Stable = false;
  KeepingLoopPointers = true;
  // Each round a pointer can get what another one had.
  for (size_t Round = 0; !Stable && Round != Pointers.size() + 2; ++Round) {
    EnterWith();
    executeBody(Loop.Body);
    if (Loop.Increment && State.Reachable)
      evaluate(Loop.Increment);
    Jumps.back() = {};
    Launches.resize(LaunchesBefore);
    OutgoingCalls.resize(CallsBefore);
    Stable = true;
    if (!State.Reachable)
      break;
    for (auto [Location, Value] : llvm::zip(Pointers, Values)) {
      HostValue Joined = join(Value, State.load(Location));
      Stable &= Joined == Value;
      Value = std::move(Joined);
    }
  }
  KeepingLoopPointers = false;
  if (!Stable)
    for (HostValue &Value : Values)
      Value = HostValue::somewhere();
  EnterWith();
}

} // namespace memlint
