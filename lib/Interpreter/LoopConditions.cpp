//===- LoopConditions.cpp - What changes under a condition ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Variables that a loop changes only where a condition holds that, once false, stays
/// false: a thread for which it holds has changed them in all iterations before.
///
//===----------------------------------------------------------------------===//

#include "LoopInterpreter.h"

#include "cuda-memlint/Symbolic/Monotonicity.h"

using namespace clang;

namespace memlint {

/// Splits \p End, what is \p Symbol at the start of an iteration, into a condition and what
/// it is at the end where that holds; else it is still Symbol. Null, null: not of that form.
static std::pair<ExprRef, ExprRef> splitByCondition(ExprContext &Exprs, ExprRef Symbol,
                                                    ExprRef End) {
  ExprRef Step = Exprs.subtract(End, Symbol);
  // A choice between Symbol and Symbol plus something is kept as a sum.
  for (auto [Root, Unchanged] : {std::pair(End, Symbol), std::pair(Step, Exprs.constant(0))}) {
    if (Root->kind() != ExprKind::Select)
      continue;
    ExprRef Condition = Root->operands()[0];
    for (unsigned Kept : {1u, 2u})
      if (Root->operands()[Kept] == Unchanged) {
        ExprRef New = Root->operands()[3 - Kept];
        return {Kept == 2 ? Condition : Exprs.logicalNot(Condition),
                Root == End ? New : Exprs.add(Symbol, New)};
      }
  }
  if (!Step->isConstant() && !Step->isLeaf() && Step->range().Low >= 0 && Step->range().High <= 1)
    return {Step, Exprs.add(Symbol, Exprs.constant(1))};
  return {nullptr, nullptr};
}

/// Whether some condition of this loop determines the value of \p Symbol where it holds.
bool LoopInterpreter::isKnownUnderCondition(ExprRef Symbol) const {
  for (size_t Number = OuterConditions; Number != Code.FallingConditions.size(); ++Number)
    if (llvm::any_of(Code.FallingConditions[Number].Values,
                     [&](auto &Each) { return Each.first == Symbol; }))
      return true;
  return false;
}

/// Notes the numbers that \p AtStart holds and that change where some condition holds.
void LoopInterpreter::collectChanges(const Value &AtStart, const Value &Initial, const Value &End,
                                     QualType Type, ChangesByCondition &Found) const {
  if (AtStart.What != Initial.What || AtStart.What != End.What)
    return;
  auto Collect = [&](ExprRef Symbol, ExprRef First, ExprRef Last, unsigned UnsignedBits) {
    if (!Setting.Symbols.contains(Symbol) || isKnownUnderCondition(Symbol))
      return;
    auto [Condition, New] = splitByCondition(Exprs, Symbol, Last);
    if (Condition)
      Found[Condition].push_back({Symbol, First, New, UnsignedBits});
  };
  if (AtStart.isScalar())
    Collect(AtStart.Number, Initial.Number, End.Number,
            Type->isUnsignedIntegerType() ? unsigned(Code.Ast.getTypeSize(Type)) : 0);
  if (AtStart.isPointer() && AtStart.Target.isMemory() && Initial.Target.isMemory() &&
      End.Target.isMemory() && AtStart.Target.Object == Initial.Target.Object &&
      AtStart.Target.Object == End.Target.Object)
    Collect(AtStart.Target.Offset, Initial.Target.Offset, End.Target.Offset, 0);
  if (AtStart.isAggregate() && AtStart.Parts->size() == Initial.Parts->size() &&
      AtStart.Parts->size() == End.Parts->size())
    for (size_t Part = 0; Part != AtStart.Parts->size(); ++Part)
      collectChanges((*AtStart.Parts)[Part], (*Initial.Parts)[Part], (*End.Parts)[Part],
                     slotPartType(Code.Ast, Type, Part), Found);
}

/// What \p Changes would be by iteration, if they were made in each.
std::vector<std::pair<ExprRef, ExprRef>>
LoopInterpreter::closeChanges(llvm::ArrayRef<Change> Changes) const {
  std::vector<std::pair<ExprRef, ExprRef>> Closed;
  auto Known = [&](ExprRef Leaf) -> ExprRef {
    auto Found = llvm::find_if(Closed, [&](auto &Each) { return Each.first == Leaf; });
    return Found == Closed.end() ? nullptr : Found->second;
  };
  for (bool Any = true; Any;) {
    Any = false;
    for (const Change &Changed : Changes) {
      if (Known(Changed.Symbol))
        continue;
      if (ExprRef ByCounter =
              closedForm(Exprs, Setting, Changed.Initial, Changed.Symbol,
                         Exprs.substitute(Changed.End, Known), Changed.UnsignedBits)) {
        Closed.push_back({Changed.Symbol, ByCounter});
        Any = true;
      }
    }
  }
  return Closed;
}

/// Numbers that change only where a condition holds that stays false once it is false.
bool LoopInterpreter::closeUnderCondition(const State &End) {
  if (!End.Reachable)
    return false;
  ChangesByCondition Found;
  for (auto &[Slot, Changed] : Variables)
    if (auto Final = End.Variables.find(Slot); Final != End.Variables.end())
      collectChanges(Changed.AtStart, Changed.Initial, Final->second, Code.SlotTypes[Slot], Found);
  bool Any = false;
  for (auto &[Condition, Changes] : Found) {
    FallingCondition New;
    New.Condition = Condition;
    New.Values = closeChanges(Changes);
    auto Known = [&](ExprRef Leaf) -> ExprRef {
      auto Value = llvm::find_if(New.Values, [&](auto &Held) { return Held.first == Leaf; });
      return Value == New.Values.end() ? nullptr : Value->second;
    };
    // Where the condition is false nothing of this changes, and so it stays false: it is
    // made of these numbers, of what is the same in all iterations, and of the counter only
    // where that cannot make it true again.
    ExprRef ByCounter = Exprs.substitute(Condition, Known);
    auto NeverRises = [&](ExprRef Root) {
      Direction Way = directionOf(Root, Setting.Counter, Overflow::Followed);
      return Way == Direction::Constant || Way == Direction::Falling;
    };
    if (New.Values.empty() || !Setting.dependsOnCounterOnly(ByCounter) || !NeverRises(Condition))
      continue;
    Any = true;
    if (Setting.isInvariant(Condition)) {
      auto Choose = [&](ExprRef Leaf) -> ExprRef {
        ExprRef Changing = Known(Leaf);
        if (!Changing)
          return nullptr;
        auto Changed =
            llvm::find_if(Changes, [&](const Change &One) { return One.Symbol == Leaf; });
        return Exprs.select(Condition, Changing, Changed->Initial);
      };
      for (auto &[Slot, Changed] : Variables)
        Changed.AtStart = mapExpressions(
            Changed.AtStart, [&](ExprRef Root) { return Exprs.substitute(Root, Choose); });
      continue;
    }
    // By the counter, the condition is what it would be if the numbers changed always. Where
    // that can come true again although the condition itself does not, it says nothing.
    if (NeverRises(ByCounter))
      New.ByCounter = ByCounter;
    Code.FallingConditions.push_back(std::move(New));
  }
  return Any;
}

const FallingCondition *Interpreter::fallingCondition(ExprRef Condition) const {
  auto Found = llvm::find_if(llvm::reverse(FallingConditions), [&](const FallingCondition &Known) {
    return Known.Condition == Condition;
  });
  return Found == FallingConditions.rend() ? nullptr : &*Found;
}

void Interpreter::assumeHolds(const FallingCondition &Known) {
  auto ByCounter = [&](ExprRef Leaf) -> ExprRef {
    auto Found = llvm::find_if(Known.Values, [&](auto &Each) { return Each.first == Leaf; });
    return Found == Known.Values.end() ? nullptr : Found->second;
  };
  for (auto &[Slot, Held] : Current.Variables)
    Held = mapExpressions(Held, [&](ExprRef Root) { return Exprs.substitute(Root, ByCounter); });
}

} // namespace memlint
