//===- LoadsAndStores.cpp - Reading and writing places --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace memlint {

Value KernelLowering::load(const Place &From, QualType Type, const clang::Expr *Where) {
  if (From.isVariable()) {
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
  emitAccess(From, Type, AccessKind::Load, Where);
  const MemoryObject &Object = Program.Objects[From.Object];
  bool Volatile = Type.isVolatileQualified() || Object.IsVolatile;
  Uniformity Varies = From.Offset->varies();
  bool Stable = KnownFacts.Known && !Volatile && Object.Space != MemorySpace::Local &&
                Object.Kind != ObjectKind::Unknown;
  bool ReadOnly = Stable && KnownFacts.ReadOnlyObjects.contains(Object.Name);
  if (!Stable || KnownFacts.MayChange.contains(keyOf(Where)))
    Varies = Uniformity::Lane;
  std::string Name = textOf(Where->getSourceRange());
  QualType Bare = Type.getNonReferenceType().getUnqualifiedType();
  if (Bare->isFloatingType())
    return floatValue(Varies);
  if (Bare->isPointerType()) {
    // What a stored pointer points to; the same place holds the same pointer.
    if (Varies == Uniformity::Lane)
      return Value::pointer(Place::memory(unknownObject(Name, MemorySpace::Global),
                                          Exprs.opaque(OpaqueReason::DataDependent, Varies, Name)));
    return Value::pointer(Place::memory(
        pointeeObject(ObjectKind::LoadedPointer, Name, Bare, std::nullopt), Exprs.constant(0)));
  }
  if (Bare->isIntegralOrEnumerationType()) {
    if (ReadOnly)
      if (auto Known = ReadOnlyLoads.find({From.Object, From.Offset, Bare.getAsOpaquePtr()});
          Known != ReadOnlyLoads.end())
        return Value::scalar(Known->second);
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
    return Value::scalar(Loaded);
  }
  return unknownValue(Bare, Varies, OpaqueReason::DataDependent, Name);
}

void KernelLowering::store(const Place &To, QualType Type, const Value &New,
                           const clang::Expr *Where) {
  if (To.isVariable()) {
    writeVariable(To, New);
    return;
  }
  if (!To.isMemory())
    return;
  // The bits beside a bit-field stay what they are: its storage unit is read, too.
  if (const FieldDecl *Field = Where ? Where->getSourceBitField() : nullptr;
      Field && !Field->getBitWidth()->isValueDependent() &&
      (Field->getBitWidthValue(Ast) % 8 != 0 ||
       Ast.getASTRecordLayout(Field->getParent()).getFieldOffset(Field->getFieldIndex()) % 8 != 0))
    emitAccess(To, Type, AccessKind::Load, Where);
  emitAccess(To, Type, AccessKind::Store, Where);
  // An element of a local array that is chosen at run time: any of them.
  if (Program.Objects[To.Object].Kind == ObjectKind::LocalVariable &&
      NamedObjects.contains("local" + std::to_string(To.Slot)) &&
      NamedObjects["local" + std::to_string(To.Slot)] == To.Object)
    havocVariable(To.Slot, Program.Objects[To.Object].Name);
}

} // namespace memlint
