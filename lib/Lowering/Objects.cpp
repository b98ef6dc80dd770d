//===- Objects.cpp - Memory objects and types -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelObjects.h"
#include "MemberLayouts.h"

#include "cuda-memlint/Frontend/Position.h"
#include "cuda-memlint/Interpreter/TypeFacts.h"
#include "cuda-memlint/SourceEdits/RowsInSource.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace memlint {

/// What pointers handed to a kernel are taken to be aligned to: cudaMalloc's
/// guarantee (CUDA C++ Programming Guide, Device Memory Accesses).
static constexpr uint64_t AllocationAlignment = 256;

unsigned KernelObjects::addObject(MemoryObject Object) {
  Object.Id = unsigned(Program.Objects.size());
  Program.Objects.push_back(std::move(Object));
  return Program.Objects.back().Id;
}

unsigned KernelObjects::unknownObject(llvm::StringRef Name, MemorySpace Space) {
  auto [Known, New] = UnknownObjects.try_emplace({Space, Name.str()}, 0);
  if (New) {
    MemoryObject Object;
    Object.Kind = ObjectKind::Unknown;
    Object.Space = Space;
    Object.Name = Name.str();
    Known->second = addObject(std::move(Object));
  }
  return Known->second;
}

unsigned KernelObjects::nullObject() {
  if (!NullObject) {
    MemoryObject Object;
    Object.Name = "null";
    Object.IsNull = true;
    NullObject = addObject(std::move(Object));
  }
  return *NullObject;
}

unsigned KernelObjects::stringLiteralObject(const clang::Expr &) {
  if (!StringLiteralObject) {
    MemoryObject Object;
    Object.Name = "a string literal";
    Object.IsStringLiteral = true;
    StringLiteralObject = addObject(std::move(Object));
  }
  return *StringLiteralObject;
}

void KernelObjects::describeType(QualType Type, MemoryObject &Object) {
  describeElement(Ast, Type, Object);
  const void *Element = Ast.getBaseElementType(Type).getCanonicalType().getTypePtr();
  Object.ElementTypeNumber =
      ElementTypes.try_emplace(Element, unsigned(ElementTypes.size()) + 1).first->second;
}

bool KernelObjects::isVisibleInKernel(const VarDecl &Variable) const {
  if (const DeclContext *Function = Variable.getLexicalDeclContext();
      Function->isFunctionOrMethod())
    return Function == &Kernel;
  for (const DeclContext *Scope = Kernel.getDeclContext(); Scope; Scope = Scope->getParent())
    if (DeclContext::lookup_result Found = Scope->lookup(Variable.getDeclName()); !Found.empty())
      return llvm::any_of(Found, [&](const NamedDecl *Each) {
        return Each->getCanonicalDecl() == Variable.getCanonicalDecl();
      });
  return false;
}

/// \p Declared is the same memory as \p Object.
void KernelObjects::refuseRows(MemoryObject &Object, const VarDecl &Declared) const {
  Object.Rows.reset();
  Object.RowsObstacle = {RowObstacle::Reason::Disagreement,
                         positionOf(Declared.getSourceRange(), Ast)};
}

/// Whether \p Declared, outside of functions, is the declaration that \p Object is known by.
static bool isDeclaredBy(const MemoryObject &Object, const VarDecl &Declared) {
  SourcePosition At = positionOf(Declared.getSourceRange(), Declared.getASTContext());
  const SourcePosition &Known = Object.RowsObstacle.At;
  return Object.RowsObstacle.Why == RowObstacle::Reason::Declaration && Known.Path == At.Path &&
         Known.Line == At.Line && Known.Column == At.Column;
}

