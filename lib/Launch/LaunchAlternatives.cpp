//===- LaunchAlternatives.cpp - One launch for each branch ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchAlternatives.h"

#include "GuardedRanges.h"
#include "HostEvaluator.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace memlint {

namespace {

/// More ways than these are not distinguished.
constexpr size_t MostAlternatives = 8;

/// The launch where some of the conditions are decided.
struct Alternative {
  LaunchParts Parts;
  /// What holds at the launch.
  SmallVector<ExprRef> Guards;
};

/// Whether \p Test is true for the condition of a selection in \p Value. Outer selections come
/// before those in them.
bool anyCondition(const HostValue &Value, function_ref<bool(ExprRef)> Test) {
  auto TestNode = [&](ExprRef Node) {
    return Node->kind() == ExprKind::Select && Test(Node->operands()[0]);
  };
  if (Value.isUnknown() && Value.Number && anyNode(Value.Number, TestNode))
    return true;
  return any_of(Value.Elements,
                [&](const HostValue &Element) { return anyCondition(Element, Test); });
}

/// The condition of the outermost selection in \p Value; null: there is none.
ExprRef selectingCondition(const HostValue &Value) {
  ExprRef First = nullptr;
  anyCondition(Value, [&](ExprRef Condition) {
    First = Condition;
    return true;
  });
  return First;
}

/// The conditions of all selections in \p Value.
SmallPtrSet<ExprRef, 8> selectingConditions(const HostValue &Value) {
  SmallPtrSet<ExprRef, 8> Conditions;
  anyCondition(Value, [&](ExprRef Condition) {
    Conditions.insert(Condition);
    return false;
  });
  return Conditions;
}

void mapNumbers(HostValue &Value, function_ref<ExprRef(ExprRef)> Change) {
  for (HostValue &Element : Value.Elements)
    mapNumbers(Element, Change);
  if (!Value.isUnknown() || !Value.Number)
    return;
  ExprRef Number = Change(Value.Number);
  if (Number->isConstant()) {
    Value = HostValue::integer(Number->constantTerm());
  } else {
    Value.Number = Number;
    Value.Multiple = multipleOf(Number);
  }
}

void mapNumbers(Alternative &In, function_ref<ExprRef(ExprRef)> Change) {
  mapNumbers(In.Parts.Grid, Change);
  mapNumbers(In.Parts.Block, Change);
  mapNumbers(In.Parts.Bytes, Change);
  for (HostValue &Argument : In.Parts.Arguments)
    mapNumbers(Argument, Change);
  for (ExprRef &Guard : In.Guards)
    Guard = Change(Guard);
}

/// A way that was taken for reasons that are not kept: of two of them, it is not known which go
/// together.
bool isUnexplained(ExprRef Condition) {
  return anyLeaf(Condition,
                 [](ExprRef Leaf) { return Leaf->leaf().Reason == OpaqueReason::ControlFlow; });
}

/// Decides \p Condition; false if the launch is not reached then.
bool decide(ExprContext &Context, Alternative &In, ExprRef Condition, bool Holds) {
  mapNumbers(In, [&](ExprRef Number) { return assume(Context, Number, Condition, Holds); });
  if (NarrowedLeaf Narrowed = narrowedBy(Condition, Holds); Narrowed.Leaf) {
    if (Narrowed.Range.Low > Narrowed.Range.High)
      return false;
    ExprRef New = Narrowed.Range.Low == Narrowed.Range.High
                      ? Context.constant(Narrowed.Range.Low)
                      : withRange(Context, Narrowed.Leaf, Narrowed.Range);
    mapNumbers(In, [&](ExprRef Number) {
      return Context.substitute(
          Number, [&](ExprRef Leaf) { return Leaf == Narrowed.Leaf ? New : nullptr; });
    });
  }
  return none_of(In.Guards, [](ExprRef Guard) { return Guard->isConstant(0); });
}

} // namespace

std::vector<LaunchParts> alternativesOf(ExprContext &Context, const LaunchParts &Parts,
                                        ArrayRef<ExprRef> Guards) {
  std::vector<LaunchParts> Decided;
  SmallPtrSet<ExprRef, 8> Conditions;
  size_t AtFirst = selectingConditions(Parts.Block).size();
  std::vector<Alternative> Open = {{Parts, {Guards.begin(), Guards.end()}}};
  while (!Open.empty()) {
    Alternative Next = std::move(Open.back());
    Open.pop_back();
    ExprRef Condition = selectingCondition(Next.Parts.Block);
    if (!Condition) {
      Decided.push_back(std::move(Next.Parts));
      continue;
    }
    Conditions.insert(Condition);
    if (Decided.size() + Open.size() + 2 > MostAlternatives ||
        (Conditions.size() > 1 && any_of(Conditions, isUnexplained)))
      return {Parts};
    for (bool Holds : {false, true})
      if (Alternative Branch = Next; decide(Context, Branch, Condition, Holds))
        Open.push_back(std::move(Branch));
  }
  // Each condition of a chain of them adds one way. More are combinations of independent choices,
  // which the host code may rule out for reasons that are not seen.
  if (Decided.empty() || Decided.size() > AtFirst + 1)
    return {Parts};
  return Decided;
}

} // namespace memlint
