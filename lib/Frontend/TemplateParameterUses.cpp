//===- TemplateParameterUses.cpp - What a template does with them ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TemplateParameterUses.h"

#include "cuda-memlint/Frontend/Statements.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

/// The template parameter that \p Type is; nothing when it is another type.
static std::optional<TemplateParameterIndex> parameterOf(QualType Type) {
  if (const auto *Parameter = Type.getNonReferenceType()->getAs<TemplateTypeParmType>())
    return TemplateParameterIndex(Parameter->getDepth(), Parameter->getIndex());
  return std::nullopt;
}

static TemplateParameterIndex parameterIndex(const NamedDecl *Parameter) {
  if (const auto *Type = dyn_cast<TemplateTypeParmDecl>(Parameter))
    return {Type->getDepth(), Type->getIndex()};
  if (const auto *Value = dyn_cast<NonTypeTemplateParmDecl>(Parameter))
    return {Value->getDepth(), Value->getIndex()};
  const auto *Template = cast<TemplateTemplateParmDecl>(Parameter);
  return {Template->getDepth(), Template->getIndex()};
}

/// The same of what \p Type points to, if it is a pointer.
static std::optional<TemplateParameterIndex> pointeeParameterOf(QualType Type) {
  return parameterOf(Type->isPointerType() ? Type->getPointeeType() : Type);
}

static bool refersTo(const Stmt *Code, StringRef Name) {
  const auto *Reference = dyn_cast_or_null<DeclRefExpr>(Code);
  const IdentifierInfo *Named = Reference ? Reference->getDecl()->getIdentifier() : nullptr;
  return Named && Named->getName() == Name;
}

/// Whether the value is computed from thread indices, not read at an index.
static bool isThreadArithmetic(const Stmt *Code) {
  if (refersTo(Code, "threadIdx") || refersTo(Code, "blockIdx"))
    return true;
  return Code && !isa<ArraySubscriptExpr, CallExpr>(Code) &&
         llvm::any_of(Code->children(), isThreadArithmetic);
}

/// Calls \p Visit for each non-type template parameter in \p Code.
static void forEachValueParameter(const Stmt *Code,
                                  llvm::function_ref<void(const NamedDecl *)> Visit) {
  forEachPart(Code, [&](const Stmt &Part) {
    if (const auto *Reference = dyn_cast<DeclRefExpr>(&Part))
      if (isa<NonTypeTemplateParmDecl>(Reference->getDecl()))
        Visit(Reference->getDecl());
  });
}

TemplateParameterUses::TemplateParameterUses(const FunctionDecl &Pattern) {
  visit(Pattern.getBody());
}

const TemplateParameterUse &TemplateParameterUses::of(const NamedDecl *Parameter) const {
  static const TemplateParameterUse None;
  auto Found = Uses.find(parameterIndex(Parameter));
  return Found == Uses.end() ? None : Found->second;
}

/// Values of a parameter's type in \p Code are indices.
void TemplateParameterUses::noteIndices(const Stmt *Code) {
  if (const auto *Reference = dyn_cast_or_null<DeclRefExpr>(Code))
    if (std::optional<TemplateParameterIndex> Parameter = parameterOf(Reference->getType()))
      Uses[*Parameter].IsIndex = true;
  if (Code && !isa<ArraySubscriptExpr>(Code))
    for (const Stmt *Child : Code->children())
      noteIndices(Child);
}

void TemplateParameterUses::noteMember(const clang::Expr &Base, llvm::StringRef Name) {
  if (std::optional<TemplateParameterIndex> Parameter = pointeeParameterOf(Base.getType()))
    Uses[*Parameter].Members.insert(Name);
}

void TemplateParameterUses::visitVariable(const VarDecl &Variable) {
  if (std::optional<TemplateParameterIndex> Parameter = parameterOf(Variable.getType());
      Parameter && isThreadArithmetic(Variable.getInit()))
    Uses[*Parameter].IsIndex = true;
  if (!Variable.hasAttr<CUDASharedAttr>())
    return;
  SmallVector<const NamedDecl *> Extents;
  unsigned Dimensions = 0;
  for (const clang::ArrayType *Array = Variable.getType()->getAsArrayTypeUnsafe(); Array;
       Array = Array->getElementType()->getAsArrayTypeUnsafe()) {
    ++Dimensions;
    if (const auto *Sized = dyn_cast<DependentSizedArrayType>(Array))
      forEachValueParameter(Sized->getSizeExpr(),
                            [&](const NamedDecl *Parameter) { Extents.push_back(Parameter); });
  }
  for (const NamedDecl *Parameter : Extents) {
    unsigned &Known = Uses[parameterIndex(Parameter)].SharedDimensions;
    Known = std::max(Known, Dimensions);
  }
}

