//===- RuntimeCalls.cpp - CUDA's functions in host code -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeCalls.h"

#include "HostProgram.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Analysis/CFG.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace memlint {

std::string writtenText(const Stmt &Code, const ASTContext &Ast) {
  const SourceManager &Sources = Ast.getSourceManager();
  SourceRange Range = Code.getSourceRange();
  while (Sources.isMacroArgExpansion(Range.getBegin()) &&
         Sources.isMacroArgExpansion(Range.getEnd()))
    Range = {Sources.getImmediateSpellingLoc(Range.getBegin()),
             Sources.getImmediateSpellingLoc(Range.getEnd())};
  return textOf(Range, Ast);
}

StringRef plainNameOf(const FunctionDecl *Function) {
  return Function && Function->getIdentifier() ? Function->getName() : StringRef();
}

StringRef runtimeFunction(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  StringRef Name = plainNameOf(Callee);
  bool IsOfCuda = Name.size() > 4 && Name.starts_with("cu") &&
                  (Name.starts_with("cuda") || llvm::isUpper(Name[2])) && inSystemHeader(*Callee);
  return IsOfCuda ? Name : StringRef();
}

RuntimeKind runtimeKind(const CallExpr &Call) { return runtimeKind(runtimeFunction(Call)); }

std::optional<int64_t> copyKind(const clang::Expr &Kind, const ASTContext &Ast) {
  clang::Expr::EvalResult Value;
  if (Kind.isValueDependent() || !Kind.EvaluateAsInt(Value, Ast))
    return std::nullopt;
  return Value.Val.getInt().getExtValue();
}

bool isDefaultStream(const clang::Expr &Stream, const ASTContext &Ast) {
  if (isa<CXXDefaultArgExpr>(Stream))
    return true;
  const clang::Expr *Plain = Stream.IgnoreParenCasts();
  clang::Expr::EvalResult Value;
  return isa<CXXNullPtrLiteralExpr, GNUNullExpr>(Plain) ||
         (!Plain->isValueDependent() && Plain->EvaluateAsInt(Value, Ast));
}

/// The copy that \p Call makes if its fourth argument is the constant \p Kind of cudaMemcpyKind.
static std::optional<HostCopy> copyOfKind(const CallExpr &Call, int64_t Kind,
                                          const ASTContext &Ast) {
  const RuntimeFunction *Known = findRuntimeFunction(runtimeFunction(Call));
  if (!Known || Known->Kind != RuntimeKind::Copy || Call.getNumArgs() <= Known->Copied->Way ||
      copyKind(*Call.getArg(Known->Copied->Way), Ast) != Kind)
    return std::nullopt;
  const CopyArguments &At = *Known->Copied;
  HostCopy Copy;
  Copy.IsAsynchronous = Known->IsAsynchronous;
  Copy.To = Call.getArg(At.To);
  Copy.From = Call.getArg(At.From);
  Copy.Bytes = Call.getArg(At.Bytes);
  if (At.Stream && Call.getNumArgs() > *At.Stream &&
      !isDefaultStream(*Call.getArg(*At.Stream), Ast))
    Copy.Stream = Call.getArg(*At.Stream);
  return Copy;
}

std::optional<HostCopy> copyOf(const CallExpr &Call, const ASTContext &Ast) {
  constexpr int64_t HostToDevice = 1, DeviceToHost = 2;
  if (std::optional<HostCopy> Copy = copyOfKind(Call, HostToDevice, Ast))
    return Copy;
  std::optional<HostCopy> Copy = copyOfKind(Call, DeviceToHost, Ast);
  if (Copy)
    Copy->Way = HostCopy::Direction::ToHost;
  return Copy;
}

std::optional<HostCopy> copyByAddress(const CallExpr &Call, const ASTContext &Ast) {
  constexpr int64_t Default = 4;
  return copyOfKind(Call, Default, Ast);
}

const FunctionDecl *kernelLaunchedBy(const CallExpr &Call) {
  if (!isa<CUDAKernelCallExpr>(Call))
    return nullptr;
  const FunctionDecl *Kernel = Call.getDirectCallee();
  return Kernel && Kernel->hasAttr<CUDAGlobalAttr>() ? Kernel : nullptr;
}

static bool neverWaits(StringRef Name) {
  const RuntimeFunction *Known = findRuntimeFunction(Name);
  return Known && Known->NeverWaits;
}

