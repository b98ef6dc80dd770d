//===- SharedOptIns.cpp - Kernels that may have more shared memory --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/SharedOptIns.h"

#include "CopySizes.h"

#include "cuda-memlint/Frontend/AstVisitor.h"
#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

using namespace clang;

namespace memlint {

namespace {

/// cudaFuncAttributeMaxDynamicSharedMemorySize, and CUDA's driver has the same number for it.
constexpr int64_t MaxDynamicShared = 8;

class OptInFinder : public AstVisitor {
public:
  explicit OptInFinder(ASTContext &Ast) : Ast(Ast) { VisitsInstantiations = true; }

  bool TraverseDecl(Decl *Declared) override {
    // What headers of the toolkit do with their own parameters says nothing.
    if (Declared && isa<FunctionDecl>(Declared) &&
        Ast.getSourceManager().isInSystemHeader(Declared->getLocation()))
      return true;
    const auto *Function = dyn_cast_or_null<FunctionDecl>(Declared);
    if (!Function || !Function->isThisDeclarationADefinition())
      return AstVisitor::TraverseDecl(Declared);
    // Functions of classes that a function declares stand in one another.
    const FunctionDecl *Outer = std::exchange(Current, Function);
    std::unique_ptr<CopySizes> OfOuter = std::exchange(Sizes, nullptr);
    bool GoesOn = AstVisitor::TraverseDecl(Declared);
    Current = Outer;
    Sizes = std::move(OfOuter);
    return GoesOn;
  }

  bool VisitExpr(clang::Expr *E) override {
    if (auto *Call = dyn_cast<CallExpr>(E))
      readCall(*Call);
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    if (const auto *Constant = dyn_cast<EnumConstantDecl>(Reference->getDecl());
        Constant && isAttribute(Constant->getName()) && !Understood.contains(Reference))
      addAny();
    // The function itself, which anybody may call.
    if (const auto *Function = dyn_cast<FunctionDecl>(Reference->getDecl());
        Function && setsAttribute(nameOf(*Function)) && !Understood.contains(Reference))
      addAny();
    return true;
  }

  std::vector<SharedLimitCall> take() {
    auto Key = [](const SharedLimitCall &Of) {
      return std::tie(Of.Kernel, Of.Position.Path, Of.Position.Line, Of.Position.Column, Of.Bytes);
    };
    llvm::sort(Found, [&](const SharedLimitCall &Left, const SharedLimitCall &Right) {
      return Key(Left) < Key(Right);
    });
    auto IsSame = [&](const SharedLimitCall &Left, const SharedLimitCall &Right) {
      return Key(Left) == Key(Right);
    };
    Found.erase(std::unique(Found.begin(), Found.end(), IsSame), Found.end());
    return std::move(Found);
  }

private:
  void addAny() { Found.push_back({SharedLimitCall::AnyKernel, std::nullopt, {}}); }

  static bool setsAttribute(StringRef Name) {
    return llvm::StringSwitch<bool>(Name)
        .Cases("cudaFuncSetAttribute", "cuFuncSetAttribute", "cudaKernelSetAttributeForDevice",
               "cuKernelSetAttribute", true)
        .Default(false);
  }

  static bool isAttribute(StringRef Name) {
    return Name == "cudaFuncAttributeMaxDynamicSharedMemorySize" ||
           Name == "CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES";
  }

  static StringRef nameOf(const NamedDecl &Declared) {
    return Declared.getDeclName().isIdentifier() ? Declared.getName() : "";
  }

  /// What \p Callee is called, whether it is resolved yet or not.
  static StringRef nameOfCallee(const clang::Expr *Callee) {
    if (const auto *Reference = dyn_cast<DeclRefExpr>(Callee))
      return nameOf(*Reference->getDecl());
    if (const auto *Lookup = dyn_cast<UnresolvedLookupExpr>(Callee);
        Lookup && Lookup->getName().isIdentifier())
      return Lookup->getName().getAsIdentifierInfo()->getName();
    return "";
  }

