//===- ForeseenValues.cpp - What only a loop's increment changes ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The variables that count most loops are changed by the increment and nowhere
/// else. The increment alone tells what they are in each iteration; the first
/// round over the body then finds the others, and holds it against what was
/// foreseen. That is a round less for each loop, and each round runs all of the
/// loops within.
///
//===----------------------------------------------------------------------===//

#include "AssignedVariables.h"
#include "LoopInterpreter.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace clang;

namespace memlint {

/// Both are the same number, or the same place in memory.
static bool areSame(const Value &One, const Value &Other) {
  if (One.isScalar() && Other.isScalar())
    return One.Number == Other.Number;
  return One.isPointer() && Other.isPointer() && One.Target == Other.Target;
}

void LoopInterpreter::foresee() {
  if (!Parts.Increment)
    return;
  std::vector<const ValueDecl *> Elsewhere = assignedVariables(Parts.Body);
  llvm::append_range(Elsewhere, assignedVariables(Parts.Condition));
  llvm::SmallVector<SlotId, 2> Slots;
  for (const ValueDecl *Assigned : assignedVariables(Parts.Increment))
    if (auto Known = Code.frame().Slots.find(Assigned); Known != Code.frame().Slots.end() &&
                                                        Variables.contains(Known->second) &&
                                                        !llvm::is_contained(Elsewhere, Assigned))
      Slots.push_back(Known->second);
  if (Slots.empty())
    return;
  prepareIteration();
  Code.evaluateForEffect(Parts.Increment);
  for (SlotId Slot : Slots) {
    Carried &Changed = Variables[Slot];
    auto End = Code.Current.Variables.find(Slot);
    Changed.IsForeseen =
        !Changed.AtStart.isAggregate() && End != Code.Current.Variables.end() &&
        closeValue(Changed.AtStart, Changed.Initial, End->second, Code.SlotTypes[Slot]);
  }
}

bool LoopInterpreter::isAsForeseen() const {
  return llvm::all_of(Variables, [&](const auto &Entry) {
    const auto &[Slot, Changed] = Entry;
    if (!Changed.IsForeseen)
      return true;
    auto Now = Code.Current.Variables.find(Slot);
    return Now != Code.Current.Variables.end() && areSame(Now->second, Changed.AtStart);
  });
}

bool LoopInterpreter::forgetForeseen() {
  bool Any = false;
  for (auto &[Slot, Changed] : Variables) {
    if (!std::exchange(Changed.IsForeseen, false))
      continue;
    Changed.AtStart =
        symbolFor(Changed.Initial, Code.SlotTypes[Slot], Changed.Varies, Code.SlotNames[Slot]);
    Any = true;
  }
  return Any;
}

void LoopInterpreter::confirmForeseen() {
  for (auto &[Slot, Changed] : Variables)
    Changed.IsForeseen = false;
}

} // namespace memlint
