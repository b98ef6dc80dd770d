//===- HostCodeErrors.cpp - Errors that no kernel depends on --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCodeErrors.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Token.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {
namespace {

class KernelSpecifierCallbacks : public PPCallbacks {
public:
  KernelSpecifierCallbacks(const SourceManager &Sources, std::vector<SourceLocation> &Uses)
      : Sources(Sources), Uses(Uses) {}

  void MacroExpands(const Token &Name, const MacroDefinition &, SourceRange Range,
                    const MacroArgs *) override {
    if (Name.getIdentifierInfo()->getName() != "__global__")
      return;
    SourceLocation Location = Sources.getExpansionLoc(Range.getBegin());
    if (!Sources.isInSystemHeader(Location))
      Uses.push_back(Location);
  }

private:
  const SourceManager &Sources;
  std::vector<SourceLocation> &Uses;
};

/// A piece of a file, both ends included.
struct TextRange {
  FileID File;
  unsigned Begin;
  unsigned End;

  bool contains(std::pair<FileID, unsigned> Location) const {
    return Location.first == File && Begin <= Location.second && Location.second <= End;
  }
};

/// The text of a function or variable of the host.
struct HostText {
  TextRange Text;
  /// Functions: where the parameters begin, or the body; else invalid.
  SourceLocation Parameters = {};
  /// A specifier that is not understood may make it a kernel.
  bool MayBeKernel = false;
};

/// Whether a function returns a value. Functions and lambdas in it return for themselves.
class ReturnedValueFinder : public RecursiveASTVisitor<ReturnedValueFinder> {
public:
  bool VisitReturnStmt(ReturnStmt *Statement) {
    Found |= Statement->getRetValue() != nullptr;
    return !Found;
  }
  bool TraverseLambdaExpr(LambdaExpr *) { return true; }
  bool TraverseDecl(Decl *Declaration) {
    // Null: the variable of `catch (...)`.
    return isa_and_nonnull<VarDecl>(Declaration) ? RecursiveASTVisitor::TraverseDecl(Declaration)
                                                 : true;
  }

  bool Found = false;
};

/// Finds the text of functions and variables, by the side that they are for.
class FunctionFinder : public RecursiveASTVisitor<FunctionFinder> {
public:
  explicit FunctionFinder(const ASTContext &Ast)
      : Sources(Ast.getSourceManager()), Language(Ast.getLangOpts()) {}

  std::vector<HostText> Host;
  std::vector<TextRange> Device;
  std::vector<SourceLocation> KernelSpecifiers;

  bool TraverseDecl(Decl *Declaration) {
    if (Declaration && Declaration->getLocation().isValid() &&
        Sources.isInSystemHeader(Sources.getExpansionLoc(Declaration->getLocation())))
      return true;
    return RecursiveASTVisitor::TraverseDecl(Declaration);
  }

  bool VisitFunctionDecl(FunctionDecl *Function) {
    bool IsForDevice = Function->hasAttr<CUDADeviceAttr>() || Function->hasAttr<CUDAGlobalAttr>();
    if (std::optional<TextRange> Text = textOf(Function->getSourceRange())) {
      if (IsForDevice)
        Device.push_back(*Text);
      else
        Host.push_back({*Text, startOfParameters(*Function), mayBeKernel(*Function)});
    }
    if (const auto *Specifier = Function->getAttr<CUDAGlobalAttr>();
        Specifier && !Function->getLexicalDeclContext()->isFunctionOrMethod())
      KernelSpecifiers.push_back(Sources.getExpansionLoc(Specifier->getLocation()));
    return true;
  }

  /// Of variables, no device code uses those that only the host may change.
  bool VisitVarDecl(VarDecl *Variable) {
    bool IsForDevice = Variable->hasAttr<CUDADeviceAttr>() ||
                       Variable->hasAttr<CUDAConstantAttr>() || Variable->isConstexpr() ||
                       Variable->getType().isConstQualified();
    if (Variable->isFileVarDecl() && Variable->getEndLoc().isValid() && !IsForDevice)
      if (std::optional<TextRange> Text =
              textOf({Variable->getBeginLoc(), endOfStatement(Variable->getEndLoc())}))
        Host.push_back({*Text});
    return true;
  }

