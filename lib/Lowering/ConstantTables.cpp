//===- ConstantTables.cpp - Lookup tables -------------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tables of integers and of functions that are initialised with constants and
/// that nobody writes: an element is its value.
///
//===----------------------------------------------------------------------===//

#include "ConstantTables.h"

#include "cuda-memlint/Frontend/AstVisitor.h"
#include "cuda-memlint/Interpreter/IntegerConstants.h"
#include "cuda-memlint/Interpreter/VariableParts.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace memlint {

namespace {

/// Whether host code names a variable, and so may write it with
/// cudaMemcpyToSymbol.
class HostUseFinder : public AstVisitor {
public:
  explicit HostUseFinder(const VarDecl &Wanted) : Wanted(Wanted) {}
  bool Found = false;

  bool TraverseDecl(Decl *Declared) override {
    if (const auto *Function = dyn_cast_or_null<FunctionDecl>(Declared))
      if (Function->hasAttr<CUDAGlobalAttr>() ||
          (Function->hasAttr<CUDADeviceAttr>() && !Function->hasAttr<CUDAHostAttr>()))
        return true;
    if (Declared && Declared->getLocation().isValid() &&
        Declared->getASTContext().getSourceManager().isInSystemHeader(Declared->getLocation()))
      return true;
    return AstVisitor::TraverseDecl(Declared);
  }
  bool VisitDeclRefExpr(DeclRefExpr *Name) override {
    if (Name->getDecl()->getCanonicalDecl() == Wanted.getCanonicalDecl())
      Found = true;
    return !Found;
  }
  /// cudaMemcpyToSymbol("name", ...), as was written once.
  bool VisitStringLiteral(clang::StringLiteral *Text) override {
    if (Text->isOrdinary() && Text->getString() == Wanted.getName())
      Found = true;
    return !Found;
  }

private:
  const VarDecl &Wanted;
};

} // namespace

bool ConstantTables::isConstantTable(const VarDecl &Variable) {
  QualType Type = Variable.getType();
  if (Type->isReferenceType() || Type->isDependentType() || Type.isVolatileQualified())
    return false;
  if (Variable.isConstexpr() || Ast.getBaseElementType(Type).isConstQualified())
    return true;
  if (!Variable.hasAttr<CUDAConstantAttr>() || !Variable.hasInit())
    return false;
  HostUseFinder Finder(Variable);
  Finder.TraverseDecl(Ast.getTranslationUnitDecl());
  return !Finder.Found;
}

/// Appends the scalars of \p Known, a constant of \p Type.
static void flattenConstant(ASTContext &Ast, ExprContext &Exprs, const APValue &Known,
                            QualType Type, int64_t Offset, std::vector<ScalarPart> &Scalars) {
  /// Scalars past which a table is left alone.
  constexpr size_t MaximumScalars = 4096;
  if (Scalars.size() > MaximumScalars)
    return;
  const FunctionDecl *Function = nullptr;
  if (Known.isLValue() && Type->isFunctionPointerType())
    Function = dyn_cast_or_null<FunctionDecl>(Known.getLValueBase().dyn_cast<const ValueDecl *>());
  if (Known.isInt() || Function) {
    ScalarPart Scalar;
    Scalar.Offset = Offset;
    Scalar.Bytes = Ast.getTypeSizeInChars(Type).getQuantity();
    Scalar.Type = Type;
    Scalar.Held = Function ? Value::function(Function)
                           : Value::scalar(Exprs.constant(signedBits(Known.getInt())));
    Scalars.push_back(std::move(Scalar));
    return;
  }
  const auto *Array = Ast.getAsConstantArrayType(Type);
  if (Known.isArray() && Array) {
    QualType Element = Array->getElementType();
    int64_t Bytes = Ast.getTypeSizeInChars(Element).getQuantity();
    for (unsigned Index = 0; Index != Known.getArraySize() && Scalars.size() <= MaximumScalars;
         ++Index) {
      bool Listed = Index < Known.getArrayInitializedElts();
      if (Listed || Known.hasArrayFiller())
        flattenConstant(Ast, Exprs,
                        Listed ? Known.getArrayInitializedElt(Index) : Known.getArrayFiller(),
                        Element, Offset + int64_t(Index) * Bytes, Scalars);
    }
    return;
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!Known.isStruct() || !Record || !Record->getDefinition())
    return;
  unsigned Bases = Known.getStructNumBases();
  for (unsigned Part = 0; Part != Bases + Known.getStructNumFields(); ++Part)
    if (auto At = partAt(Ast, Type, Part))
      flattenConstant(Ast, Exprs,
                      Part < Bases ? Known.getStructBase(Part) : Known.getStructField(Part - Bases),
                      At->second, Offset + At->first, Scalars);
}

std::optional<Value> ConstantTables::valueAt(const Lvalue &From, QualType Type) {
  bool OfFunctions = Type->isFunctionPointerType();
  if ((!Type->isIntegralOrEnumerationType() && !OfFunctions) || Type.isVolatileQualified())
    return std::nullopt;
  const VarDecl *Table = Objects.variableOf(From.Object);
  if (!Table || Table->hasAttr<CUDASharedAttr>())
    return std::nullopt;
  auto [Entry, New] = Tables.try_emplace(Table);
  if (New) {
    const VarDecl *Initialised = nullptr;
    const clang::Expr *Init = Table->getAnyInitializer(Initialised);
    if (Init && !Init->isValueDependent() && !Init->containsErrors() && isConstantTable(*Table))
      if (const APValue *Known = Initialised->evaluateValue())
        flattenConstant(Ast, Exprs, *Known, Initialised->getType(), 0, Entry->second);
  }
  const std::vector<ScalarPart> &Scalars = Entry->second;
  if (Scalars.empty())
    return std::nullopt;
  /// Elements beyond which a choice by index is not written out.
  constexpr size_t MaximumCandidates = 64;
  std::vector<std::pair<int64_t, Value>> Candidates;
  const Congruence &Modulus = From.Offset->congruence();
  int64_t Step = int64_t(1) << std::min(Modulus.LogModulus, 30u);
  for (const ScalarPart &Scalar : Scalars) {
    bool Possible = Scalar.Offset >= From.Offset->range().Low &&
                    Scalar.Offset <= From.Offset->range().High &&
                    (Scalar.Offset - int64_t(Modulus.Residue)) % Step == 0;
    if (!Possible)
      continue;
    if (Scalar.Held.isFunction() != OfFunctions)
      return std::nullopt;
    if (OfFunctions) {
      Candidates.push_back({Scalar.Offset, Scalar.Held});
      continue;
    }
    if (!sameRepresentation(Ast, Scalar.Type, Type) && sizeOf(Ast, Type) != uint64_t(Scalar.Bytes))
      return std::nullopt;
    Value Held = Value::scalar(Code.fitted(Scalar.Held.Number, Type));
    Candidates.push_back({Scalar.Offset, std::move(Held)});
    if (Candidates.size() > MaximumCandidates)
      return std::nullopt;
  }
  if (Candidates.empty())
    return std::nullopt;
  if (OfFunctions && Candidates.size() == 1)
    return Candidates.front().second;
  if (OfFunctions)
    return std::nullopt;
  return Code.chooseByIndex(From.Offset, std::move(Candidates), Type);
}

} // namespace memlint