/// A function of the C or C++ library.
static bool isOfStandardLibrary(const FunctionDecl &Function) {
  if (Function.getBuiltinID() != 0)
    return true;
  if (Function.isExternC())
    return inSystemHeader(Function) && !plainNameOf(&Function).starts_with("cu");
  for (const DeclContext *Scope = Function.getDeclContext(); Scope; Scope = Scope->getParent()) {
    const auto *Namespace = dyn_cast<NamespaceDecl>(Scope);
    if (Namespace && (Namespace->isStdNamespace() || Namespace->getName() == "__gnu_cxx"))
      return true;
  }
  return false;
}

/// It waits for another thread, which may have waited for the device.
static bool waitsForThread(const FunctionDecl &Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (!Method || !Method->getParent()->getIdentifier())
    return llvm::StringSwitch<bool>(plainNameOf(&Function))
        .Cases("pthread_join", "pthread_cond_wait", "pthread_barrier_wait", "sem_wait", true)
        .Cases("wait", "waitpid", "system", true)
        .Default(false);
  return llvm::StringSwitch<bool>(Method->getParent()->getName())
      .Cases("thread", "jthread", "future", "shared_future", true)
      .Cases("condition_variable", "barrier", "latch", "counting_semaphore", true)
      .Cases("atomic", "atomic_flag", "atomic_ref", "__atomic_base", "__atomic_float", true)
      .Default(false);
}

/// Objects of \p Class can be called.
static bool isFunctor(const CXXRecordDecl &Class) {
  DeclarationName Call = Class.getASTContext().DeclarationNames.getCXXOperatorName(OO_Call);
  return !Class.lookup(Call).empty() ||
         llvm::any_of(Class.bases(), [](const CXXBaseSpecifier &Each) {
           const CXXRecordDecl *Base = Each.getType()->getAsCXXRecordDecl();
           return Base && Base->hasDefinition() && isFunctor(*Base->getDefinition());
         });
}

static bool bringsOwnCode(QualType Type);

static bool argumentBringsOwnCode(const TemplateArgument &Argument) {
  if (Argument.getKind() == TemplateArgument::Pack)
    return llvm::any_of(Argument.pack_elements(), argumentBringsOwnCode);
  return Argument.getKind() == TemplateArgument::Type && bringsOwnCode(Argument.getAsType());
}

/// Where a library handles objects of \p Type, code of the program may run: that of the class, or
/// a function that is called back.
static bool bringsOwnCode(QualType Type) {
  Type = Type.getNonReferenceType();
  if (Type->isFunctionPointerType() || Type->isFunctionType() ||
      Type->isMemberFunctionPointerType())
    return true;
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition())
    return false;
  if (Class->isLambda())
    return true;
  if (const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Class);
      Instance && Class->isInStdNamespace())
    // The type of a `shared_ptr` does not tell what deletes its object.
    return Class->getName() == "shared_ptr" ||
           llvm::any_of(Instance->getTemplateArgs().asArray(), argumentBringsOwnCode);
  // A class without members is trivial, whatever it does where it is called.
  return !inSystemHeader(*Class) && (!Class->isTrivial() || isFunctor(*Class));
}

/// A function of the library calls one of the program that \p Call passes to it, or one of the
/// classes that its own class is made of.
static bool callsBack(const FunctionDecl &Callee, ArrayRef<const clang::Expr *> Arguments) {
  if (llvm::any_of(Arguments,
                   [](const clang::Expr *Each) { return bringsOwnCode(Each->getType()); }))
    return true;
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  return Method && Method->getParent()->getTypeForDecl() &&
         bringsOwnCode(QualType(Method->getParent()->getTypeForDecl(), 0));
}

bool DeviceWaits::mayPoll(const Stmt &Code) {
  if (isa<AtomicExpr>(Code))
    return true;
  const auto *Cast = dyn_cast<CastExpr>(&Code);
  return Cast && (Cast->getCastKind() == CK_AtomicToNonAtomic ||
                  (Cast->getCastKind() == CK_LValueToRValue &&
                   Cast->getSubExpr()->getType().isVolatileQualified()));
}

