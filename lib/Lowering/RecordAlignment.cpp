//===- RecordAlignment.cpp - Records whose alignment can be changed -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordAlignment.h"

#include "cuda-memlint/Lowering/Position.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

#include <set>
#include <tuple>

using namespace clang;

namespace memlint {

/// Names are compared by where they are: a file that is included twice is two files.
using Place = std::tuple<std::string, unsigned, unsigned>;

static Place placeOf(const SourcePosition &Position) {
  return {Position.Path, Position.Line, Position.Column};
}

static const RecordDecl *definitionOf(QualType Type) {
  while (!Type.isNull() && Type->isArrayType())
    Type = QualType(Type->getArrayElementTypeNoTypeQual(), 0);
  const RecordDecl *Record = Type.isNull() ? nullptr : Type->getAsRecordDecl();
  return Record ? Record->getDefinition() : nullptr;
}

static SourcePosition alignablePosition(const ASTContext &Ast, const RecordDecl &Record) {
  const SourceManager &Sources = Ast.getSourceManager();
  if (Record.isImplicit() || Record.isUnion() || Record.isDependentContext() ||
      isa<ClassTemplateSpecializationDecl>(Record) || Record.hasAttr<AlignedAttr>() ||
      Record.hasAttr<PackedAttr>() || Record.hasAttr<MaxFieldAlignmentAttr>() ||
      Record.getLocation().isInvalid() ||
      Sources.isInSystemHeader(Sources.getExpansionLoc(Record.getLocation())))
    return {};
  SourcePosition Result = positionOf(Record.getLocation(), Ast);
  if (!Record.getIdentifier()) {
    Result.Line = Result.EndLine;
    Result.Column = Result.EndColumn;
  }
  return Result;
}

SourcePosition alignablePosition(const ASTContext &Ast, QualType Type) {
  const RecordDecl *Record = definitionOf(Type);
  return Record ? alignablePosition(Ast, *Record) : SourcePosition();
}

namespace {

/// Finds the records that more depends on than their arrays.
class UseFinder : public RecursiveASTVisitor<UseFinder> {
public:
  UseFinder(const ASTContext &Ast, std::set<Place> &Bound) : Ast(Ast), Bound(Bound) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitFieldDecl(FieldDecl *Field) {
    bind(Field->getType());
    return true;
  }
  bool VisitCXXRecordDecl(CXXRecordDecl *Class) {
    if (Class->isThisDeclarationADefinition())
      for (const CXXBaseSpecifier &Base : Class->bases())
        bind(Base.getType());
    return true;
  }
  bool VisitCastExpr(CastExpr *Cast) {
    QualType To = Cast->getType(), From = Cast->getSubExpr()->getType();
    if (!To->isPointerType() || To->isDependentType() || From->isDependentType())
      return true;
    // What comes as bytes from an allocation is aligned to all that there is.
    bool FromBytes = From->isPointerType() && From->getPointeeType()->isVoidType();
    const RecordDecl *Target = definitionOf(To->getPointeeType());
    bool IsSame = From->isPointerType() && definitionOf(From->getPointeeType()) == Target;
    if (Target && !FromBytes && !IsSame && Cast->getCastKind() != CK_NullToPointer &&
        Cast->getCastKind() != CK_ArrayToPointerDecay)
      bind(To->getPointeeType());
    return true;
  }

private:
  void bind(QualType Type) {
    if (const RecordDecl *Record = definitionOf(Type))
      if (SourcePosition Position = alignablePosition(Ast, *Record); Position.Line)
        Bound.insert(placeOf(Position));
  }

  const ASTContext &Ast;
  std::set<Place> &Bound;
};

} // namespace

void keepAlignableRecords(ASTContext &Ast, llvm::MutableArrayRef<LoweredKernel> Kernels) {
  bool IsNeeded = llvm::any_of(Kernels, [](const LoweredKernel &Kernel) {
    return llvm::any_of(Kernel.Program.Objects,
                        [](const MemoryObject &Object) { return Object.ElementRecord.Line != 0; });
  });
  if (!IsNeeded)
    return;
  const SourceManager &Sources = Ast.getSourceManager();
  std::set<Place> Bound;
  UseFinder Uses(Ast, Bound);
  for (Decl *Declaration : Ast.getTranslationUnitDecl()->decls())
    if (Declaration->getLocation().isValid() &&
        !Sources.isInSystemHeader(Sources.getExpansionLoc(Declaration->getLocation())))
      Uses.TraverseDecl(Declaration);
  for (LoweredKernel &Kernel : Kernels)
    for (MemoryObject &Object : Kernel.Program.Objects)
      if (Bound.count(placeOf(Object.ElementRecord)) != 0)
        Object.ElementRecord = {};
}

} // namespace memlint
