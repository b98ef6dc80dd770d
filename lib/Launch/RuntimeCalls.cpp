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
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace memlint {

void forEachStatement(const Stmt *Code, llvm::function_ref<void(const Stmt &)> Visit) {
  if (!Code)
    return;
  Visit(*Code);
  if (isa<LambdaExpr>(Code))
    return;
  for (const Stmt *Child : Code->children())
    forEachStatement(Child, Visit);
}

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

static std::optional<HostCopy::Direction> directionOf(const clang::Expr *Kind,
                                                      const ASTContext &Ast) {
  clang::Expr::EvalResult Value;
  if (Kind->isValueDependent() || !Kind->EvaluateAsInt(Value, Ast))
    return std::nullopt;
  // cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost.
  switch (Value.Val.getInt().getExtValue()) {
  case 1:
    return HostCopy::Direction::ToDevice;
  case 2:
    return HostCopy::Direction::ToHost;
  default:
    return std::nullopt;
  }
}

/// The default stream is written as 0, as null, or not at all.
static bool isDefaultStream(const clang::Expr *Stream, const ASTContext &Ast) {
  if (isa<CXXDefaultArgExpr>(Stream))
    return true;
  const clang::Expr *Plain = Stream->IgnoreParenCasts();
  clang::Expr::EvalResult Value;
  return isa<CXXNullPtrLiteralExpr, GNUNullExpr>(Plain) ||
         (!Plain->isValueDependent() && Plain->EvaluateAsInt(Value, Ast));
}

std::optional<HostCopy> copyOf(const CallExpr &Call, const ASTContext &Ast) {
  StringRef Name = runtimeFunction(Call);
  HostCopy Copy;
  Copy.IsAsynchronous = Name == "cudaMemcpyAsync";
  if ((!Copy.IsAsynchronous && Name != "cudaMemcpy") || Call.getNumArgs() < 4)
    return std::nullopt;
  std::optional<HostCopy::Direction> Way = directionOf(Call.getArg(3), Ast);
  if (!Way)
    return std::nullopt;
  Copy.Way = *Way;
  Copy.To = Call.getArg(0);
  Copy.From = Call.getArg(1);
  Copy.Bytes = Call.getArg(2);
  if (Copy.IsAsynchronous && Call.getNumArgs() > 4 && !isDefaultStream(Call.getArg(4), Ast))
    Copy.Stream = Call.getArg(4);
  return Copy;
}

const FunctionDecl *kernelLaunchedBy(const CallExpr &Call) {
  if (!isa<CUDAKernelCallExpr>(Call))
    return nullptr;
  const FunctionDecl *Kernel = Call.getDirectCallee();
  return Kernel && Kernel->hasAttr<CUDAGlobalAttr>() ? Kernel : nullptr;
}

/// Functions of the runtime that return whatever the device is doing.
static bool neverWaits(StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases("cudaGetLastError", "cudaPeekAtLastError", "cudaGetErrorString", "cudaGetErrorName",
             true)
      .Cases("cudaEventCreate", "cudaEventCreateWithFlags", "cudaEventRecord",
             "cudaEventRecordWithFlags", "cudaStreamWaitEvent", true)
      .Cases("cudaGetDevice", "cudaSetDevice", "cudaGetDeviceCount", "cudaGetDeviceProperties",
             "cudaDeviceGetAttribute", true)
      .Cases("cudaStreamCreate", "cudaStreamCreateWithFlags", "cudaMemPrefetchAsync",
             "cudaMemAdvise", true)
      .Cases("cudaProfilerStart", "cudaProfilerStop", "cudaEventElapsedTime", true)
      .Default(false);
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
  return mayWait(Callee);
}

/// A function of the C or C++ library; they are given no functions of the program here that would
/// wait.
static bool isOfStandardLibrary(const FunctionDecl &Function) {
  return Function.getBuiltinID() != 0 || Function.isInStdNamespace() ||
         (Function.isExternC() && inSystemHeader(Function) &&
          !plainNameOf(&Function).starts_with("cu"));
}

/// It is in namespace std, however deep: methods, and std::chrono.
static bool isInsideStd(const FunctionDecl &Function) {
  for (const DeclContext *Scope = Function.getDeclContext(); Scope; Scope = Scope->getParent())
    if (Scope->isStdNamespace())
      return true;
  const auto *Namespace = dyn_cast<NamespaceDecl>(Function.getDeclContext());
  return Namespace && inSystemHeader(Function) && Namespace->getName() == "__gnu_cxx";
}

bool DeviceWaits::mayWait(const FunctionDecl *Function) {
  if (!Function)
    return true;
  if (isOfStandardLibrary(*Function) || isInsideStd(*Function))
    return false;
  const FunctionDecl *Definition = nullptr;
  const Stmt *Body = Function->getBody(Definition);
  if (!Body)
    return !Function->isTrivial() && !Function->isDefaulted();
  // A call that leads back here waits if something else does.
  auto [Found, IsNew] = Known.try_emplace(Definition->getCanonicalDecl(), false);
  if (!IsNew)
    return Found->second;
  bool Waits = bodyMayWait(Body);
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
      Waits = mayWait(Made->getConstructor());
    else if (isa<LambdaExpr, CXXDeleteExpr>(Each))
      Waits = isa<LambdaExpr>(Each);
    else if (const auto *Part = dyn_cast<clang::Expr>(&Each))
      Waits = Part->containsErrors();
  });
  return Waits;
}

} // namespace memlint
