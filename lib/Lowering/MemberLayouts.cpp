//===- MemberLayouts.cpp - Where members of structures lie ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemberLayouts.h"

#include "cuda-memlint/SourceEdits/RecordAlignment.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace memlint {

/// Structures within structures that are looked into.
static constexpr unsigned MaximumDepth = 4;

static void addMembers(const ASTContext &Ast, const RecordDecl &Record, uint64_t FirstByte,
                       unsigned Depth, std::vector<MemberLayout> &Members) {
  const ASTRecordLayout &Layout = Ast.getASTRecordLayout(&Record);
  if (const auto *Class = dyn_cast<CXXRecordDecl>(&Record))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (const CXXRecordDecl *Class = Base.getType()->getAsCXXRecordDecl();
          Class && !Base.isVirtual() && Depth < MaximumDepth)
        addMembers(Ast, *Class,
                   FirstByte + uint64_t(Layout.getBaseClassOffset(Class).getQuantity()), Depth + 1,
                   Members);
  for (const FieldDecl *Field : Record.fields()) {
    std::optional<CharUnits> Size = Ast.getTypeSizeInCharsIfKnown(Field->getType());
    if (Field->isBitField() || Field->getName().empty() || !Size || Size->isZero())
      continue;
    MemberLayout New;
    New.Name = Field->getNameAsString();
    New.FirstByte = FirstByte + Layout.getFieldOffset(Field->getFieldIndex()) / 8;
    New.Bytes = uint64_t(Size->getQuantity());
    QualType Element = Field->getType();
    while (const ConstantArrayType *Array = Ast.getAsConstantArrayType(Element)) {
      New.Extents.push_back(Array->getZExtSize());
      Element = Array->getElementType();
    }
    New.IsFloating = Element->isRealFloatingType();
    if (auto Bytes = Ast.getTypeSizeInCharsIfKnown(Element))
      New.ElementBytes = uint64_t(Bytes->getQuantity());
    if (Depth < MaximumDepth)
      New.Members = membersOf(Ast, Element, Depth + 1);
    Members.push_back(std::move(New));
  }
}

std::vector<MemberLayout> membersOf(const ASTContext &Ast, QualType Type, unsigned Depth) {
  std::vector<MemberLayout> Members;
  const RecordDecl *Record = Type.isNull() ? nullptr : Type->getAsRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (Record && !Record->isUnion() && !Record->isInvalidDecl() && !Record->isDependentContext())
    addMembers(Ast, *Record, 0, Depth, Members);
  return Members;
}

/// A structure of a header of the system.
static bool isOfLibrary(const ASTContext &Ast, QualType Type) {
  const RecordDecl *Record = Type->getAsRecordDecl();
  const SourceManager &Sources = Ast.getSourceManager();
  return Record && Sources.isInSystemHeader(Sources.getExpansionLoc(Record->getLocation()));
}

/// Whether a library has a name of its own for a structure, such as `cufftComplex` for `float2`:
/// what reads and writes arrays of it is that library, too.
static bool isNamedByLibrary(const ASTContext &Ast, QualType Type) {
  const RecordDecl *Record = Type->getAsRecordDecl();
  const SourceManager &Sources = Ast.getSourceManager();
  while (const auto *Named = Type->getAs<TypedefType>()) {
    const TypedefNameDecl *Name = Named->getDecl();
    // CUDA's own have a typedef of the same name.
    if (Name->getIdentifier() != Record->getIdentifier() &&
        Sources.isInSystemHeader(Sources.getExpansionLoc(Name->getLocation())))
      return true;
    Type = Named->desugar();
  }
  return false;
}

bool isVectorType(const ASTContext &Ast, QualType Type) {
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!isOfLibrary(Ast, Type) || !Record->getIdentifier())
    return false;
  llvm::StringRef Name = Record->getName();
  if (Name.empty() || Name.back() < '1' || Name.back() > '4')
    return false;
  constexpr llvm::StringLiteral Scalars[] = {"char", "short", "int", "long", "longlong"};
  Name = Name.drop_back();
  return Name == "float" || Name == "double" || llvm::is_contained(Scalars, Name) ||
         (Name.consume_front("u") && llvm::is_contained(Scalars, Name));
}

void describeElement(const ASTContext &Ast, QualType Type, MemoryObject &Object) {
  while (const ArrayType *Array = Ast.getAsArrayType(Type)) {
    if (const auto *Constant = dyn_cast<ConstantArrayType>(Array))
      Object.Extents.push_back(Constant->getZExtSize());
    Type = Array->getElementType();
  }
  Object.IsConst |= Type.isConstQualified();
  Object.IsVolatile |= Type.isVolatileQualified();
  Object.ElementType = Type.getUnqualifiedType().getAsString(Ast.getPrintingPolicy());
  if (auto Size = Ast.getTypeSizeInCharsIfKnown(Type); Size && !Type->isVoidType()) {
    Object.ElementBytes = uint64_t(Size->getQuantity());
    Object.ElementAlignment = uint64_t(Ast.getTypeAlignInChars(Type).getQuantity());
  }
  Object.IsVectorElement = isVectorType(Ast, Type);
  Object.ElementRecord = alignablePosition(Ast, Type);
  Object.IsElementOfLibrary =
      Object.IsVectorElement ? isNamedByLibrary(Ast, Type) : isOfLibrary(Ast, Type);
  Object.Members = membersOf(Ast, Type);
}

} // namespace memlint
