//===- LoadsAndStores.cpp - Reading and writing lvalues -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"

#include "llvm/Support/SaveAndRestore.h"

#include <functional>

using namespace clang;

namespace memlint {

Value KernelLowering::loadChoice(llvm::ArrayRef<LvalueChoice> Choices, QualType Type,
                                 const clang::Expr *Where) {
  if (Choices.size() == 1 || Choices.front().Condition->isConstant(1))
    return load(Choices.front().At, Type, Where);
  ExprRef Condition = Choices.front().Condition;
  if (Condition->isConstant(0))
    return loadChoice(Choices.drop_front(), Type, Where);
  Value First, Others;
  branch(
      Condition, [&] { First = load(Choices.front().At, Type, Where); },
      [&] { Others = loadChoice(Choices.drop_front(), Type, Where); });
  return joinValues(Condition, First, Others, Type);
}

void KernelLowering::forEachChoice(const Lvalue &At, llvm::function_ref<void(const Lvalue &)> Do) {
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

Value KernelLowering::load(const Lvalue &From, QualType Type, const clang::Expr *Where) {
  if (From.isChoice())
    return loadChoice(*From.Choices, Type, Where);
  if (From.isVariable()) {
    emitLocalAccess(From, Type, AccessKind::Load, Where);
    if (isBuiltinSlot(From.Slot) && !Current.Variables.contains(From.Slot))
      Current.Variables[From.Slot] = builtinVariable(SlotNames[From.Slot]);
    Value Stored = readVariable(From, Type, Where);
    // A bit-field holds the low bits of what was last assigned to it.
    if (const FieldDecl *Field = Where ? Where->getSourceBitField() : nullptr;
        Field && Stored.isScalar() && !Field->getBitWidth()->isValueDependent())
      Stored.Number = Exprs.wrap(Stored.Number, Field->getBitWidthValue(Ast),
                                 !Type->isUnsignedIntegerOrEnumerationType());
    return Stored;
  }
  size_t Before = Program.Accesses.size();
  emitAccess(From, Type, AccessKind::Load, Where);
  if (auto Known = tableValue(From, Type))
    return *Known;
  const MemoryObject &Object = Program.Objects[From.Object];
  bool Volatile = Type.isVolatileQualified() || Object.IsVolatile;
  // Each block has shared memory of its own.
  Uniformity Varies =
      std::max(From.Offset->varies(),
               Object.Space == MemorySpace::Shared ? Uniformity::Block : Uniformity::Grid);
  bool Stable = KnownFacts.Known && !Volatile && Object.Space != MemorySpace::Local &&
                Object.Kind != ObjectKind::Unknown;
  bool ReadOnly = Stable && isReadOnly(From.Object, Type);
  if (!Stable || KnownFacts.MayChange.contains(keyOf(Where)))
    Varies = Uniformity::Lane;
  std::string Name = textOf(Where->getSourceRange(), Ast);
  QualType Bare = Type.getNonReferenceType().getUnqualifiedType();
  if (Bare->isFloatingType())
    return floatValue(Varies);
  if (Bare->isPointerType()) {
    // What a stored pointer points to; the same lvalue holds the same pointer.
    if (Varies == Uniformity::Lane || KnownFacts.StoresSharedAddress)
      return Value::pointer(
          Lvalue::memory(unknownObject(Name, KnownFacts.StoresSharedAddress ? MemorySpace::Generic
                                                                            : MemorySpace::Global),
                         Exprs.opaque(OpaqueReason::DataDependent, Varies, Name)));
    unsigned Pointee = loadedPointee(From, Bare, Name);
    // In loops the threads may be in different iterations.
    if (LoopStack.empty())
      addressOf(Pointee, Varies);
    return Value::pointer(Lvalue::memory(Pointee, Exprs.constant(0)));
  }
  if (Bare->isIntegralOrEnumerationType()) {
    auto IsRead = [&](ExprRef Number) {
      if (Program.Accesses.size() == Before + 1)
        Program.Accesses.back().Result = Number;
      return Value::scalar(Number);
    };
    if (ReadOnly)
      if (auto Known = ReadOnlyLoads.find({From.Object, From.Offset, Bare.getAsOpaquePtr()});
          Known != ReadOnlyLoads.end())
        return IsRead(Known->second);
    LeafInfo Info;
    Info.Kind = LeafKind::Loaded;
    Info.Varies = Varies;
    Info.Id = NextLeaf++;
    Info.Range = rangeOf(Bare);
    Info.Reason = OpaqueReason::DataDependent;
    Info.Name = Name;
    ExprRef Loaded = Exprs.leaf(Info);
    if (ReadOnly)
      ReadOnlyLoads[{From.Object, From.Offset, Bare.getAsOpaquePtr()}] = Loaded;
    return IsRead(Loaded);
  }
  return unknownValue(Bare, Varies, OpaqueReason::DataDependent, Name);
}

bool KernelLowering::mayPointToShared(const Value &Held) const {
  if (Held.isAggregate())
    return llvm::any_of(*Held.Parts, [&](const Value &Part) { return mayPointToShared(Part); });
  if (!Held.isPointer())
    return false;
  if (Held.Target.isChoice())
    return llvm::any_of(*Held.Target.Choices, [&](const LvalueChoice &One) {
      return mayPointToShared(Value::pointer(One.At));
    });
  return Held.Target.isMemory() &&
         llvm::any_of(Program.basesOf(Held.Target.Object), [&](unsigned Base) {
           return Program.Objects[Base].Space == MemorySpace::Shared;
         });
}

void KernelLowering::store(const Lvalue &To, QualType Type, const Value &New,
                           const clang::Expr *Where) {
  if (To.isChoice()) {
    forEachChoice(To, [&](const Lvalue &One) { store(One, Type, New, Where); });
    return;
  }
  if (To.isVariable()) {
    emitLocalAccess(To, Type, AccessKind::Store, Where);
    if (isWholePart(To, Type))
      writeVariable(To, New);
    else
      writeBytes(To, Type, New);
    return;
  }
  if (!To.isMemory()) {
    if (Where)
      noteUnseen(Where);
    return;
  }
  // The bits beside a bit-field stay what they are: its storage unit is read, too.
  if (const FieldDecl *Field = Where ? Where->getSourceBitField() : nullptr;
      Field && !Field->getBitWidth()->isValueDependent() &&
      (Field->getBitWidthValue(Ast) % 8 != 0 ||
       Ast.getASTRecordLayout(Field->getParent()).getFieldOffset(Field->getFieldIndex()) % 8 != 0))
    emitAccess(To, Type, AccessKind::Load, Where);
  {
    llvm::SaveAndRestore Writing(Stored, storedNumber(New, Type, Where));
    emitAccess(To, Type, AccessKind::Store, Where);
  }
  StoresSharedAddress |= mayPointToShared(New);
  const MemoryObject Object = Program.Objects[To.Object];
  // A variable seen as memory: any part of it.
  if (auto Known = LocalObjectSlots.find(To.Object); Known != LocalObjectSlots.end())
    havocVariable(Known->second, Object.Name);
  else if (Object.Space == MemorySpace::Local && Object.Kind == ObjectKind::Unknown)
    for (SlotId Slot : PointedToSomehow)
      if (Current.Variables.contains(Slot))
        havocVariable(Slot, Object.Name);
}

void KernelLowering::emitLocalAccess(const Lvalue &At, QualType Type, AccessKind Kind,
                                     const clang::Expr *Where) {
  if (!Recording || !Where)
    return;
  // Registers have no addresses: an element that is chosen at run time is in
  // local memory, unless the compiler unrolls what chooses it.
  if (llvm::any_of(At.Path, [](const PathStep &Step) { return Step.Index != nullptr; }))
    emitAccess(localMemory(At, sizeOf(Type)), Type, Kind, Where);
}

} // namespace memlint
