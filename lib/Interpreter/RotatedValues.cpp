//===- RotatedValues.cpp - Variables that pass their values on ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two variables whose values are swapped in each iteration, three that pass them round:
/// an iteration permutes the values, and in each cycle of the permutation variable
/// number v holds in iteration k what number (v + k) mod length held before the loop.
///
//===----------------------------------------------------------------------===//

#include "LoopInterpreter.h"
#include "cuda-memlint/Interpreter/VariableParts.h"

using namespace clang;

namespace memlint {

/// Adds the values that are neither closed nor the same in all iterations: \p Whole or parts of it.
void LoopInterpreter::addRotated(RotatedValue Whole, std::vector<RotatedValue> &Found) const {
  if (Whole.AtStart.isEmpty() || isResolved(Whole.AtStart) || isUnion(Whole.Type))
    return;
  if (!Whole.AtStart.isAggregate()) {
    if (!sameValue(Whole.AtStart, Whole.End))
      Found.push_back(std::move(Whole));
    return;
  }
  size_t Count = Whole.AtStart.Parts->size();
  if (!Whole.End.isAggregate() || Whole.End.Parts->size() != Count ||
      !Whole.Initial.isAggregate() || Whole.Initial.Parts->size() != Count)
    return;
  for (size_t Part = 0; Part != Count; ++Part) {
    RotatedValue One = {Whole.Slot,
                        Whole.Path,
                        (*Whole.Initial.Parts)[Part],
                        (*Whole.AtStart.Parts)[Part],
                        (*Whole.End.Parts)[Part],
                        slotPartType(Code.Ast, Whole.Type, Part)};
    One.Path.push_back(int64_t(Part));
    addRotated(std::move(One), Found);
  }
}

/// The value in iteration Counter of the variable that is number \p Start of \p Cycle, where each
/// takes over what the next one holds.
Value LoopInterpreter::inTurn(llvm::ArrayRef<const RotatedValue *> Cycle, size_t Start) {
  ExprRef Turn = Exprs.remainder(Setting.Counter, Exprs.constant(int64_t(Cycle.size())));
  const RotatedValue &First = *Cycle[Start];
  Value Result = First.Initial;
  for (size_t Later = 1; Later != Cycle.size(); ++Later)
    Result = Code.joinValues(Exprs.equal(Turn, Exprs.constant(int64_t(Later))),
                             Cycle[(Start + Later) % Cycle.size()]->Initial, Result, First.Type);
  return Result;
}

bool LoopInterpreter::closeRotations(const State &End) {
  /// Longer cycles have more values than a choice can be between.
  constexpr size_t LongestCycle = 8;
  std::vector<RotatedValue> Values;
  for (auto &[Slot, Changed] : Variables)
    if (auto Last = End.Variables.find(Slot); Last != End.Variables.end())
      addRotated({Slot, {}, Changed.Initial, Changed.AtStart, Last->second, Code.SlotTypes[Slot]},
                 Values);
  auto NextOf = [&](const RotatedValue &One) -> const RotatedValue * {
    auto Next = llvm::find_if(
        Values, [&](const RotatedValue &Other) { return sameValue(One.End, Other.AtStart); });
    return Next == Values.end() ? nullptr : &*Next;
  };
  llvm::DenseSet<const RotatedValue *> Closed;
  for (const RotatedValue &First : Values) {
    llvm::SmallVector<const RotatedValue *, LongestCycle> Cycle = {&First};
    const RotatedValue *Next = Closed.contains(&First) ? nullptr : NextOf(First);
    for (; Next && Next != &First && Cycle.size() != LongestCycle; Next = NextOf(*Next))
      Cycle.push_back(Next);
    if (Next != &First)
      continue;
    for (auto [Number, One] : llvm::enumerate(Cycle)) {
      Carried &Changed = Variables[One->Slot];
      Changed.AtStart = Code.withPart(Changed.AtStart, Code.SlotTypes[One->Slot], One->Path,
                                      inTurn(Cycle, Number));
      Changed.Rotates |= One->Path.empty();
      Closed.insert(One);
    }
  }
  return !Closed.empty();
}

} // namespace memlint
