//===- SplitValues.cpp - Values that only some lanes change ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A variable that a loop changes under a condition which a thread meets in all
/// iterations or in none has two courses: that of the threads which meet it and that
/// of the others, often the value from before the loop. Together they differ from
/// lane to lane, each by itself may not: so each is followed by itself, and the
/// variable is a choice between them.
///
//===----------------------------------------------------------------------===//

#include "LoopInterpreter.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

using namespace clang;

namespace memlint {

namespace {

/// The conditions of choices in \p Root and their parts, the outermost first.
void addConditions(ExprRef Root, bool IsCondition, llvm::DenseSet<ExprRef> &Seen,
                   llvm::SmallVectorImpl<ExprRef> &Conditions) {
  if (Root->isConstant() || Root->isLeaf() || !Seen.insert(Root).second)
    return;
  if (IsCondition)
    Conditions.push_back(Root);
  bool Logical = Root->kind() == ExprKind::And || Root->kind() == ExprKind::Or ||
                 Root->kind() == ExprKind::Not;
  forEachOperand(Root, [&](ExprRef Operand) {
    bool IsChoice = Root->kind() == ExprKind::Select && Operand == Root->operands()[0];
    addConditions(Operand, IsChoice || (IsCondition && Logical), Seen, Conditions);
  });
}

} // namespace

std::vector<Interpreter::Refinement> Interpreter::refine(ExprRef Condition) {
  std::vector<Refinement> Refined;
  if (Client.isConcrete())
    return learn(Condition);
  if (SplitConditions.empty())
    return Refined;
  for (ExprRef Part : partsOf(Condition, ExprKind::And)) {
    ExprRef Opposite = Exprs.logicalNot(Part);
    if (!SplitConditions.contains(Part) && !SplitConditions.contains(Opposite))
      continue;
    for (auto &[Slot, Held] : Current.Variables) {
      if (!Held.isScalar())
        continue;
      ExprRef Known = assume(Exprs, Held.Number, Part, true);
      if (Known == Held.Number)
        continue;
      Refined.push_back({Slot, Held, Value::scalar(Known)});
      Held.Number = Known;
    }
  }
  return Refined;
}

namespace {

/// What follows from a condition of code that is run concretely.
struct LearntFacts {
  llvm::DenseMap<ExprRef, ExprRef> Numbers;
  /// Of conditions that choose between numbers, whether they hold.
  llvm::SmallMapVector<ExprRef, bool, 4> Choices;

  bool isEmpty() const { return Numbers.empty() && Choices.empty(); }

  bool isAbout(ExprRef Root) const {
    return (!Numbers.empty() &&
            anyLeaf(Root, [&](ExprRef Leaf) { return Numbers.contains(Leaf); })) ||
           (!Choices.empty() &&
            anyNode(Root, [&](ExprRef Node) { return Choices.contains(Node); }));
  }

