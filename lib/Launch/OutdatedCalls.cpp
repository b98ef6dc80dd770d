//===- OutdatedCalls.cpp - Uses of what toolkits dropped ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/OutdatedCalls.h"

#include "RuntimeCalls.h"

#include "cuda-memlint/CudaModel/OutdatedFunction.h"
#include "cuda-memlint/CudaModel/RuntimeFunction.h"
#include "cuda-memlint/Frontend/AstVisitor.h"
#include "cuda-memlint/Frontend/EmbeddedHeaders.h"
#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

#include <map>

using namespace clang;

namespace memlint {

static bool setsBanks(llvm::StringRef Function) {
  RuntimeKind Kind = runtimeKind(Function);
  return Kind == RuntimeKind::SetBanksOfDevice || Kind == RuntimeKind::SetBanksOfFunction;
}

/// The last argument of \p Call is the constant for banks of 8 bytes.
static bool asksForWideBanks(const CallExpr &Call) {
  if (Call.getNumArgs() == 0)
    return false;
  const clang::Expr *Size = Call.getArg(Call.getNumArgs() - 1)->IgnoreParenImpCasts();
  const auto *Reference = dyn_cast<DeclRefExpr>(Size);
  const auto *Constant = Reference ? dyn_cast<EnumConstantDecl>(Reference->getDecl()) : nullptr;
  return Constant && Constant->getName() == "cudaSharedMemBankSizeEightByte";
}

namespace {

class OutdatedFinder : public AstVisitor {
public:
  explicit OutdatedFinder(ASTContext &Ast) : Ast(Ast), Sources(Ast.getSourceManager()) {}

  bool TraverseDecl(Decl *Declared) override {
    if (Declared && !isa<TranslationUnitDecl>(Declared) && Declared->getLocation().isValid() &&
        !isa<NamespaceDecl, LinkageSpecDecl>(Declared) && !isOurs(Declared->getLocation()))
      return true;
    const auto *Function = dyn_cast_or_null<FunctionDecl>(Declared);
    bool IsOfDevice = Function ? isForDevicesOnly(*Function) : IsInDeviceCode;
    llvm::SaveAndRestore<bool> InFunction(IsInDeviceCode, IsOfDevice);
    return AstVisitor::TraverseDecl(Declared);
  }

  bool VisitVarDecl(VarDecl *Variable) override {
    if (isTextureReference(*Variable))
      note(TextureReference, Variable->getLocation());
    return true;
  }

  bool VisitExpr(clang::Expr *E) override {
    if (const auto *Lookup = dyn_cast<UnresolvedLookupExpr>(E);
        Lookup && Lookup->getNumDecls() != 0 && !isDeclaredBySource(Lookup->getName()))
      noteUse(*(*Lookup->decls_begin())->getUnderlyingDecl(), Lookup->getExprLoc());
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      noteField(*Member);
    if (const auto *Call = dyn_cast<CallExpr>(E); Call && asksForWideBanks(*Call))
      noteWideBanks(*Call);
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    // One that a header declares.
    if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
        Variable && !isOurs(Variable->getLocation()) && isTextureReference(*Variable))
      note(TextureReference, Reference->getLocation());
    const auto *Function = dyn_cast<FunctionDecl>(Reference->getDecl());
    if (!Function || isDeclaredBySource(Function->getDeclName(), Function))
      return true;
    noteUse(*Function, Reference->getLocation());
    noteSignature(*Function, Reference->getLocation());
    if (IsInDeviceCode && isEmbedded(Function->getLocation()) &&
        runtimeKind(plainNameOf(Function)) == RuntimeKind::AwaitDevice)
      note(DeviceSynchronisation, Reference->getLocation());
    return true;
  }

  std::vector<OutdatedCall> take() {
    std::vector<OutdatedCall> Result;
    for (auto &[Name, Call] : ByName)
      Result.push_back(std::move(Call));
    for (auto &[Name, Call] : WideBanks)
      Result.push_back(std::move(Call));
    return Result;
  }

private:
  bool isOurs(SourceLocation At) const { return Sources.isInMainFile(Sources.getExpansionLoc(At)); }

  /// Of a function for both, nvcc compiles the call for the host, and warns.
  static bool isForDevicesOnly(const FunctionDecl &Function) {
    return Function.hasAttr<CUDAGlobalAttr>() ||
           (Function.hasAttr<CUDADeviceAttr>() && !Function.hasAttr<CUDAHostAttr>());
  }

  bool isEmbedded(SourceLocation At) const {
    return Sources.getFilename(Sources.getExpansionLoc(At)).starts_with(EmbeddedRoot);
  }