  bool VisitLambdaExpr(LambdaExpr *Lambda) {
    if (Lambda->getCallOperator()->hasAttr<CUDADeviceAttr>())
      if (std::optional<TextRange> Text = textOf(Lambda->getSourceRange()))
        Device.push_back(*Text);
    return true;
  }

private:
  static SourceLocation startOfParameters(const FunctionDecl &Function) {
    // An error may have changed the type.
    FunctionTypeLoc Type = Function.getFunctionTypeLoc();
    if (Type && Type.getLParenLoc().isValid())
      return Type.getLParenLoc();
    return Function.doesThisDeclarationHaveABody() ? Function.getBody()->getBeginLoc()
                                                   : SourceLocation();
  }

  /// Whether \p Function could be one: it has a body, and returns no value.
  static bool mayBeKernel(const FunctionDecl &Function) {
    if (!Function.doesThisDeclarationHaveABody())
      return false;
    ReturnedValueFinder Returns;
    Returns.TraverseStmt(Function.getBody());
    return !Returns.Found;
  }

  /// The last token before the next semicolon. An initialiser that does not compile is not in the
  /// tree.
  SourceLocation endOfStatement(SourceLocation From) const {
    SourceLocation End = Sources.getExpansionRange(From).getEnd();
    for (;;) {
      std::optional<Token> Next = Lexer::findNextToken(End, Sources, Language);
      if (!Next || Next->isOneOf(tok::semi, tok::eof))
        return End;
      End = Next->getLocation();
    }
  }

  std::optional<TextRange> textOf(SourceRange Range) const {
    if (Range.isInvalid())
      return std::nullopt;
    auto [BeginFile, Begin] = Sources.getDecomposedExpansionLoc(Range.getBegin());
    auto [EndFile, End] =
        Sources.getDecomposedLoc(Sources.getExpansionRange(Range.getEnd()).getEnd());
    if (BeginFile != EndFile)
      return std::nullopt;
    return TextRange{BeginFile, Begin, End};
  }

  const SourceManager &Sources;
  const LangOptions &Language;
};

} // namespace

std::unique_ptr<PPCallbacks> noteKernelSpecifiers(const SourceManager &Sources,
                                                  std::vector<SourceLocation> &Uses) {
  return std::make_unique<KernelSpecifierCallbacks>(Sources, Uses);
}

std::vector<bool> findHostCodeErrors(ASTContext &Ast,
                                     llvm::ArrayRef<SourceLocation> KernelSpecifiers,
                                     llvm::ArrayRef<LocatedError> Errors) {
  const SourceManager &Sources = Ast.getSourceManager();
  FunctionFinder Functions(Ast);
  Functions.TraverseDecl(Ast.getTranslationUnitDecl());
  std::vector<bool> Result(Errors.size(), false);
  if (!llvm::all_of(KernelSpecifiers, [&](SourceLocation Use) {
        return llvm::is_contained(Functions.KernelSpecifiers, Use);
      }))
    return Result;
  for (auto [Index, Error] : llvm::enumerate(Errors)) {
    SourceLocation Location = Error.Location;
    if (Location.isInvalid())
      continue;
    std::pair<FileID, unsigned> At = Sources.getDecomposedExpansionLoc(Location);
    auto IsOfHost = [&, Hides = Error.MayHideDeclaration](const HostText &Each) {
      return Each.Text.contains(At) &&
             ((!Hides && !Each.MayBeKernel) ||
              (Each.Parameters.isValid() &&
               Sources.isBeforeInTranslationUnit(Each.Parameters, Location)));
    };
    Result[Index] =
        llvm::any_of(Functions.Host, IsOfHost) &&
        llvm::none_of(Functions.Device, [&](const TextRange &Each) { return Each.contains(At); });
  }
  return Result;
}

} // namespace memlint
