//===- SharedOptIns.cpp - Attributes of kernels for shared memory ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/SharedOptIns.h"
#include "cuda-memlint/CudaModel/RuntimeFunction.h"

#include "CopySizes.h"

#include "cuda-memlint/Frontend/AstVisitor.h"
#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

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

/// cudaFuncAttributeMaxDynamicSharedMemorySize and cudaFuncAttributePreferredSharedMemoryCarveout,
/// and CUDA's driver has the same numbers for them.
constexpr int64_t MaxDynamicShared = 8;
constexpr int64_t Carveout = 9;

class OptInFinder : public AstVisitor {
public:
  explicit OptInFinder(ASTContext &Ast) : Ast(Ast) { VisitsInstantiations = true; }

  bool TraverseDecl(Decl *Declared) override {
    // What headers of the toolkit do with their own parameters says nothing.
    if (Declared && Declared->getLocation().isValid() &&
        Ast.getSourceManager().isInSystemHeader(Declared->getLocation()))
      return true;
    const auto *Function = dyn_cast_or_null<FunctionDecl>(Declared);
    if (!Function || !Function->isThisDeclarationADefinition())
      return AstVisitor::TraverseDecl(Declared);
    // Nobody runs a template itself; its instances are walked, too.
    if (Function->isDependentContext())
      return true;
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
    if (Understood.contains(Reference))
      return true;
    if (const auto *Constant = dyn_cast<EnumConstantDecl>(Reference->getDecl())) {
      if (isLimit(Constant->getName()))
        addAnyLimit();
      if (isCarveout(Constant->getName()))
        addAnyCarveout();
    }
    // The function itself, which anybody may call.
    if (const auto *Function = dyn_cast<FunctionDecl>(Reference->getDecl());
        Function && setsAttribute(nameOf(*Function))) {
      addAnyLimit();
      addAnyCarveout();
    }
    return true;
  }

  std::vector<SharedLimitCall> takeLimits() {
    return sorted(std::move(Limits), &SharedLimitCall::Bytes);
  }
  std::vector<CarveoutCall> takeCarveouts() {
    return sorted(std::move(Carveouts), &CarveoutCall::Percent);
  }

private:
  /// Each of \p Calls once, by kernel.
  template <typename Call>
  static std::vector<Call> sorted(std::vector<Call> Calls, std::optional<uint64_t> Call::*Value) {
    auto Key = [&](const Call &Of) {
      return std::tie(Of.Kernel, Of.Position.Path, Of.Position.Line, Of.Position.Column, Of.*Value);
    };
    llvm::sort(Calls, [&](const Call &Left, const Call &Right) { return Key(Left) < Key(Right); });
    auto IsSame = [&](const Call &Left, const Call &Right) { return Key(Left) == Key(Right); };
    Calls.erase(std::unique(Calls.begin(), Calls.end(), IsSame), Calls.end());
    return Calls;
  }

  void addAnyLimit() { Limits.push_back({SharedLimitCall::AnyKernel, std::nullopt, {}}); }
  void addAnyCarveout() { Carveouts.push_back({SharedLimitCall::AnyKernel, std::nullopt, {}, {}}); }

  static bool setsAttribute(StringRef Name) {
    return runtimeKind(Name) == RuntimeKind::SetFunctionAttribute;
  }

  static bool isLimit(StringRef Name) {
    return Name == "cudaFuncAttributeMaxDynamicSharedMemorySize" ||
           Name == "CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES";
  }

  static bool isCarveout(StringRef Name) {
    return Name == "cudaFuncAttributePreferredSharedMemoryCarveout" ||
           Name == "CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT";
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
    if (Call.getNumArgs() < 3) {
      addAnyLimit();
      return addAnyCarveout();
    }
    Understood.insert(Call.getArg(1)->IgnoreParenCasts());
    std::optional<int64_t> Attribute = attributeIn(Call.getArg(1));
    std::string Kernel = kernelIn(Call.getArg(0));
    SourcePosition Position = positionOf(Call.getSourceRange(), Ast);
    if (!Attribute || *Attribute == Carveout)
      Carveouts.push_back({Kernel, Attribute ? bytesIn(Call.getArg(2)) : std::nullopt, Position,
                           launchesBefore(Call)});
    if (!Attribute || *Attribute == MaxDynamicShared)
      Limits.push_back({std::move(Kernel), bytesIn(Call.getArg(2)), std::move(Position)});
  }

