//===- Parameters.cpp - What a kernel is given ----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parameters.h"

#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace memlint {

/// The values that C++ lets an argument have. Those of an enumeration without a type of its own are
/// the numbers that its enumerators' bits can make ([dcl.enum]).
static Interval argumentRange(const ASTContext &Ast, QualType Type) {
  const auto *Enum = Type->getAs<EnumType>();
  const EnumDecl *Definition = Enum ? Enum->getDecl()->getDefinition() : nullptr;
  if (!Definition || !Ast.getLangOpts().CPlusPlus || Definition->isFixed() ||
      Definition->getNumPositiveBits() + Definition->getNumNegativeBits() >= 32)
    return rangeOf(Ast, Type);
  llvm::APInt AboveLast, First;
  Definition->getValueRange(AboveLast, First);
  return {First.getSExtValue(), AboveLast.getSExtValue() - 1};
}

/// Of all parameters and their parts, those with one name differ.
static unsigned leafNumber(const ParameterPart &Part) {
  unsigned Number = Part.Index;
  for (unsigned Field : Part.Fields)
    Number = 0x10000u + Number * 0x101u + Field;
  return Number;
}

/// What \p Field of the object \p Whole is called: "p.x"; what a lambda captures has its own name.
static std::string fieldName(const FieldDecl &Field, const std::string &Whole) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Field.getParent());
  if (Class && Class->isLambda() && Field.getFieldIndex() < Class->capture_size()) {
    const LambdaCapture *Capture = Class->getCapture(Field.getFieldIndex());
    if (Capture->capturesVariable())
      return Capture->getCapturedVar()->getNameAsString();
  }
  return Field.getName().empty() ? Whole : Whole + "." + Field.getNameAsString();
}

Value parameterValue(QualType Type, const ParameterPart &Part, KernelParameter &Described,
                     Interpreter &Code, KernelObjects &Objects) {
  ASTContext &Ast = Code.Ast;
  ExprContext &Exprs = Code.Exprs;
  const std::string &Name = Described.Name;
  Described.Type = Type.getAsString(Ast.getPrintingPolicy());
  Described.IsPointer = Type->isPointerType();
  Described.IsReference = Type->isReferenceType();
  if (Described.Bits == 0)
    Described.Bits = 8 * sizeOf(Ast, Type);
  if (Type->isPointerType() || Type->isReferenceType())
    return Value::pointer(
        Lvalue::memory(Objects.parameterObject(Name, Type, Part), Exprs.constant(0)));
  if (Type->isIntegralOrEnumerationType()) {
    LeafInfo Info;
    Info.Kind = LeafKind::Parameter;
    Info.Varies = Uniformity::Grid;
    Info.Id = leafNumber(Part);
    Info.Range = argumentRange(Ast, Type);
    Info.Name = Name;
    Described.Value = Exprs.leaf(Info);
    return Value::scalar(Described.Value);
  }
  if (Type->isFloatingType())
    return floatValue(Exprs, Uniformity::Grid);
  if (!isTrackedType(Ast, Type))
    return Code.unknownValue(Type, Uniformity::Grid, OpaqueReason::NotUnderstood, Name);
  auto FieldValue = [&](QualType FieldType, std::string FieldName, uint64_t FirstBit,
                        uint64_t Bits = 0) {
    ParameterPart Inner = Part;
    Inner.Fields.push_back(unsigned(Described.Fields.size()));
    KernelParameter Field;
    Field.Name = std::move(FieldName);
    Field.FirstBit = Described.FirstBit + FirstBit;
    Field.Bits = Bits;
    Value Held = parameterValue(FieldType, Inner, Field, Code, Objects);
    Described.Fields.push_back(std::move(Field));
    return Held;
  };
  std::vector<Value> Parts;
  if (const auto *Array = Ast.getAsConstantArrayType(Type)) {
    for (uint64_t Element = 0; Element != Array->getZExtSize(); ++Element)
      Parts.push_back(FieldValue(Array->getElementType(),
                                 Name + "[" + std::to_string(Element) + "]",
                                 8 * Element * sizeOf(Ast, Array->getElementType())));
    return Value::aggregate(std::move(Parts));
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!Record || !Record->getDefinition())
    return Code.unknownValue(Type, Uniformity::Grid, OpaqueReason::NotUnderstood, Name);
  Record = Record->getDefinition();
  const ASTRecordLayout &Layout = Ast.getASTRecordLayout(Record);
  for (const FieldDecl *Field : Record->fields())
    Parts.push_back(FieldValue(Field->getType(), fieldName(*Field, Name),
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
