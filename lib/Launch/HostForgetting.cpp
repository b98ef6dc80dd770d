//===- HostForgetting.cpp - What host code may have changed ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostEvaluator.h"

#include "clang/AST/ASTContext.h"

using namespace clang;

namespace memlint {

/// A pointer that may lead elsewhere than to the start of what was allocated.
bool HostEvaluator::mayLeadInside(const Value &Held) {
  return Held.isPointer() && Held.Target.isMemory() &&
         !(*Memory)[Held.Target.Object].isVariable() && !Held.Target.Offset->isConstant(0);
}

/// A pointer that is only known to be a multiple of \p Multiple bytes from the start of what was
/// allocated.
Value HostEvaluator::somewhere(uint64_t Multiple) {
  return valueOf(HostValue::pointerInto(Memory->unknownObject(""), std::nullopt, Multiple), {});
}

/// A pointer that led into the middle of an allocation may do so afterwards.
void HostEvaluator::forget(const Lvalue &At) {
  if (At.isChoice())
    for (const LvalueChoice &One : *At.Choices)
      forget(One.At);
  if (At.isMemory()) {
    Memory->forgetString(At.Object);
    if (std::optional<SlotId> Slot = (*Memory)[At.Object].Slot)
      Code->havocVariable(*Slot, "");
  }
  if (!At.isVariable())
    return;
  QualType Type = Code->typeAt(At);
  if (At.ByteOffset != 0 || Type.isNull()) {
    Code->havocVariable(At.Slot, "");
    return;
  }
  bool Inside = Type->isPointerType() && Code->Current.Variables.contains(At.Slot) &&
                mayLeadInside(Code->readVariable(At, Type, nullptr));
  Code->store(At, Type, Inside ? somewhere() : unknown(Type), nullptr);
}

void HostEvaluator::forgetPointee(const Value &Pointer) {
  if (Pointer.isPointer() && Pointer.Target.isMemory())
    Memory->forgetString(Pointer.Target.Object);
  if (!Pointer.isPointer() || Pointer.Target.isMemory()) {
    if (!Pointer.isPointer() || !(*Memory)[Pointer.Target.Object].isVariable())
      return forgetEscaped();
    return forget(Pointer.Target);
  }
  // A pointer to one element reaches the whole array.
  Lvalue Whole = Pointer.Target;
  if (!Whole.Path.empty())
    Whole.Path.pop_back();
  forget(Whole);
}

/// Code that is not seen knows the address of \p Slot, and those that are in it.
void HostEvaluator::escape(SlotId Slot) {
  if (Escaped.insert(Slot).second)
    escapeBehind(Value::pointer(Lvalue::variable(Slot)));
}

/// The addresses that are in what \p Given, an argument, hands on.
void HostEvaluator::escapeBehind(const Value &Given) {
  if (Given.isAggregate())
    escapeFrom(Given);
  if (!Given.isPointer() || !Given.Target.isVariable())
    return;
  auto Held = Code->Current.Variables.find(Given.Target.Slot);
  if (Held != Code->Current.Variables.end())
    escapeFrom(Value(Held->second));
}

/// All addresses in \p Held.
void HostEvaluator::escapeFrom(const Value &Held) {
  if (Held.isAggregate())
    for (const Value &Part : *Held.Parts)
      escapeFrom(Part);
  if (!Held.isPointer())
    return;
  if (Held.Target.isChoice())
    for (const LvalueChoice &One : *Held.Target.Choices)
      escapeFrom(Value::pointer(One.At));
  if (Held.Target.isVariable())
    escape(Held.Target.Slot);
  if (Held.Target.isMemory())
    Memory->forgetString(Held.Target.Object);
}

void HostEvaluator::forgetEscaped() {
  Code->havocLostVariables("");
  for (SlotId Slot : Escaped)
    if (Code->Current.Variables.contains(Slot))
      forget(Lvalue::variable(Slot));
}

void HostEvaluator::forgetGlobalsModifiedBy(const FunctionDecl *Callee) {
  for (const VarDecl *Global :
       Program.globalsModifiedBy(Callee ? Callee->getCanonicalDecl() : nullptr))
    if (std::optional<Lvalue> At = activeVariable(*Global))
      forget(*At);
}

/// The variable of the innermost call that has it; nothing when it is not followed by value.
std::optional<Lvalue> HostEvaluator::activeVariable(const VarDecl &Variable) {
  bool IsActive =
      Variable.hasGlobalStorage() || llvm::any_of(Code->Frames, [&](const Frame &Active) {
        return Active.Slots.contains(&Variable) || Active.Captures.contains(&Variable);
      });
  if (!IsActive)
    return std::nullopt;
  Lvalue At = Code->locateVariable(Variable, nullptr);
  return At.isVariable() ? std::optional(At) : std::nullopt;
}

const HostEvaluator::LoopFacts &HostEvaluator::factsOf(const Stmt &Piece) {
  auto [Known, Inserted] = FactsOfLoops.try_emplace(&Piece);
  if (Inserted) {
    Modifications Modified = modificationsIn(&Piece);
    Modified.BehindMemory |= llvm::any_of(Modified.Callees, [&](const FunctionDecl *Callee) {
      return Callee && Program.writesBehindMemory(Callee);
    });
    Known->second = {Program.reachesLaunch(&Piece), std::move(Modified)};
  }
  return Known->second;
}

/// What any address in memory leads to may have changed.
void HostEvaluator::forgetBehindMemory() {
  for (const auto &[Slot, Held] : Code->Current.Variables)
    escapeFrom(Value(Held));
  forgetEscaped();
}

/// A number at \p At, which a loop changes: no data give it.
void HostEvaluator::markAsCounted(const Lvalue &At) {
  QualType Type = Code->typeAt(At);
  if (At.ByteOffset == 0 && !Type.isNull() && Type->isIntegerType())
    Code->store(At, Type, Code->unknownValue(Type, Uniformity::Grid, OpaqueReason::None, ""),
                nullptr);
}

void HostEvaluator::forgetChanges(const Stmt &Piece) {
  const Modifications &Modified = factsOf(Piece).Modified;
  // First, while what they lead to here is known.
  if (Modified.BehindMemory)
    forgetBehindMemory();
  for (const VarDecl *Variable : Modified.Pointees)
    if (std::optional<Lvalue> At = activeVariable(*Variable))
      forgetPointee(Code->readVariable(*At, Variable->getType().getNonReferenceType(), nullptr));
  for (const VarDecl *Variable : Modified.Variables)
    if (std::optional<Lvalue> At = activeVariable(*Variable)) {
      forget(*At);
      markAsCounted(*At);
    }
  for (const VarDecl *Variable : Modified.Moved)
    if (std::optional<Lvalue> At = activeVariable(*Variable)) {
      QualType Type = Variable->getType().getNonReferenceType();
      Code->store(*At, Type,
                  somewhere(powerOfTwoFactor(
                      int64_t(std::max<uint64_t>(1, sizeOf(Ast, Type->getPointeeType()))))),
                  nullptr);
    }
  if (Modified.Members && Code->frame().This)
    forget(*Code->frame().This);
  for (const FunctionDecl *Callee : Modified.Callees)
    forgetGlobalsModifiedBy(Callee);
  for (const FunctionDecl *Function : Modified.Handed)
    forgetGlobalsModifiedBy(Function);
  if (!Modified.Callees.empty())
    forgetEscaped();
}

} // namespace memlint
