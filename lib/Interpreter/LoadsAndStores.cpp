//===- LoadsAndStores.cpp - Reading and writing lvalues -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Interpreter/Interpreter.h"

#include <functional>

using namespace clang;

namespace memlint {

Value Interpreter::evaluateChoice(llvm::ArrayRef<LvalueChoice> Choices, QualType Type,
                                  llvm::function_ref<Value(const Lvalue &)> Evaluate) {
  const LvalueChoice &First = Choices.front();
  if (Choices.size() == 1 || First.Condition->isConstant(1))
    return Evaluate(First.At);
  if (First.Condition->isConstant(0))
    return evaluateChoice(Choices.drop_front(), Type, Evaluate);
  Value Held, Others;
  branch(
      First.Condition, [&] { Held = Evaluate(First.At); },
      [&] { Others = evaluateChoice(Choices.drop_front(), Type, Evaluate); });
  return joinValues(First.Condition, Held, Others, Type);
}

void Interpreter::forEachChoice(const Lvalue &At, llvm::function_ref<void(const Lvalue &)> Do) {
  if (!At.isChoice()) {
    Do(At);
    return;
  }
  std::function<void(llvm::ArrayRef<LvalueChoice>)> Each =
      [&](llvm::ArrayRef<LvalueChoice> Choices) {
        if (Choices.size() == 1)
          Do(Choices.front().At);
        else
          branch(
              Choices.front().Condition, [&] { Do(Choices.front().At); },
              [&] { Each(Choices.drop_front()); });
      };
  Each(*At.Choices);
}

Value Interpreter::load(const Lvalue &From, QualType Type, const clang::Expr *Where) {
  if (From.isChoice())
    return evaluateChoice(*From.Choices, Type,
                          [&](const Lvalue &One) { return load(One, Type, Where); });
  if (From.isVariable()) {
    if (Client.isConcrete() && Type.isVolatileQualified())
      return unknownValue(Type, Uniformity::Lane, OpaqueReason::DataDependent, "a volatile");
    noteElement(From, Type, /*Writes=*/false, Where);
    if (const VarDecl *Outer = outerVariable(From.Slot);
        Outer && !Current.Variables.contains(From.Slot))
      Current.Variables[From.Slot] = Client.outerValue(*Outer);
    Value Stored = readVariable(From, Type, Where);
    // A bit-field holds the low bits of what was last assigned to it.
    if (const FieldDecl *Field = Where ? Where->getSourceBitField() : nullptr;
        Field && Stored.isScalar() && !Field->getBitWidth()->isValueDependent())
      Stored.Number = Exprs.wrap(Stored.Number, Field->getBitWidthValue(Ast),
                                 !Type->isUnsignedIntegerOrEnumerationType());
    return Stored;
  }
  return Client.loadMemory(From, Type, Where);
}

void Interpreter::store(const Lvalue &To, QualType Type, const Value &New, const clang::Expr *Where,
                        const StoreOrigin &Origin) {
  if (To.isChoice()) {
    forEachChoice(To, [&](const Lvalue &One) { store(One, Type, New, Where, Origin); });
  } else if (To.isVariable()) {
    noteElement(To, Type, /*Writes=*/true, Where);
    if (isWholePart(To, Type))
      writeVariable(To, New);
    else
      writeBytes(To, Type, New);
  } else if (To.isMemory()) {
    Client.storeMemory(To, Type, New, Where, Origin);
  } else if (Where) {
    Recorder.noteUnseen(Where);
  }
}

void Interpreter::noteElement(const Lvalue &At, QualType Type, bool Writes,
                              const clang::Expr *Where) {
  if (!Recording || !Where)
    return;
  // Registers have no addresses: an element that is chosen at run time is in
  // local memory, unless the compiler unrolls what chooses it.
  if (llvm::any_of(At.Path, [](const PathStep &Step) { return Step.Index != nullptr; }))
    Client.accessElement(localMemory(At, sizeOf(Ast, Type)), Type, Writes, Where);
}

} // namespace memlint