unsigned KernelObjects::objectFor(const VarDecl &Declared) {
  const VarDecl &Variable = *Declared.getCanonicalDecl();
  // Where an extern array is declared, it is a member of the namespace.
  bool IsKernels = Declared.getLexicalDeclContext() == &Kernel;
  if (auto Known = VariableObjects.find(&Variable); Known != VariableObjects.end()) {
    // Another function declares the same dynamic array.
    if (Variable.hasExternalStorage() && !IsKernels &&
        !isDeclaredBy(Program.Objects[Known->second], Declared))
      refuseRows(Program.Objects[Known->second], Declared);
    return Known->second;
  }
  bool Shared = Variable.hasAttr<CUDASharedAttr>();
  QualType Type = Declared.getType();
  bool Dynamic = Shared && (Type->isIncompleteArrayType() || Variable.hasExternalStorage());
  // Every extern __shared__ array is the same memory.
  if (Dynamic && DynamicSharedObject) {
    VariableObjects[&Variable] = *DynamicSharedObject;
    refuseRows(Program.Objects[*DynamicSharedObject], Declared);
    return *DynamicSharedObject;
  }
  MemoryObject Object;
  Object.Name = Variable.getNameAsString();
  Object.Position = positionOf(Variable.getSourceRange(), Ast);
  describeType(Type, Object);
  if (!Dynamic)
    if (uint64_t Size = sizeOf(Ast, Type))
      Object.SizeBytes = Size;
  Object.AlignmentBytes = std::max<uint64_t>(alignmentOf(Ast, Type),
                                             uint64_t(Ast.getDeclAlign(&Variable).getQuantity()));
  if (Dynamic) {
    Object.Kind = ObjectKind::DynamicShared;
    Object.Space = MemorySpace::Shared;
    Object.AlignmentBytes = 16;
    Object.Extents.clear();
  } else if (Shared) {
    Object.Kind = ObjectKind::StaticShared;
    Object.Space = MemorySpace::Shared;
  } else if (isInConstantMemory(Variable)) {
    Object.Kind = ObjectKind::ConstantVariable;
    Object.Space = MemorySpace::Constant;
    Object.AlignmentBytes = AllocationAlignment;
  } else if (Variable.hasAttr<CUDADeviceAttr>() || Variable.hasAttr<HIPManagedAttr>() ||
             Variable.hasAttr<CUDAConstantAttr>() || Variable.isStaticLocal()) {
    // A static variable of a function is one for all threads of the device.
    Object.Kind = ObjectKind::DeviceVariable;
    Object.Space = MemorySpace::Global;
    Object.AlignmentBytes =
        Placement.alignmentOf(Variable, Object.AlignmentBytes, AllocationAlignment);
  } else {
    Object.Kind = ObjectKind::LocalVariable;
    Object.Space = MemorySpace::Local;
  }
  if (Object.Kind == ObjectKind::StaticShared || (Dynamic && IsKernels))
    Object.Rows = rowsInSource(Declared, Ast, Declarations, Object.RowsObstacle);
  // What other kernels may use as well.
  if (Dynamic && Declared.isFileVarDecl())
    Object.RowsObstacle = {RowObstacle::Reason::Declaration,
                           positionOf(Declared.getSourceRange(), Ast)};
  if (isVisibleInKernel(Declared))
    Object.HasDistinctValues = DistinctNames.erase(Object.Name) != 0;
  unsigned Id = addObject(std::move(Object));
  VariableObjects[&Variable] = Id;
  Identities[Id] = Dynamic ? ObjectIdentity() : ObjectIdentity{&Variable, {}};
  if (Dynamic)
    DynamicSharedObject = Id;
  return Id;
}

MemoryObject KernelObjects::pointee(ObjectKind Kind, const std::string &Name, QualType Pointer) {
  MemoryObject Object;
  Object.Kind = Kind;
  Object.Space = MemorySpace::Global;
  Object.Name = Name;
  Object.AlignmentBytes = AllocationAlignment;
  Object.IsRestrict = Pointer.isRestrictQualified();
  describeType(Pointer->getPointeeType(), Object);
  // A pointer's row length does not bound what it points to.
  Object.Extents.clear();
  return Object;
}