void TemplateParameterUses::visit(const Stmt *Code) {
  if (!Code)
    return;
  if (const auto *Declaration = dyn_cast<DeclStmt>(Code)) {
    for (const Decl *Each : Declaration->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(Each))
        visitVariable(*Variable);
  } else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Code)) {
    noteIndices(Subscript->getRHS());
  } else if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(Code)) {
    if (!Member->isImplicitAccess())
      noteMember(*Member->getBase(), Member->getMember().getAsString());
  } else if (const auto *Member = dyn_cast<MemberExpr>(Code)) {
    const IdentifierInfo *Name = Member->getMemberDecl()->getIdentifier();
    Planar |=
        Name && Name->isStr("y") && refersTo(Member->getBase()->IgnoreParenImpCasts(), "threadIdx");
  } else if (const auto *Property = dyn_cast<PseudoObjectExpr>(Code)) {
    visit(Property->getSyntacticForm());
    return;
  } else if (const auto *Property = dyn_cast<MSPropertyRefExpr>(Code)) {
    const IdentifierInfo *Name = Property->getPropertyDecl()->getIdentifier();
    Planar |= Name && Name->isStr("y") &&
              refersTo(Property->getBaseExpr()->IgnoreParenImpCasts(), "threadIdx");
  }
  for (const Stmt *Child : Code->children())
    visit(Child);
}

llvm::SmallVector<int64_t, 8> plausibleValues(llvm::StringRef Name, const TemplateParameterUse &Use,
                                              bool Planar) {
  std::string Lower = Name.lower();
  auto Says = [&](std::initializer_list<llvm::StringRef> Words) {
    return llvm::any_of(
        Words, [&](llvm::StringRef Word) { return llvm::StringRef(Lower).contains(Word); });
  };
  // "warps per block", but "threads per block" is the size of one.
  size_t Per = Lower.find("per");
  bool CountsThreads = Lower.find("thread") < Per && Lower.find("block") != std::string::npos;
  if (Lower.find("warp") < Per && Says({"block"}))
    return {8, 4, 2, 16, 1, 32};
  if (!CountsThreads && Says({"vec", "unroll", "item", "per", "stage"}))
    return {4, 2, 8, 1, 16, 32};
  if (Says({"log", "bit", "shift"}))
    return {5, 4, 3, 2, 1, 0};
  bool IsSquare = Planar || Use.SharedDimensions >= 2;
  bool IsShort = Lower == "nt" || Lower == "bs";
  if (IsShort || Says({"block", "thread", "cta", "tpb", "blk", "wg_size", "group_size"}))
    return IsSquare ? llvm::SmallVector<int64_t, 8>{16, 32, 8, 4, 1}
                    : llvm::SmallVector<int64_t, 8>{256, 128, 512, 64, 32, 1};
  if (Use.SharedDimensions && !IsSquare && !Says({"tile", "warp", "pad"}))
    return {256, 128, 64, 32, 16, 1};
  return {32, 16, 8, 4, 1, 2, 64, 128};
}

llvm::SmallVector<QualType, 8> plausibleTypes(ASTContext &Ast, const TemplateParameterUse &Use) {
  llvm::SmallVector<QualType, 8> Types;
  auto AddNamed = [&](llvm::StringRef Name) {
    for (NamedDecl *Found : Ast.getTranslationUnitDecl()->lookup(&Ast.Idents.get(Name)))
      if (const auto *Type = dyn_cast<TypeDecl>(Found))
        return Types.push_back(Ast.getTypeDeclType(Type));
  };
  bool IsVector = !Use.Members.empty() && llvm::all_of(Use.Members.keys(), [](StringRef Member) {
    return Member == "x" || Member == "y" || Member == "z" || Member == "w";
  });
  if (IsVector) {
    bool Wide = Use.Members.contains("z") || Use.Members.contains("w");
    for (StringRef Name : {Wide ? "float4" : "float2", Wide ? "float3" : "float4", "int4"})
      AddNamed(Name);
  }
  if (Use.IsIndex)
    Types.append({Ast.IntTy, Ast.UnsignedIntTy, Ast.LongLongTy});
  Types.append({Ast.FloatTy, Ast.IntTy, Ast.DoubleTy});
  AddNamed("__half");
  Types.push_back(Ast.UnsignedCharTy);
  return Types;
}

} // namespace memlint
