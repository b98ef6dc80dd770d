//===- Objects.cpp - Memory objects and types -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "MemberLayouts.h"
#include "cuda-memlint/SourceEdits/RowsInSource.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace memlint {

/// Parts of a variable beyond which it is taken as memory instead of by value.
static constexpr unsigned MaximumTrackedParts = 256;
static constexpr uint64_t MaximumTrackedElements = 64;

/// What pointers handed to a kernel are taken to be aligned to: cudaMalloc's
/// guarantee (CUDA C++ Programming Guide, Device Memory Accesses).
static constexpr uint64_t AllocationAlignment = 256;

uint64_t KernelLowering::sizeOf(QualType Type) const {
  if (Type.isNull() || Type->isDependentType())
    return 0;
  std::optional<CharUnits> Size = Ast.getTypeSizeInCharsIfKnown(Type.getNonReferenceType());
  return Size ? uint64_t(Size->getQuantity()) : 0;
}

uint64_t KernelLowering::alignmentOf(QualType Type) const {
  if (Type.isNull() || Type->isDependentType() || Type->isIncompleteType())
    return 1;
  return uint64_t(Ast.getTypeAlignInChars(Type).getQuantity());
}

Interval KernelLowering::rangeOf(QualType Type) const {
  if (Type->isBooleanType())
    return {0, 1};
  if (!Type->isIntegralOrEnumerationType() || Type->isDependentType() || Type->isIncompleteType())
    return {};
  uint64_t Bits = Ast.getIntWidth(Type);
  if (Bits >= 64)
    return Type->isUnsignedIntegerOrEnumerationType()
               ? Interval{0, std::numeric_limits<int64_t>::max()}
               : Interval{};
  if (Type->isUnsignedIntegerOrEnumerationType())
    return {0, (int64_t(1) << Bits) - 1};
  return {-(int64_t(1) << (Bits - 1)), (int64_t(1) << (Bits - 1)) - 1};
}

/// Number of scalars that a value of \p Type consists of; more than the maximum
/// when it is not to be tracked by value.
static unsigned countParts(ASTContext &Ast, QualType Type, unsigned Depth) {
  constexpr unsigned TooMany = MaximumTrackedParts + 1;
  if (Depth > 16 || Type.isNull() || Type->isDependentType())
    return TooMany;
  if (const auto *Array = Ast.getAsConstantArrayType(Type)) {
    uint64_t Count = Array->getZExtSize();
    if (Count > MaximumTrackedElements)
      return TooMany;
    return unsigned(Count) * countParts(Ast, Array->getElementType(), Depth + 1);
  }
  if (Type->isArrayType())
    return TooMany;
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!Record)
    return 1;
  Record = Record->getDefinition();
  if (!Record || Record->isInvalidDecl())
    return TooMany;
  unsigned Count = 1;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases())
      Count += countParts(Ast, Base.getType(), Depth + 1);
  for (const FieldDecl *Field : Record->fields()) {
    Count += countParts(Ast, Field->getType(), Depth + 1);
    if (Count > MaximumTrackedParts)
      return TooMany;
  }
  return Count;
}

bool KernelLowering::isTrackedType(QualType Type) const {
  return countParts(Ast, Type, 0) <= MaximumTrackedParts;
}

unsigned KernelLowering::partNumber(const FieldDecl &Field) const {
  const RecordDecl *Record = Field.getParent();
  unsigned Number = Field.getFieldIndex();
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    Number += Class->getNumBases();
  return Number;
}

unsigned KernelLowering::addObject(MemoryObject Object) {
  Object.Id = unsigned(Program.Objects.size());
  Program.Objects.push_back(std::move(Object));
  return Program.Objects.back().Id;
}