  bool isTextureReference(const VarDecl &Variable) const {
    const auto *Class =
        dyn_cast_or_null<ClassTemplateSpecializationDecl>(Variable.getType()->getAsCXXRecordDecl());
    return Class && Class->getName() == TextureReference && isEmbedded(Class->getLocation());
  }

  /// The source has a function of its own that is called \p Name, with the parameters of \p Like
  /// where that is not null: code in the place of what is gone, even if it contradicts our headers.
  bool isDeclaredBySource(DeclarationName Name, const FunctionDecl *Like = nullptr) const {
    return llvm::any_of(Ast.getTranslationUnitDecl()->lookup(Name), [&](const NamedDecl *Each) {
      const auto *Function = Each->getUnderlyingDecl()->getAsFunction();
      return Function && !Function->isImplicit() && !isEmbedded(Function->getLocation()) &&
             (!Like || hasParametersOf(*Function, *Like));
    });
  }

  bool hasParametersOf(const FunctionDecl &Own, const FunctionDecl &Other) const {
    return llvm::equal(Own.parameters(), Other.parameters(),
                       [&](const ParmVarDecl *Left, const ParmVarDecl *Right) {
                         return Ast.hasSameUnqualifiedType(Left->getType(), Right->getType());
                       });
  }

  void noteUse(const NamedDecl &Used, SourceLocation At) {
    const NamedDecl *Plain = &Used;
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(Plain))
      Plain = Template->getTemplatedDecl();
    // What no header declares is implicit.
    if (!isa<FunctionDecl>(Plain) || isa<CXXMethodDecl>(Plain) ||
        !Plain->getDeclName().isIdentifier() ||
        !(isEmbedded(Plain->getLocation()) || Plain->isImplicit()))
      return;
    if (outdatedFunction(Plain->getName()))
      note(Plain->getName(), At);
  }

  /// Of several functions of one name, some are gone.
  void noteSignature(const FunctionDecl &Used, SourceLocation At) {
    if (!Used.getDeclName().isIdentifier() || !isEmbedded(Used.getLocation()))
      return;
    std::string Signature =
        (Used.getName() + "(" +
         llvm::join(llvm::map_range(Used.parameters(),
                                    [&](const ParmVarDecl *Each) {
                                      return Each->getType().getAsString(Ast.getPrintingPolicy());
                                    }),
                    ", ") +
         ")")
            .str();
    if (outdatedFunction(Signature))
      note(Signature, At);
  }

  void noteField(const MemberExpr &Member) {
    const auto *Field = dyn_cast<FieldDecl>(Member.getMemberDecl());
    if (!Field || !isEmbedded(Field->getLocation()))
      return;
    std::string Name = (Field->getParent()->getName() + "::" + Field->getName()).str();
    if (outdatedFunction(Name))
      note(Name, Member.getMemberLoc());
  }

  void noteWideBanks(const CallExpr &Call) {
    const FunctionDecl *Called = Call.getDirectCallee();
    if (!Called || !Called->getDeclName().isIdentifier() || !isEmbedded(Called->getLocation()) ||
        !setsBanks(Called->getName()) || !isOurs(Call.getExprLoc()))
      return;
    OutdatedCall &Noted = WideBanks[Called->getName().str()];
    if (Noted.Count++ == 0) {
      Noted.Name = Called->getName().str();
      Noted.Position = positionOf(Call.getExprLoc(), Ast);
      Noted.DependsOnDevice = true;
    }
  }

  void note(llvm::StringRef Name, SourceLocation At) {
    if (!isOurs(At))
      return;
    OutdatedCall &Call = ByName[Name.str()];
    if (Call.Count++ == 0) {
      Call.Name = Name.str();
      Call.Position = positionOf(At, Ast);
    }
    if (unsigned Line = positionOf(At, Ast).Line; !llvm::is_contained(Call.Lines, Line))
      Call.Lines.push_back(Line);
  }

  ASTContext &Ast;
  const SourceManager &Sources;
  bool IsInDeviceCode = false;
  std::map<std::string, OutdatedCall> ByName;
  /// By name, calls that ask for banks of 8 bytes.
  std::map<std::string, OutdatedCall> WideBanks;
};

} // namespace

std::vector<OutdatedCall> findOutdatedCalls(ASTContext &Ast) {
  // HIP keeps what CUDA's toolkits dropped.
  if (Ast.getLangOpts().HIP)
    return {};
  OutdatedFinder Finder(Ast);
  Finder.TraverseDecl(Ast.getTranslationUnitDecl());
  return Finder.take();
}

} // namespace memlint