  void readCall(CallExpr &Call) {
    const clang::Expr *Callee = Call.getCallee()->IgnoreParenImpCasts();
    if (!setsAttribute(nameOfCallee(Callee))) {
      readUnseenCall(Call);
      return;
    }
    Understood.insert(Callee);
    if (Call.getNumArgs() < 3)
      return addAny();
    if (isOther(Call.getArg(1)))
      return;
    Understood.insert(Call.getArg(1)->IgnoreParenCasts());
    Found.push_back({kernelIn(Call.getArg(0)), bytesIn(Call.getArg(2)),
                     positionOf(Call.getSourceRange(), Ast)});
  }

  /// The number of bytes that \p Argument is; empty: it is neither a constant nor computed from
  /// local variables that keep their first values.
  std::optional<uint64_t> bytesIn(const clang::Expr *Argument) {
    if (Argument->isValueDependent() || Argument->isTypeDependent())
      return std::nullopt;
    clang::Expr::EvalResult Value;
    if (Argument->EvaluateAsInt(Value, Ast))
      return Value.Val.getInt().isNegative() ? std::nullopt
                                             : std::optional(Value.Val.getInt().getLimitedValue());
    if (!Sizes && Current)
      Sizes = std::make_unique<CopySizes>(*Current, Ast);
    std::optional<uint64_t> Bytes = Sizes ? Sizes->valueOf(*Argument) : std::nullopt;
    // A negative number is among those that are too large for the parameter.
    return Bytes && *Bytes <= uint64_t(std::numeric_limits<int>::max()) ? Bytes : std::nullopt;
  }

  /// A function without a visible body that does not belong to the toolkit may set the
  /// attribute of the kernels that it is given.
  void readUnseenCall(const CallExpr &Call) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    if (!Callee || Callee->isDefined() || Callee->getTemplateInstantiationPattern() ||
        Ast.getSourceManager().isInSystemHeader(Callee->getLocation()) ||
        nameOf(*Callee).starts_with("cuda"))
      return;
    for (const clang::Expr *Argument : Call.arguments())
      if (std::string Kernel = kernelIn(Argument); Kernel != SharedLimitCall::AnyKernel)
        Found.push_back({std::move(Kernel), std::nullopt, positionOf(Call.getSourceRange(), Ast)});
  }

  /// \p Attribute is certainly another one.
  bool isOther(const clang::Expr *Attribute) const {
    if (Attribute->isValueDependent() || Attribute->isTypeDependent())
      return false;
    clang::Expr::EvalResult Value;
    return Attribute->EvaluateAsInt(Value, Ast) && Value.Val.getInt() != MaxDynamicShared;
  }

  /// The name of the kernel that \p Argument is a pointer to; AnyKernel: which one is not seen.
  static std::string kernelIn(const clang::Expr *Argument) {
    const clang::Expr *Plain = Argument->IgnoreParenCasts();
    if (const auto *Address = dyn_cast<UnaryOperator>(Plain);
        Address && Address->getOpcode() == UO_AddrOf)
      Plain = Address->getSubExpr()->IgnoreParenCasts();
    if (const auto *Reference = dyn_cast<DeclRefExpr>(Plain))
      return nameOfKernel(*Reference->getDecl());
    // In a template, an instance whose arguments are not known yet.
    if (const auto *Lookup = dyn_cast<OverloadExpr>(Plain); Lookup && Lookup->getNumDecls() == 1)
      return nameOfKernel(*(*Lookup->decls_begin())->getUnderlyingDecl());
    return SharedLimitCall::AnyKernel;
  }

  static std::string nameOfKernel(const NamedDecl &Declared) {
    const NamedDecl *Plain = &Declared;
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(Plain))
      Plain = Template->getTemplatedDecl();
    bool IsKernel = isa<FunctionDecl>(Plain) && Plain->hasAttr<CUDAGlobalAttr>();
    return IsKernel ? Plain->getNameAsString() : SharedLimitCall::AnyKernel;
  }

  ASTContext &Ast;
  std::vector<SharedLimitCall> Found;
  std::set<const clang::Expr *> Understood;
  /// The function that is walked, and what is known of its variables once it is asked for.
  const FunctionDecl *Current = nullptr;
  std::unique_ptr<CopySizes> Sizes;
};

} // namespace

std::vector<SharedLimitCall> findSharedOptIns(ASTContext &Ast) {
  OptInFinder Finder(Ast);
  Finder.TraverseDecl(Ast.getTranslationUnitDecl());
  return Finder.take();
}

} // namespace memlint