unsigned KernelLowering::unknownObject(llvm::StringRef Name, MemorySpace Space) {
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

unsigned KernelLowering::nullObject() {
  if (!NullObject) {
    MemoryObject Object;
    Object.Name = "null";
    Object.IsNull = true;
    NullObject = addObject(std::move(Object));
  }
  return *NullObject;
}

unsigned KernelLowering::stringLiteralObject() {
  if (!StringLiteralObject) {
    MemoryObject Object;
    Object.Name = "a string literal";
    Object.IsStringLiteral = true;
    StringLiteralObject = addObject(std::move(Object));
  }
  return *StringLiteralObject;
}

void KernelLowering::describeType(QualType Type, MemoryObject &Object) {
  describeElement(Ast, Type, Object);
  const void *Element = Ast.getBaseElementType(Type).getCanonicalType().getTypePtr();
  Object.ElementTypeNumber =
      ElementTypes.try_emplace(Element, unsigned(ElementTypes.size()) + 1).first->second;
}

bool KernelLowering::isVisibleInKernel(const VarDecl &Variable) const {
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
void KernelLowering::refuseRows(MemoryObject &Object, const VarDecl &Declared) const {
  Object.Rows.reset();
  Object.RowsObstacle = {RowObstacle::Reason::Disagreement,
                         positionOf(Declared.getSourceRange(), Ast)};
}

unsigned KernelLowering::objectFor(const VarDecl &Declared) {
  const VarDecl &Variable = *Declared.getCanonicalDecl();
  // Where an extern array is declared, it is a member of the namespace.
  bool IsKernels = Declared.getLexicalDeclContext() == &Kernel;
  if (auto Known = VariableObjects.find(&Variable); Known != VariableObjects.end()) {
    // Another function declares the same dynamic array.
    if (Variable.hasExternalStorage() && !IsKernels)
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
    if (uint64_t Size = sizeOf(Type))
      Object.SizeBytes = Size;
  Object.AlignmentBytes =
      std::max<uint64_t>(alignmentOf(Type), uint64_t(Ast.getDeclAlign(&Variable).getQuantity()));
  if (Dynamic) {
    Object.Kind = ObjectKind::DynamicShared;
    Object.Space = MemorySpace::Shared;
    Object.AlignmentBytes = 16;
    Object.Extents.clear();
  } else if (Shared) {
    Object.Kind = ObjectKind::StaticShared;
    Object.Space = MemorySpace::Shared;
  } else if (Variable.hasAttr<CUDAConstantAttr>()) {
    Object.Kind = ObjectKind::ConstantVariable;
    Object.Space = MemorySpace::Constant;
    Object.AlignmentBytes = AllocationAlignment;
  } else if (Variable.hasAttr<CUDADeviceAttr>() || Variable.hasAttr<HIPManagedAttr>() ||
             Variable.isStaticLocal()) {
    // A static variable of a function is one for all threads of the device.
    Object.Kind = ObjectKind::DeviceVariable;
    Object.Space = MemorySpace::Global;
    Object.AlignmentBytes = AllocationAlignment;
  } else {
    Object.Kind = ObjectKind::LocalVariable;
    Object.Space = MemorySpace::Local;
  }
  if (Object.Kind == ObjectKind::StaticShared || (Dynamic && IsKernels))
    Object.Rows = rowsInSource(Declared, Ast, Object.RowsObstacle);
  if (isVisibleInKernel(Declared))
    Object.HasDistinctValues = DistinctNames.erase(Object.Name) != 0;
  unsigned Id = addObject(std::move(Object));
  VariableObjects[&Variable] = Id;
  Identities[Id] = Dynamic ? ObjectIdentity() : ObjectIdentity{&Variable, {}};
  if (Dynamic)
    DynamicSharedObject = Id;
  return Id;
}

MemoryObject KernelLowering::pointee(ObjectKind Kind, const std::string &Name, QualType Pointer) {
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

unsigned KernelLowering::parameterObject(const std::string &Name, QualType Pointer,
                                         const ParameterPart &Parameter) {
  ObjectIdentity Identity = {Kernel.getParamDecl(Parameter.Index), Parameter.Fields};
  auto [Known, IsNew] = ParameterObjects.try_emplace(Identity, 0);
  if (!IsNew)
    return Known->second;
  MemoryObject Object = pointee(ObjectKind::Parameter, Name, Pointer);
  Object.ParameterIndex = Parameter.Index;
  Object.ParameterFields = Parameter.Fields;
  Known->second = addObject(std::move(Object));
  Identities[Known->second] = std::move(Identity);
  return Known->second;
}

unsigned KernelLowering::loadedPointee(const Lvalue &At, QualType Pointer,
                                       const std::string &Text) {
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
  return Known->second;
}

/// Of all parameters and their parts, those with one name differ.
static unsigned leafNumber(const ParameterPart &Part) {
  unsigned Number = Part.Index;
  for (unsigned Field : Part.Fields)
    Number = 0x10000u + Number * 0x101u + Field;
  return Number;
}

Value KernelLowering::parameterValue(QualType Type, const ParameterPart &Part,
                                     KernelParameter &Described) {
  const std::string &Name = Described.Name;
  Described.Type = Type.getAsString(Ast.getPrintingPolicy());
  Described.IsPointer = Type->isPointerType();
  Described.IsReference = Type->isReferenceType();
  if (Described.Bits == 0)
    Described.Bits = 8 * sizeOf(Type);
  if (Type->isPointerType() || Type->isReferenceType())
    return Value::pointer(Lvalue::memory(parameterObject(Name, Type, Part), Exprs.constant(0)));
  if (Type->isIntegralOrEnumerationType()) {
    LeafInfo Info;
    Info.Kind = LeafKind::Parameter;
    Info.Varies = Uniformity::Grid;
    Info.Id = leafNumber(Part);
    Info.Range = rangeOf(Type);
    Info.Name = Name;
    Described.Value = Exprs.leaf(Info);
    return Value::scalar(Described.Value);
  }
  if (Type->isFloatingType())
    return floatValue(Uniformity::Grid);
  if (!isTrackedType(Type))
    return unknownValue(Type, Uniformity::Grid, OpaqueReason::NotUnderstood, Name);
  auto FieldValue = [&](QualType FieldType, std::string FieldName, uint64_t FirstBit,
                        uint64_t Bits = 0) {
    ParameterPart Inner = Part;
    Inner.Fields.push_back(unsigned(Described.Fields.size()));
    KernelParameter Field;
    Field.Name = std::move(FieldName);
    Field.FirstBit = Described.FirstBit + FirstBit;
    Field.Bits = Bits;
    Value Held = parameterValue(FieldType, Inner, Field);
    Described.Fields.push_back(std::move(Field));
    return Held;
  };
  std::vector<Value> Parts;
  if (const auto *Array = Ast.getAsConstantArrayType(Type)) {
    for (uint64_t Element = 0; Element != Array->getZExtSize(); ++Element)
      Parts.push_back(FieldValue(Array->getElementType(),
                                 Name + "[" + std::to_string(Element) + "]",
                                 8 * Element * sizeOf(Array->getElementType())));
    return Value::aggregate(std::move(Parts));
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!Record || !Record->getDefinition())
    return unknownValue(Type, Uniformity::Grid, OpaqueReason::NotUnderstood, Name);
  Record = Record->getDefinition();
  const ASTRecordLayout &Layout = Ast.getASTRecordLayout(Record);
  for (const FieldDecl *Field : Record->fields())
    Parts.push_back(FieldValue(
        Field->getType(), Field->getName().empty() ? Name : Name + "." + Field->getNameAsString(),
        Layout.getFieldOffset(Field->getFieldIndex()),
        Field->isBitField() ? Field->getBitWidthValue(Ast) : 0));
  // A value has the bases first.
  size_t NumberOfFields = Parts.size();
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases()) {
      const CXXRecordDecl *BaseClass = Base.getType()->getAsCXXRecordDecl();
      bool Placed = BaseClass && !Base.isVirtual();
      Parts.push_back(FieldValue(
          Base.getType(), Name,
          Placed ? 8 * uint64_t(Layout.getBaseClassOffset(BaseClass).getQuantity()) : 0));
    }
  std::rotate(Parts.begin(), Parts.begin() + NumberOfFields, Parts.end());
  return Value::aggregate(std::move(Parts));
}

} // namespace memlint
