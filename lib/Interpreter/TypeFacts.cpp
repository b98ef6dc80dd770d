//===- TypeFacts.cpp - What the interpreter asks of types -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Interpreter/TypeFacts.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace memlint {

uint64_t sizeOf(const ASTContext &Ast, QualType Type) {
  if (Type.isNull() || Type->isDependentType())
    return 0;
  std::optional<CharUnits> Size = Ast.getTypeSizeInCharsIfKnown(Type.getNonReferenceType());
  return Size ? uint64_t(Size->getQuantity()) : 0;
}

uint64_t alignmentOf(const ASTContext &Ast, QualType Type) {
  if (Type.isNull() || Type->isDependentType() || Type->isIncompleteType())
    return 1;
  return uint64_t(Ast.getTypeAlignInChars(Type).getQuantity());
}

Interval rangeOf(const ASTContext &Ast, QualType Type) {
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
static unsigned countParts(const ASTContext &Ast, QualType Type, TrackedSizes Sizes,
                           unsigned Depth) {
  const unsigned TooMany = Sizes.Parts + 1;
  if (Depth > 16 || Type.isNull() || Type->isDependentType())
    return TooMany;
  if (const auto *Array = Ast.getAsConstantArrayType(Type)) {
    uint64_t Count = Array->getZExtSize();
    if (Count > Sizes.Elements)
      return TooMany;
    return unsigned(Count) * countParts(Ast, Array->getElementType(), Sizes, Depth + 1);
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
      Count += countParts(Ast, Base.getType(), Sizes, Depth + 1);
  for (const FieldDecl *Field : Record->fields()) {
    Count += countParts(Ast, Field->getType(), Sizes, Depth + 1);
    if (Count > Sizes.Parts)
      return TooMany;
  }
  return Count;
}

bool isTrackedType(const ASTContext &Ast, QualType Type, TrackedSizes Sizes) {
  return countParts(Ast, Type, Sizes, 0) <= Sizes.Parts;
}

unsigned partNumber(const FieldDecl &Field) {
  const RecordDecl *Record = Field.getParent();
  unsigned Number = Field.getFieldIndex();
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    Number += Class->getNumBases();
  return Number;
}

unsigned partNumber(const CXXRecordDecl &Class, const CXXRecordDecl *Base) {
  const auto *Found = llvm::find_if(Class.bases(), [&](const CXXBaseSpecifier &Candidate) {
    return Candidate.getType()->getAsCXXRecordDecl() == Base;
  });
  return unsigned(Found - Class.bases_begin());
}

} // namespace memlint
