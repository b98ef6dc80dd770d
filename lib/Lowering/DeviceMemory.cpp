//===- DeviceMemory.cpp - Loads and stores of a kernel --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceMemory.h"

#include "cuda-memlint/Interpreter/TypeFacts.h"

#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace memlint {

DeviceMemory::DeviceMemory(Interpreter &Code, Emitter &Out, KernelObjects &Objects,
                           AtomicObjects &Atomics, const LoadFacts &KnownFacts)
    : Code(Code), Ast(Code.Ast), Exprs(Code.Exprs), Out(Out), Objects(Objects), Atomics(Atomics),
      Tables(Code, Objects), KnownFacts(KnownFacts) {
  // As of Interpreter::NextLoop.
  NextLeaf = Exprs.opaque(OpaqueReason::None, Uniformity::Grid, "mark")->number();
}

bool DeviceMemory::isStable(const MemoryObject &Object, bool IsVolatile) const {
  return KnownFacts.Known && !IsVolatile && Object.Space != MemorySpace::Local &&
         Object.Kind != ObjectKind::Unknown;
}

Value DeviceMemory::load(const Lvalue &From, QualType Type, const clang::Expr *Where) {
  size_t Before = Out.accessCount();
  Out.emitAccess({.At = From,
                  .Type = Type,
                  .Kind = AccessKind::Load,
                  .Where = Where,
                  .Ordering = Atomics.ordering()});
  if (auto Known = Tables.valueAt(From, Type))
    return *Known;
  const MemoryObject &Object = Objects[From.Object];
  bool Volatile = Type.isVolatileQualified() || Object.IsVolatile;
  // Each block has shared memory of its own.
  Uniformity Varies =
      std::max(From.Offset->varies(),
               Object.Space == MemorySpace::Shared ? Uniformity::Block : Uniformity::Grid);
  bool Stable = isStable(Object, Volatile);
  bool ReadOnly = Stable && Objects.isReadOnly(From.Object, Type);
  if (!Stable || mayChange(Where))
    Varies = Uniformity::Lane;
  std::string Name = textOf(Where->getSourceRange(), Ast);
  QualType Bare = Type.getNonReferenceType().getUnqualifiedType();
  if (Bare->isFloatingType())
    return floatValue(Exprs, Varies);
  if (Bare->isPointerType()) {
    // What a stored pointer points to; the same lvalue holds the same pointer.
    Access *Load = Out.oneAccessFrom(Before);
    if (Varies == Uniformity::Lane || KnownFacts.StoresSharedAddress) {
      ExprRef Offset = Exprs.opaque(OpaqueReason::DataDependent, Varies, Name);
      if (Load)
        Load->LoadedOffset = Offset;
      return Value::pointer(Lvalue::memory(
          Objects.unknownObject(Name, KnownFacts.StoresSharedAddress ? MemorySpace::Generic
                                                                     : MemorySpace::Global),
          Offset));
    }
    unsigned Pointee = Objects.loadedPointee(From, Bare, Name);
    if (Load)
      Load->LoadedObject = Pointee;
    // In loops the threads may be in different iterations.
    if (Code.LoopStack.empty())
      Objects.addressOf(Pointee, Varies);
    return Value::pointer(Lvalue::memory(Pointee, Exprs.constant(0)));
  }
  if (Bare->isIntegralOrEnumerationType()) {
    auto IsRead = [&](ExprRef Number) {
      if (Access *Load = Out.oneAccessFrom(Before))
        Load->Result = Number;
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
    Info.Range = rangeOf(Ast, Bare);
    Info.Reason = OpaqueReason::DataDependent;
    Info.Name = Name;
    ExprRef Loaded = Exprs.leaf(Info);
    if (ReadOnly)
      ReadOnlyLoads[{From.Object, From.Offset, Bare.getAsOpaquePtr()}] = Loaded;
    return IsRead(Loaded);
  }
  Value Read = Code.unknownValue(Bare, Varies, OpaqueReason::DataDependent, Name);
  noteParts(Read, Bare, From.Offset, Out.accessesFrom(Before));
  return Read;
}

/// Which of the accesses \p Loads, to the object at \p Start, reads which integer of \p Read.
void DeviceMemory::noteParts(const Value &Read, QualType Type, ExprRef Start,
                             llvm::MutableArrayRef<Access> Loads) {
  const RecordDecl *Record = Type->getAsRecordDecl();
  bool Overlap = Record && (Record->isUnion() || llvm::any_of(Record->fields(), [](auto *Field) {
                              return Field->isBitField();
                            }));
  if (!Read.isAggregate() || Overlap)
    return;
  for (auto [Number, Part] : llvm::enumerate(*Read.Parts)) {
    std::optional<std::pair<int64_t, QualType>> At = partAt(Ast, Type, int64_t(Number));
    if (!At)
      return;
    ExprRef Offset = Exprs.withoutAddressWraps(Exprs.add(Start, Exprs.constant(At->first)));
    noteParts(Part, At->second, Offset, Loads);
    if (!Part.isScalar() || !At->second->isIntegralOrEnumerationType())
      continue;
    for (Access &Load : Loads)
      if (Load.Offset == Offset && Load.Bytes == sizeOf(Ast, At->second))
        Load.Result = Part.Number;
  }
}

void DeviceMemory::store(const Lvalue &To, QualType Type, const Value &New,
                         const clang::Expr *Where, const StoreOrigin &Origin) {
  // The bits beside a bit-field stay what they are: its storage unit is read, too.
  if (const FieldDecl *Field = Where ? Where->getSourceBitField() : nullptr;
      Field && !Field->getBitWidth()->isValueDependent() &&
      (Field->getBitWidthValue(Ast) % 8 != 0 ||
       Ast.getASTRecordLayout(Field->getParent()).getFieldOffset(Field->getFieldIndex()) % 8 != 0))
    Out.emitAccess({.At = To,
                    .Type = Type,
                    .Kind = AccessKind::Load,
                    .Where = Where,
                    .Ordering = Atomics.ordering(),
                    .StoresCopy = Origin.IsCopy});
  Out.emitAccess({.At = To,
                  .Type = Type,
                  .Kind = AccessKind::Store,
                  .Where = Where,
                  .Ordering = Atomics.ordering(),
                  .Stored = storedNumber(New, Type, Where, Origin.Assigned),
                  .StoresCopy = Origin.IsCopy});
  StoresSharedAddress |= Objects.mayPointToShared(New);
  const MemoryObject Object = Objects[To.Object];
  // A variable seen as memory: any part of it.
  if (std::optional<SlotId> Slot = Objects.slotOf(To.Object))
    Code.havocVariable(*Slot, Object.Name);
  else if (Object.Space == MemorySpace::Local && Object.Kind == ObjectKind::Unknown)
    Code.havocLostVariables(Object.Name);
}

/// The bits of \p Written, which is made of floating-point literals alone; none for others.
static std::optional<uint64_t> floatBits(const clang::Expr &Written, QualType Type,
                                         ASTContext &Ast) {
  clang::Expr::EvalResult Known;
  if (Written.isValueDependent() || !Ast.hasSameUnqualifiedType(Written.getType(), Type) ||
      !Written.EvaluateAsRValue(Known, Ast) || !Known.Val.isFloat() || Known.HasSideEffects)
    return std::nullopt;
  llvm::APInt Bits = Known.Val.getFloat().bitcastToAPInt();
  return Bits.getBitWidth() <= 64 ? std::optional(Bits.getZExtValue()) : std::nullopt;
}

ExprRef DeviceMemory::storedNumber(const Value &New, QualType Type, const clang::Stmt *Where,
                                   const clang::Expr *Assigned) {
  if (!Code.isRecorded())
    return nullptr;
  // The bits beside a bit-field are written with it.
  if (const auto *Lvalue = dyn_cast_or_null<clang::Expr>(Where);
      Lvalue && Lvalue->getSourceBitField())
    return nullptr;
  if (Type->isFloatingType()) {
    if (Assigned)
      if (std::optional<uint64_t> Bits = floatBits(*Assigned, Type, Ast))
        return Exprs.constant(int64_t(*Bits));
    // One leaf stands for all values that are not known; where all threads have the same,
    // that is one of its own. In loops they may be in different iterations.
    if (isFloat(New) && New.Number->varies() < Uniformity::Lane && Code.LoopStack.empty())
      return Exprs.opaque(OpaqueReason::DataDependent, New.Number->varies(),
                          Assigned ? textOf(Assigned->getSourceRange(), Ast) : "a value");
    return nullptr;
  }
  if (New.isScalar() && Type->isIntegralOrEnumerationType())
    return New.Number;
  if (New.isPointer() && New.Target.isMemory() && Type->isPointerType())
    return Objects.addressNumber(New.Target);
  // Which function it is says nothing, but whether all threads have the same one.
  if (Type->isFunctionPointerType() && !New.isEmpty() && uniformity(New) < Uniformity::Lane &&
      Code.LoopStack.empty())
    return Exprs.opaque(OpaqueReason::DataDependent, uniformity(New),
                        Assigned ? textOf(Assigned->getSourceRange(), Ast) : "a function");
  return nullptr;
}

void DeviceMemory::forgetLoads(ExprRef Counter) {
  std::erase_if(ReadOnlyLoads, [&](const auto &Known) {
    return anyLeaf(std::get<1>(Known.first), [&](ExprRef Leaf) { return Leaf == Counter; });
  });
}

} // namespace memlint
