//===- SourceExpressions.cpp - Expressions by their text ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceExpressions.h"

#include "cuda-memlint/Frontend/AstVisitor.h"

#include "clang/AST/Attr.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace memlint {

/// Walks the tree, instantiations included.
class ExpressionCollector : public AstVisitor {
public:
  explicit ExpressionCollector(SourceExpressions &To) : To(To) { VisitsInstantiations = true; }

  /// Only what is written in the files is looked into.
  bool TraverseDecl(Decl *Declared) override {
    if (Declared && !isa<TranslationUnitDecl, LinkageSpecDecl, NamespaceDecl>(Declared) &&
        Declared->getLocation().isValid() &&
        !To.indexOf(To.Sources.getFileID(To.Sources.getExpansionLoc(Declared->getLocation()))))
      return true;
    const auto *Function = dyn_cast_or_null<FunctionDecl>(Declared);
    if (!Function)
      return AstVisitor::TraverseDecl(Declared);
    const FunctionDecl *Outer = Enclosing;
    Enclosing = Function;
    bool Continue = AstVisitor::TraverseDecl(Declared);
    Enclosing = Outer;
    return Continue;
  }

  bool VisitFunctionDecl(FunctionDecl *Function) override {
    if (!Function->doesThisDeclarationHaveABody())
      return true;
    if (Function->isMain() && isa<CompoundStmt>(Function->getBody()))
      To.MainBody = Function->getBody();
    if (!Function->hasAttr<CUDAGlobalAttr>() || !isa<CompoundStmt>(Function->getBody()))
      return true;
    if (auto Name = To.textOf(Function->getLocation()))
      To.Kernels.try_emplace(*Name, Function);
    return true;
  }

  bool TraverseGCCAsmStmt(GCCAsmStmt *Assembly) override {
    ++AssemblyDepth;
    bool Continue = AstVisitor::TraverseGCCAsmStmt(Assembly);
    --AssemblyDepth;
    return Continue;
  }

  bool VisitExpr(clang::Expr *Each) override {
    if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Each);
        Launch && Enclosing && !Enclosing->hasAttr<CUDADeviceAttr>() &&
        !Enclosing->hasAttr<CUDAGlobalAttr>() && !Enclosing->isConstexpr())
      if (auto Range = To.textOf(Launch->getSourceRange()))
        To.Launches.try_emplace(*Range, Launch);
    noteAssignment(Each);
    if (Each->isTypeDependent() || Each->isValueDependent() || Each->containsErrors())
      return true;
    // In an instantiation, the name of an overloaded operator spans its operands.
    if ((!isa<CallExpr>(Each) && !Each->isGLValue()) || Each->getType().isNull() ||
        Each->getType()->isFunctionType())
      return true;
    auto Range = To.textOf(Each->getSourceRange());
    if (!Range)
      return true;
    ExpressionUse Use;
    Use.Expression = Each;
    Use.InConstexpr = Enclosing && Enclosing->isConstexpr();
    Use.InAssembly = AssemblyDepth != 0;
    auto &Known = To.Uses[*Range];
    // An instantiation more says nothing new.
    for (const ExpressionUse &Before : Known)
      if (Before.Expression->getStmtClass() == Each->getStmtClass() &&
          Before.Expression->getType() == Each->getType() &&
          Before.Expression->getObjectKind() == Each->getObjectKind() &&
          Before.Expression->getValueKind() == Each->getValueKind())
        return true;
    Known.push_back(Use);
    return true;
  }

  /// Once all is known: which texts are assigned to.
  void finish() {
    for (auto &[Range, Uses] : To.Uses)
      if (Assigned.count(Range))
        for (ExpressionUse &Use : Uses)
          Use.Assigned = true;
  }

private:
  void noteAssignment(clang::Expr *Each) {
    clang::Expr *Target = nullptr;
    if (auto *Operator = dyn_cast<BinaryOperator>(Each); Operator && Operator->isAssignmentOp())
      Target = Operator->getLHS();
    else if (auto *Unary = dyn_cast<UnaryOperator>(Each); Unary && Unary->isIncrementDecrementOp())
      Target = Unary->getSubExpr();
    else if (auto *Overloaded = dyn_cast<CXXOperatorCallExpr>(Each);
             Overloaded && Overloaded->isAssignmentOp() && Overloaded->getNumArgs() > 0)
      Target = Overloaded->getArg(0);
    if (Target)
      if (auto Range = To.textOf(Target->getSourceRange()))
        Assigned[*Range] = true;
  }

  SourceExpressions &To;
  const FunctionDecl *Enclosing = nullptr;
  unsigned AssemblyDepth = 0;
  std::map<TextRange, bool> Assigned;
};

SourceExpressions::SourceExpressions(ASTContext &Ast, llvm::ArrayRef<OwnFile> Files)
    : Files(Files), Sources(Ast.getSourceManager()), Language(Ast.getLangOpts()) {
  ExpressionCollector Collector(*this);
  Collector.TraverseDecl(Ast.getTranslationUnitDecl());
  Collector.finish();
}

llvm::ArrayRef<ExpressionUse> SourceExpressions::at(TextRange Range) const {
  auto Found = Uses.find(Range);
  return Found == Uses.end() ? llvm::ArrayRef<ExpressionUse>() : Found->second;
}

std::optional<unsigned> SourceExpressions::indexOf(FileID Id) const {
  for (unsigned Index = 0; Index != Files.size(); ++Index)
    if (Files[Index].Id == Id)
      return Index;
  return std::nullopt;
}

std::optional<TextRange> SourceExpressions::textOf(SourceRange Range) const {
  if (Range.isInvalid() || Range.getBegin().isMacroID() || Range.getEnd().isMacroID())
    return std::nullopt;
  SourceLocation End = Lexer::getLocForEndOfToken(Range.getEnd(), 0, Sources, Language);
  std::optional<unsigned> File = indexOf(Sources.getFileID(Range.getBegin()));
  if (!File || End.isInvalid() || Sources.getFileID(End) != Files[*File].Id)
    return std::nullopt;
  TextRange Text = {*File, Sources.getFileOffset(Range.getBegin()), Sources.getFileOffset(End)};
  if (Text.Begin >= Text.End)
    return std::nullopt;
  return Text;
}

} // namespace memlint