  ExprRef apply(ExprContext &Exprs, ExprRef Root) const {
    for (auto [Condition, Holds] : Choices)
      Root = assume(Exprs, Root, Condition, Holds);
    return Exprs.substitute(Root, [&](ExprRef Leaf) { return Numbers.lookup(Leaf); });
  }
};

} // namespace

/// The choices between constants that \p Part, which holds, decides: `threads == 512` of a number
/// that is 512 or 64.
static void addChoices(ExprContext &Exprs, ExprRef Part, LearntFacts &Learnt) {
  while (!Part->isConstant()) {
    ExprRef Condition = nullptr;
    anyNode(Part, [&](ExprRef Node) {
      if (Node->kind() == ExprKind::Select)
        Condition = Node->operands()[0];
      return Condition != nullptr;
    });
    if (!Condition)
      return;
    ExprRef IfTrue = assume(Exprs, Part, Condition, true);
    ExprRef IfFalse = assume(Exprs, Part, Condition, false);
    if (!IfTrue->isConstant(0) && !IfFalse->isConstant(0))
      return;
    bool Holds = IfFalse->isConstant(0);
    Learnt.Choices[Condition] = Holds;
    Learnt.Choices[Exprs.logicalNot(Condition)] = !Holds;
    Part = Holds ? IfTrue : IfFalse;
  }
}

/// Whether \p Held depends on what is \p Learnt, as far as it is not one of several lvalues.
static bool mentions(const Value &Held, const LearntFacts &Learnt) {
  if (Held.isAggregate())
    return llvm::any_of(*Held.Parts, [&](const Value &Part) { return mentions(Part, Learnt); });
  if (Held.isPointer())
    return (Held.Target.isMemory() && Learnt.isAbout(Held.Target.Offset)) ||
           llvm::any_of(Held.Target.Path, [&](const PathStep &Step) {
             return Step.Index && Learnt.isAbout(Step.Index);
           });
  return Held.isScalar() && Learnt.isAbout(Held.Number);
}

std::vector<Interpreter::Refinement> Interpreter::learn(ExprRef Condition) {
  LearntFacts Learnt;
  for (ExprRef Part : partsOf(Condition, ExprKind::And)) {
    if (Part->kind() == ExprKind::Equal && Part->operands()[0]->isLeaf() &&
        Part->operands()[1]->isConstant())
      Learnt.Numbers[Part->operands()[0]] = Part->operands()[1];
    if (ChoosingConditions.contains(Part)) {
      Learnt.Choices[Part] = true;
      Learnt.Choices[Exprs.logicalNot(Part)] = false;
    }
    addChoices(Exprs, Part, Learnt);
  }
  std::vector<Refinement> Refined;
  if (Learnt.isEmpty())
    return Refined;
  for (auto &[Slot, Held] : Current.Variables) {
    if (!mentions(Held, Learnt))
      continue;
    Value Known = mapExpressions(Held, [&](ExprRef Root) { return Learnt.apply(Exprs, Root); });
    Refined.push_back({Slot, Held, Known});
    Held = std::move(Known);
  }
  return Refined;
}

void Interpreter::forget(llvm::ArrayRef<Refinement> Refined, State &Here,
                         llvm::ArrayRef<Refinement> RefinedThere, State &There) {
  if (!Here.Reachable || !There.Reachable)
    return;
  for (const Refinement &Refining : Refined) {
    const auto *Opposite = llvm::find_if(
        RefinedThere, [&](const Refinement &Other) { return Other.Slot == Refining.Slot; });
    const Value &Expected = Opposite == RefinedThere.end() ? Refining.Before : Opposite->Known;
    auto IsHere = Here.Variables.find(Refining.Slot), IsThere = There.Variables.find(Refining.Slot);
    if (IsHere == Here.Variables.end() || IsThere == There.Variables.end() ||
        !sameValue(IsHere->second, Refining.Known) || !sameValue(IsThere->second, Expected))
      continue;
    IsHere->second = Refining.Before;
    IsThere->second = Refining.Before;
  }
}

/// The ends of an iteration for threads that meet the condition and for the others.
std::array<ExprRef, 2> LoopInterpreter::splitEnds(ExprRef Condition, ExprRef End) {
  return {assume(Exprs, End, Condition, true), assume(Exprs, End, Condition, false)};
}

/// A new course for each group of threads that has no closed form yet.
void LoopInterpreter::renewCourses(SlotId Slot, Carried &Changed) {
  QualType Type = Code.SlotTypes[Slot];
  for (ExprRef &Course : Changed.Courses)
    if (!Course || Setting.Symbols.contains(Course))
      Course = symbolFor(Changed.Initial, Type, Changed.Varies, Code.SlotNames[Slot]).Number;
  Changed.AtStart =
      Value::scalar(Exprs.select(Changed.SplitBy, Changed.Courses[0], Changed.Courses[1]));
}

bool LoopInterpreter::splitVariables(const State &End) {
  bool Any = false;
  for (auto &[Slot, Changed] : Variables) {
    auto Final = End.Variables.find(Slot);
    if (Changed.SplitBy || Changed.WasSplit || !Changed.AtStart.isScalar() ||
        isResolved(Changed.AtStart) || !Changed.Initial.isScalar() ||
        Final == End.Variables.end() || !Final->second.isScalar() || isFloat(Final->second) ||
        Code.SlotTypes[Slot]->isFloatingType())
      continue;
    ExprRef Number = Final->second.Number;
    if (Number->varies() <= Changed.Varies)
      continue;
    llvm::DenseSet<ExprRef> Seen;
    llvm::SmallVector<ExprRef, 4> Conditions;
    addConditions(Number, false, Seen, Conditions);
    for (ExprRef Condition : Conditions) {
      if (Condition->varies() <= Changed.Varies || !Setting.isInvariant(Condition))
        continue;
      auto [Meeting, Other] = splitEnds(Condition, Number);
      Uniformity Varies = std::max({Changed.Varies, Meeting->varies(), Other->varies()});
      if (Varies >= Number->varies())
        continue;
      Changed.SplitBy = Condition;
      Changed.WasSplit = true;
      Changed.Varies = Varies;
      Code.SplitConditions.insert(Condition);
      renewCourses(Slot, Changed);
      Any = true;
      break;
    }
  }
  return Any;
}

bool LoopInterpreter::closeCourses(Carried &Changed, const Value &End, QualType Type) {
  if (!End.isScalar())
    return false;
  std::array<ExprRef, 2> Ends = splitEnds(Changed.SplitBy, End.Number);
  std::array<ExprRef, 2> Starts = splitEnds(Changed.SplitBy, Changed.Initial.Number);
  bool Any = false;
  for (size_t Group = 0; Group != Ends.size(); ++Group) {
    if (!Setting.Symbols.contains(Changed.Courses[Group]))
      continue;
    unsigned UnsignedBits =
        Type->isUnsignedIntegerType() ? unsigned(Code.Ast.getTypeSize(Type)) : 0;
    if (ExprRef Closed = closedForm(Exprs, Setting, Starts[Group], Changed.Courses[Group],
                                    Ends[Group], UnsignedBits)) {
      Changed.Courses[Group] = Closed;
      Any = true;
    }
  }
  if (Any)
    Changed.AtStart =
        Value::scalar(Exprs.select(Changed.SplitBy, Changed.Courses[0], Changed.Courses[1]));
  return Any;
}

bool LoopInterpreter::raiseCourses(SlotId Slot, Carried &Changed, const Value &End) {
  Uniformity Seen = Uniformity::Lane;
  if (End.isScalar()) {
    std::array<ExprRef, 2> Ends = splitEnds(Changed.SplitBy, End.Number);
    Seen = Changed.Varies;
    for (size_t Group = 0; Group != Ends.size(); ++Group)
      if (Setting.Symbols.contains(Changed.Courses[Group]))
        Seen = std::max(Seen, Ends[Group]->varies());
  }
  if (Seen <= Changed.Varies)
    return false;
  Changed.Varies = Seen;
  if (Seen < Uniformity::Lane) {
    renewCourses(Slot, Changed);
    return true;
  }
  // Nothing is gained by two courses.
  Changed.SplitBy = nullptr;
  Changed.AtStart = symbolFor(Changed.Initial, Code.SlotTypes[Slot], Seen, Code.SlotNames[Slot]);
  return true;
}

} // namespace memlint