bool DeviceWaits::mayWait(const CFGElement &Element, ASTContext &Ast) {
  if (std::optional<CFGImplicitDtor> End = Element.getAs<CFGImplicitDtor>())
    return mayWait(End->getDestructorDecl(Ast));
  std::optional<CFGStmt> Statement = Element.getAs<CFGStmt>();
  if (!Statement)
    return false;
  const Stmt *Code = Statement->getStmt();
  if (const auto *Call = dyn_cast<CallExpr>(Code))
    return mayWait(*Call);
  if (const auto *Made = dyn_cast<CXXConstructExpr>(Code))
    return mayWait(*Made);
  if (const auto *Temporary = dyn_cast<CXXBindTemporaryExpr>(Code))
    return mayWaitInDestructor(Temporary->getType());
  const auto *Delete = dyn_cast<CXXDeleteExpr>(Code);
  return Delete && mayWaitInDestructor(Delete->getDestroyedType());
}

bool DeviceWaits::mayWait(const CallExpr &Call) {
  if (isa<CUDAKernelCallExpr>(Call))
    return false;
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
      Method && Method->isVirtual() && !inSystemHeader(*Method))
    return true;
  if (StringRef Name = runtimeFunction(Call); !Name.empty())
    return !neverWaits(Name);
  if (Callee && isOfStandardLibrary(*Callee) &&
      callsBack(*Callee, ArrayRef(Call.getArgs(), Call.getNumArgs())))
    return true;
  return mayWait(Callee);
}

bool DeviceWaits::mayWait(const CXXConstructExpr &Made) {
  const CXXConstructorDecl &Constructor = *Made.getConstructor();
  if (isOfStandardLibrary(Constructor) &&
      callsBack(Constructor, ArrayRef(Made.getArgs(), Made.getNumArgs())))
    return true;
  return mayWait(&Constructor);
}

bool DeviceWaits::mayWaitInDestructor(QualType Type) {
  const CXXRecordDecl *Class = Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Class->hasTrivialDestructor())
    return false;
  const CXXDestructorDecl *Destructor = Class->getDestructor();
  bool MayBeOther = Destructor && Destructor->isVirtual() && !isOfStandardLibrary(*Destructor);
  return !Destructor || MayBeOther || mayWait(Destructor);
}

/// What is done with the bases and members of \p Class, besides the code of its own functions.
bool DeviceWaits::membersMayWait(const CXXRecordDecl &Class) {
  auto IsPlain = [](QualType Type) {
    const CXXRecordDecl *Part = Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return !Part || Part->isTrivial() || !bringsOwnCode(QualType(Part->getTypeForDecl(), 0));
  };
  return !llvm::all_of(Class.fields(),
                       [&](const FieldDecl *Each) { return IsPlain(Each->getType()); }) ||
         !llvm::all_of(Class.bases(),
                       [&](const CXXBaseSpecifier &Each) { return IsPlain(Each.getType()); });
}

bool DeviceWaits::mayWait(const FunctionDecl *Function) {
  if (!Function)
    return true;
  if (isOfStandardLibrary(*Function) && waitsForThread(*Function))
    return true;
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  bool HandlesMembers = isa<CXXConstructorDecl, CXXDestructorDecl>(Function);
  if (isOfStandardLibrary(*Function))
    return Method && callsBack(*Function, {});
  const FunctionDecl *Definition = nullptr;
  const Stmt *Body = Function->getBody(Definition);
  if (!Body && !Function->isTrivial() && !Function->isDefaulted())
    return true;
  if (Method && HandlesMembers && membersMayWait(*Method->getParent()))
    return true;
  if (!Body)
    return false;
  // Nothing is known of a function that calls itself.
  auto [Found, IsNew] = Known.try_emplace(Definition->getCanonicalDecl(), true);
  if (!IsNew)
    return Found->second;
  bool Waits = bodyMayWait(Body);
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *Each : Constructor->inits())
      Waits = Waits || bodyMayWait(Each->getInit());
  Known[Definition->getCanonicalDecl()] = Waits;
  return Waits;
}

bool DeviceWaits::bodyMayWait(const Stmt *Body) {
  bool Waits = false;
  forEachStatement(Body, [&](const Stmt &Each) {
    if (Waits)
      return;
    if (const auto *Call = dyn_cast<CallExpr>(&Each))
      Waits = mayWait(*Call);
    else if (const auto *Made = dyn_cast<CXXConstructExpr>(&Each))
      Waits = mayWait(*Made) || mayWaitInDestructor(Made->getType());
    else if (const auto *Delete = dyn_cast<CXXDeleteExpr>(&Each))
      Waits = mayWaitInDestructor(Delete->getDestroyedType());
    else if (isa<LambdaExpr>(Each) || mayPoll(Each))
      Waits = true;
    else if (const auto *Part = dyn_cast<clang::Expr>(&Each))
      Waits = Part->containsErrors();
  });
  return Waits;
}

} // namespace memlint
