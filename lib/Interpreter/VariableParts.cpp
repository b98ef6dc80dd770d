//===- VariableParts.cpp - Parts of variables -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Interpreter/VariableParts.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace memlint {

std::vector<QualType> partTypes(ASTContext &Ast, QualType Type) {
  std::vector<QualType> Types;
  if (const auto *Array = Ast.getAsConstantArrayType(Type)) {
    Types.assign(size_t(Array->getZExtSize()), Array->getElementType());
    return Types;
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record)
    return Types;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases())
      Types.push_back(Base.getType());
  for (const FieldDecl *Field : Record->fields())
    Types.push_back(Field->getType());
  return Types;
}

std::optional<std::pair<int64_t, QualType>> partAt(ASTContext &Ast, QualType Type, int64_t Part) {
  if (Type.isNull() || Part < 0)
    return std::nullopt;
  if (const auto *Array = Ast.getAsConstantArrayType(Type)) {
    QualType Element = Array->getElementType();
    if (uint64_t(Part) >= Array->getZExtSize())
      return std::nullopt;
    return std::pair(Part * Ast.getTypeSizeInChars(Element).getQuantity(), Element);
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record || Record->isInvalidDecl())
    return std::nullopt;
  const ASTRecordLayout &Layout = Ast.getASTRecordLayout(Record);
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record)) {
    if (Part < int64_t(Class->getNumBases())) {
      const CXXBaseSpecifier &Base = *std::next(Class->bases_begin(), long(Part));
      const CXXRecordDecl *BaseClass = Base.getType()->getAsCXXRecordDecl();
      if (!BaseClass)
        return std::nullopt;
      CharUnits Offset = Base.isVirtual() ? Layout.getVBaseClassOffset(BaseClass)
                                          : Layout.getBaseClassOffset(BaseClass);
      return std::pair(Offset.getQuantity(), Base.getType());
    }
    Part -= int64_t(Class->getNumBases());
  }
  if (Part >= int64_t(Layout.getFieldCount()))
    return std::nullopt;
  return std::pair(int64_t(Layout.getFieldOffset(unsigned(Part)) / 8),
                   std::next(Record->field_begin(), long(Part))->getType());
}

bool isUnion(QualType Type) { return !Type.isNull() && Type->isUnionType(); }

static QualType bareType(ASTContext &Ast, QualType Type) {
  return Ast.getCanonicalType(Type.getNonReferenceType()).getUnqualifiedType();
}

bool sameRepresentation(ASTContext &Ast, QualType Left, QualType Right) {
  Left = bareType(Ast, Left);
  Right = bareType(Ast, Right);
  if (Ast.hasSameUnqualifiedType(Left, Right))
    return true;
  if (Left->isAnyPointerType() && Right->isAnyPointerType())
    return true;
  if (Left->isFloatingType() && Right->isFloatingType())
    return Ast.getTypeSize(Left) == Ast.getTypeSize(Right);
  // Arrays of one type, in one or several dimensions.
  const ArrayType *LeftArray = Ast.getAsArrayType(Left), *RightArray = Ast.getAsArrayType(Right);
  if (LeftArray && RightArray && isa<ConstantArrayType>(LeftArray) &&
      isa<ConstantArrayType>(RightArray))
    return cast<ConstantArrayType>(LeftArray)->getZExtSize() ==
               cast<ConstantArrayType>(RightArray)->getZExtSize() &&
           sameRepresentation(Ast, LeftArray->getElementType(), RightArray->getElementType());
  return false;
}

ExprRef exactQuotient(ExprContext &Exprs, ExprRef Root, int64_t Divisor) {
  if (Divisor == 1)
    return Root;
  if (Divisor <= 0)
    return nullptr;
  if (Root->isConstant())
    return Root->constantTerm() % Divisor == 0 ? Exprs.constant(Root->constantTerm() / Divisor)
                                               : nullptr;
  if (Root->kind() != ExprKind::Polynomial || Root->constantTerm() % Divisor != 0)
    return nullptr;
  ExprRef Sum = Exprs.constant(Root->constantTerm() / Divisor);
  for (const Monomial &Part : Root->terms()) {
    if (Part.Coefficient % Divisor != 0)
      return nullptr;
    Sum = Exprs.add(Sum, product(Exprs, Part.Coefficient / Divisor, Part.Factors));
  }
  return Sum;
}

void flatten(ASTContext &Ast, const Value &Whole, QualType Type, int64_t Offset,
             std::vector<ScalarPart> &Scalars) {
  ScalarPart Scalar;
  Scalar.Offset = Offset;
  Scalar.Bytes = Ast.getTypeSizeInChars(Type).getQuantity();
  Scalar.Type = Type;
  std::vector<QualType> Types = partTypes(Ast, Type);
  if (Types.empty()) {
    if (!Whole.isAggregate())
      Scalar.Held = Whole;
    Scalars.push_back(std::move(Scalar));
    return;
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  bool HasBitFields =
      Record && llvm::any_of(Record->getDefinition()->fields(),
                             [](const FieldDecl *Field) { return Field->isBitField(); });
  if (HasBitFields) {
    Scalars.push_back(std::move(Scalar));
    return;
  }
  bool OneIsEnough = isUnion(Type);
  for (size_t Part = 0; Part != Types.size(); ++Part) {
    Value Held;
    if (Whole.isAggregate() && Part < Whole.Parts->size())
      Held = (*Whole.Parts)[Part];
    if (OneIsEnough && Held.isEmpty())
      continue;
    if (auto At = partAt(Ast, Type, int64_t(Part)))
      flatten(Ast, Held, Types[Part], Offset + At->first, Scalars);
    if (OneIsEnough)
      return;
  }
  if (OneIsEnough)
    Scalars.push_back(std::move(Scalar));
}

} // namespace memlint