  /// The launches of the function that \p Call is in that come before it, unless a loop makes both.
  std::vector<SourcePosition> launchesBefore(const CallExpr &Call) const {
    std::vector<SourcePosition> Before;
    addLaunchesBefore(Current ? Current->getBody() : nullptr, Call, Before);
    return Before;
  }

  /// Whether \p Code has \p Call, which ends the search.
  bool addLaunchesBefore(const Stmt *Code, const CallExpr &Call,
                         std::vector<SourcePosition> &Before) const {
    if (!Code || isa<LambdaExpr>(Code))
      return false;
    if (Code == &Call)
      return true;
    size_t Known = Before.size();
    for (const Stmt *Each : Code->children())
      if (addLaunchesBefore(Each, Call, Before)) {
        // The next iteration launches behind it.
        if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Code))
          Before.resize(Known);
        return true;
      }
    if (isa<CUDAKernelCallExpr>(Code))
      Before.push_back(positionOf(Code->getSourceRange(), Ast));
    return false;
  }

  /// The number of bytes, or of per cent, that \p Argument is; empty: it is negative, or neither a
  /// constant nor computed from local variables that keep their first values.
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
      if (std::string Kernel = kernelIn(Argument); Kernel != SharedLimitCall::AnyKernel) {
        SourcePosition Position = positionOf(Call.getSourceRange(), Ast);
        Carveouts.push_back({Kernel, std::nullopt, Position, {}});
        Limits.push_back({std::move(Kernel), std::nullopt, std::move(Position)});
      }
  }

  /// The number of \p Attribute; empty: it may be any.
  std::optional<int64_t> attributeIn(const clang::Expr *Attribute) const {
    clang::Expr::EvalResult Value;
    if (Attribute->isValueDependent() || Attribute->isTypeDependent() ||
        !Attribute->EvaluateAsInt(Value, Ast))
      return std::nullopt;
    return Value.Val.getInt().getExtValue();
  }

  /// The name of the kernel that \p Argument is a pointer to; AnyKernel: which one is not seen.
  std::string kernelIn(const clang::Expr *Argument) const {
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

  std::string nameOfKernel(const NamedDecl &Declared) const {
    const NamedDecl *Plain = &Declared;
    if (const auto *Function = dyn_cast<FunctionDecl>(Plain);
        Function && Function->hasAttr<CUDAGlobalAttr>()) {
      std::string Name;
      llvm::raw_string_ostream Stream(Name);
      Function->getNameForDiagnostic(Stream, Ast.getPrintingPolicy(), /*Qualified=*/false);
      return Name;
    }
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(Plain))
      Plain = Template->getTemplatedDecl();
    bool IsKernel = isa<FunctionDecl>(Plain) && Plain->hasAttr<CUDAGlobalAttr>();
    return IsKernel ? Plain->getNameAsString() : SharedLimitCall::AnyKernel;
  }

  ASTContext &Ast;
  std::vector<SharedLimitCall> Limits;
  std::vector<CarveoutCall> Carveouts;
  std::set<const clang::Expr *> Understood;
  /// The function that is walked, and what is known of its variables once it is asked for.
  const FunctionDecl *Current = nullptr;
  std::unique_ptr<CopySizes> Sizes;
};

} // namespace

void findSharedOptIns(ASTContext &Ast, FileFacts &Facts) {
  OptInFinder Finder(Ast);
  Finder.TraverseDecl(Ast.getTranslationUnitDecl());
  Facts.SharedLimits = Finder.takeLimits();
  Facts.Carveouts = Finder.takeCarveouts();
}

} // namespace memlint
