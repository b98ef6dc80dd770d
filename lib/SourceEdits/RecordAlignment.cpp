//===- RecordAlignment.cpp - Records whose alignment can be changed -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/SourceEdits/RecordAlignment.h"

#include "cuda-memlint/Frontend/AstVisitor.h"
#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"

#include <set>
#include <tuple>

using namespace clang;

namespace memlint {

/// Names are compared by where they are: a file that is included twice is two files.
using RecordPosition = std::tuple<std::string, unsigned, unsigned>;

static RecordPosition recordPosition(const SourcePosition &Position) {
  return {Position.Path, Position.Line, Position.Column};
}

static const RecordDecl *definitionOf(QualType Type) {
  while (!Type.isNull() && Type->isArrayType())
    Type = QualType(Type->getArrayElementTypeNoTypeQual(), 0);
  const RecordDecl *Record = Type.isNull() ? nullptr : Type->getAsRecordDecl();
  return Record ? Record->getDefinition() : nullptr;
}

/// One of several types that one definition in the source makes.
static bool isInstance(const RecordDecl &Record) {
  const auto *Class = dyn_cast<CXXRecordDecl>(&Record);
  return Class && (isa<ClassTemplateSpecializationDecl>(Class) ||
                   Class->getInstantiatedFromMemberClass() != nullptr);
}

static SourcePosition alignablePosition(const ASTContext &Ast, const RecordDecl &Record) {
  const SourceManager &Sources = Ast.getSourceManager();
  if (Record.isImplicit() || Record.isUnion() || Record.isDependentContext() ||
      isInstance(Record) || Record.hasAttr<AlignedAttr>() || Record.hasAttr<PackedAttr>() ||
      Record.hasAttr<MaxFieldAlignmentAttr>() || Record.getLocation().isInvalid() ||
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
class UseFinder : public AstVisitor {
public:
  UseFinder(const ASTContext &Ast, std::set<RecordPosition> &Bound) : Ast(Ast), Bound(Bound) {
    VisitsInstantiations = true;
  }

  /// What is a part of another record: also of an instance of a library's template.
  void bindParts() {
    // Reading a type may make further ones.
    for (size_t Index = 0; Index != Ast.getTypes().size(); ++Index) {
      const RecordDecl *Record = definitionOf(QualType(Ast.getTypes()[Index], 0));
      if (!Record || Record->isDependentContext())
        continue;
      for (const FieldDecl *Field : Record->fields())
        bind(Field->getType());
      if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
        for (const CXXBaseSpecifier &Base : Class->bases())
          bind(Base.getType());
    }
  }

  bool VisitCastExpr(CastExpr *Cast) override {
    QualType To = Cast->getType(), From = Cast->getSubExpr()->getType();
    bool IsReference = Cast->getCastKind() == CK_LValueBitCast;
    if ((!To->isPointerType() && !IsReference) || To->isDependentType() || From->isDependentType())
      return true;
    const RecordDecl *Target = pointedTo(To);
    // What comes as bytes from an allocation is aligned to all that there is.
    bool FromBytes = From->isVoidPointerType();
    bool IsSame = (IsReference || From->isPointerType()) && pointedTo(From) == Target;
    if (Target && !FromBytes && !IsSame && Cast->getCastKind() != CK_NullToPointer &&
        Cast->getCastKind() != CK_ArrayToPointerDecay)
      bind(*Target);
    return true;
  }

private:
  static const RecordDecl *pointedTo(QualType Type) {
    while (Type->isPointerType())
      Type = Type->getPointeeType();
    return definitionOf(Type);
  }

  void bind(const RecordDecl &Record) {
    if (SourcePosition Position = alignablePosition(Ast, Record); Position.Line)
      Bound.insert(recordPosition(Position));
  }

  void bind(QualType Type) {
    if (const RecordDecl *Record = definitionOf(Type))
      bind(*Record);
  }

  const ASTContext &Ast;
  std::set<RecordPosition> &Bound;
};

} // namespace

void keepAlignableRecords(ASTContext &Ast, llvm::ArrayRef<KernelProgram *> Kernels) {
  bool IsNeeded = llvm::any_of(Kernels, [](const KernelProgram *Kernel) {
    return llvm::any_of(Kernel->Objects,
                        [](const MemoryObject &Object) { return Object.ElementRecord.Line != 0; });
  });
  if (!IsNeeded)
    return;
  const SourceManager &Sources = Ast.getSourceManager();
  std::set<RecordPosition> Bound;
  UseFinder Uses(Ast, Bound);
  Uses.bindParts();
  for (Decl *Declaration : Ast.getTranslationUnitDecl()->decls())
    if (Declaration->getLocation().isValid() &&
        !Sources.isInSystemHeader(Sources.getExpansionLoc(Declaration->getLocation())))
      Uses.TraverseDecl(Declaration);
  for (KernelProgram *Kernel : Kernels)
    for (MemoryObject &Object : Kernel->Objects)
      if (Bound.count(recordPosition(Object.ElementRecord)) != 0)
        Object.ElementRecord = {};
}

} // namespace memlint