unsigned KernelObjects::parameterObject(const std::string &Name, QualType Pointer,
                                        const ParameterPart &Parameter) {
  ObjectIdentity Identity = {Kernel.getParamDecl(Parameter.Index), Parameter.Fields};
  auto [Known, IsNew] = ParameterObjects.try_emplace(Identity, 0);
  if (!IsNew)
    return Known->second;
  MemoryObject Object = pointee(ObjectKind::Parameter, Name, Pointer);
  Object.ParameterIndex = Parameter.Index;
  Object.ParameterFields = Parameter.Fields;
  Known->second = addObject(std::move(Object));
  DeclaredPointees[Known->second] = Pointer->getPointeeType();
  Identities[Known->second] = std::move(Identity);
  return Known->second;
}

unsigned KernelObjects::loadedPointee(const Lvalue &At, QualType Pointer, const std::string &Text) {
  auto [Known, IsNew] = LoadedPointees.try_emplace(
      {At.Object, At.Offset, Pointer.getCanonicalType().getAsOpaquePtr()}, 0);
  if (!IsNew)
    return Known->second;
  MemoryObject Object = pointee(ObjectKind::LoadedPointer, Text, Pointer);
  bool ChangesByIteration = anyLeaf(At.Offset, [](ExprRef Leaf) {
    LeafKind Kind = Leaf->leaf().Kind;
    return Kind == LeafKind::LoopCounter || Kind == LeafKind::Loaded || Kind == LeafKind::Opaque;
  });
  if (!ChangesByIteration && isReadOnly(At.Object, Pointer))
    Object.PointerVaries = At.Offset->varies();
  Known->second = addObject(std::move(Object));
  DeclaredPointees[Known->second] = Pointer->getPointeeType();
  return Known->second;
}

/// Whether pointers to \p Type say nothing of what they point to.
static bool isOfBytes(const ASTContext &Ast, QualType Type) {
  return Type->isVoidType() || Type->isCharType() || Type->isStdByteType() ||
         Ast.hasSameUnqualifiedType(Type, Ast.SignedCharTy);
}

bool KernelObjects::mayHold(unsigned Object, QualType Element) const {
  QualType Declared = DeclaredPointees.lookup(Object);
  if (Declared.isNull() || Element->isArrayType() || Ast.hasSameUnqualifiedType(Declared, Element))
    return false;
  // Scalars that are read as a vector of theirs are scalars all the same.
  return isOfBytes(Ast, Declared) ||
         (Declared->isArithmeticType() && Element->isRecordType() && !isVectorType(Ast, Element));
}

unsigned KernelObjects::localObject(SlotId Slot, QualType Type, llvm::StringRef Name,
                                    const ValueDecl *Declared, uint64_t ElementBytes) {
  auto [Known, IsNew] = LocalObjects.try_emplace(Slot, 0);
  if (!IsNew)
    return Known->second;
  MemoryObject Object;
  Object.Kind = ObjectKind::LocalVariable;
  Object.Space = MemorySpace::Local;
  Object.Name = Name.str();
  if (Declared)
    Object.Position = positionOf(Declared->getSourceRange(), Ast);
  describeType(Type, Object);
  Object.SizeBytes = sizeOf(Ast, Type);
  Object.AlignmentBytes = alignmentOf(Ast, Type);
  if (Object.Extents.empty())
    Object.ElementBytes = ElementBytes;
  return Known->second = addObject(std::move(Object));
}

/// The key of what \p Object is in \p In; null: there is none.
template <typename Map> static const typename Map::key_type *keyIn(const Map &In, unsigned Object) {
  auto Found = llvm::find_if(In, [&](const auto &Each) { return Each.second == Object; });
  return Found == In.end() ? nullptr : &Found->first;
}

std::optional<SlotId> KernelObjects::slotOf(unsigned Object) const {
  const SlotId *Slot = keyIn(LocalObjects, Object);
  return Slot ? std::optional(*Slot) : std::nullopt;
}

const VarDecl *KernelObjects::variableOf(unsigned Object) const {
  const VarDecl *const *Variable = keyIn(VariableObjects, Object);
  return Variable ? *Variable : nullptr;
}

const ObjectIdentity *KernelObjects::identityOf(unsigned Object) const {
  auto Known = Identities.find(Object);
  return Known == Identities.end() ? nullptr : &Known->second;
}

} // namespace memlint
