//===- PeerLaunches.cpp - One kernel on several devices --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds launches of one kernel on several devices that may run at the same time, with memory that
/// all of them reach: in a loop that selects another device in each iteration, or one after the
/// other in the source.
///
//===----------------------------------------------------------------------===//

#include "HostFunction.h"
#include "HostProgram.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

namespace {

class PeerLaunches {
public:
  PeerLaunches(HostFunction &Function, FaultSink Report)
      : Function(Function), Ast(Function.ast()), Report(Report) {}

  void run() {
    forEachStatement(Function.definition().getBody(), [&](const Stmt &Each) {
      if (const auto *For = dyn_cast<ForStmt>(&Each))
        visitLoop(*For, For->getBody());
      else if (const auto *While = dyn_cast<WhileStmt>(&Each))
        visitLoop(*While, While->getBody());
      else if (const auto *Block = dyn_cast<CompoundStmt>(&Each))
        visitBlock(*Block);
    });
  }

private:
  /// A launch on a device with a known number.
  struct OnDevice {
    const CUDAKernelCallExpr *Launch = nullptr;
    int64_t Device = 0;
  };

  /// The argument of cudaSetDevice, if \p Call is one; else null.
  static const clang::Expr *selectedDevice(const CallExpr &Call) {
    bool Selects = runtimeKind(Call) == RuntimeKind::SelectDevice && Call.getNumArgs() == 1;
    return Selects ? Call.getArg(0) : nullptr;
  }

  /// Each iteration launches on another device, and none waits.
  void visitLoop(const Stmt &Loop, const Stmt *Body) {
    Modifications Changed = modificationsIn(&Loop);
    bool Selects = false, Waits = false;
    const CUDAKernelCallExpr *Launch = nullptr;
    forEachStatement(Body, [&](const Stmt &Each) {
      const auto *Call = dyn_cast<CallExpr>(&Each);
      if (!Call)
        return;
      if (const clang::Expr *Device = selectedDevice(*Call))
        Selects |= !Launch && mentionsAny(*Device, Changed);
      if (const auto *Kernel = dyn_cast<CUDAKernelCallExpr>(Call); Kernel && !Launch)
        Launch = Kernel;
      Waits |= Function.waits().mayWait(*Call);
    });
    if (!Selects || Waits || !Launch)
      return;
    HostFault Fault;
    for (unsigned Index = 0; Index != Launch->getNumArgs(); ++Index) {
      const clang::Expr &Argument = *Launch->getArg(Index);
      bool Varies = mentionsAny(Argument, Changed);
      if (Varies)
        Fault.VaryingParameters.push_back(Index);
      else if (isReachedByAll(Argument) && !isDeclaredIn(Argument, Loop))
        Fault.OtherParameters.push_back(Index);
    }
    report(*Launch, Loop, std::move(Fault));
  }

  static bool mentionsAny(const clang::Expr &Value, const Modifications &Changed) {
    bool Mentions = false;
    forEachStatement(&Value, [&](const Stmt &Each) {
      const auto *Reference = dyn_cast<DeclRefExpr>(&Each);
      const auto *Variable = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
      Mentions |= Variable && Changed.Variables.contains(Variable);
    });
    return Mentions;
  }

  static const VarDecl *variableOf(const clang::Expr &Argument) {
    const auto *Reference = dyn_cast<DeclRefExpr>(Argument.IgnoreParenCasts());
    return Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  }

  /// It may lead to other memory in each iteration of \p Loop.
  static bool isDeclaredIn(const clang::Expr &Argument, const Stmt &Loop) {
    const VarDecl *Variable = variableOf(Argument);
    return Variable && Loop.getBeginLoc() < Variable->getLocation() &&
           Variable->getLocation() < Loop.getEndLoc();
  }

  /// \p Argument is a pointer to memory that all devices and the host share.
  bool isReachedByAll(const clang::Expr &Argument) {
    const VarDecl *Variable = variableOf(Argument);
    if (!Variable)
      return false;
    if (ManagedVariables::isManaged(*Variable))
      return Variable->getType()->isArrayType();
    const HostBuffer *Buffer = Function.buffers().of(Variable);
    return Buffer &&
           (Buffer->Memory == BufferMemory::Managed || Buffer->Memory == BufferMemory::PageLocked ||
            Buffer->Memory == BufferMemory::Mapped);
  }

  /// Launches that follow each other, each behind a selection of another device.
  void visitBlock(const CompoundStmt &Block) {
    std::vector<OnDevice> Before;
    std::optional<int64_t> Device;
    for (const Stmt *Each : Block.body()) {
      bool IsPlain = isa<clang::Expr, DeclStmt, NullStmt>(Each);
      forEachStatement(Each, [&](const Stmt &Part) {
        const auto *Call = dyn_cast<CallExpr>(&Part);
        if (!Call)
          return;
        if (const clang::Expr *Selected = selectedDevice(*Call))
          Device = IsPlain ? constantOf(*Selected) : std::nullopt;
        if (Function.waits().mayWait(*Call) || (!IsPlain && isa<CUDAKernelCallExpr>(Call)))
          Before.clear();
        else if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Call); Launch && Device)
          addLaunch({Launch, *Device}, Before);
      });
    }
  }

  std::optional<int64_t> constantOf(const clang::Expr &Value) const {
    clang::Expr::EvalResult Result;
    if (Value.isValueDependent() || !Value.EvaluateAsInt(Result, Ast))
      return std::nullopt;
    return Result.Val.getInt().getExtValue();
  }

  void addLaunch(OnDevice New, std::vector<OnDevice> &Before) {
    const FunctionDecl *Kernel = kernelLaunchedBy(*New.Launch);
    auto Peer = llvm::find_if(Before, [&](const OnDevice &Each) {
      return Each.Device != New.Device && Kernel && kernelLaunchedBy(*Each.Launch) == Kernel;
    });
    if (Peer != Before.end()) {
      HostFault Fault;
      for (unsigned Index = 0; Index != New.Launch->getNumArgs(); ++Index) {
        if (!areEqual(*New.Launch->getArg(Index), *Peer->Launch->getArg(Index)))
          Fault.VaryingParameters.push_back(Index);
        else if (isReachedByAll(*New.Launch->getArg(Index)))
          Fault.OtherParameters.push_back(Index);
      }
      report(*New.Launch, *Peer->Launch, std::move(Fault));
    }
    Before.push_back(New);
  }

  bool areEqual(const clang::Expr &One, const clang::Expr &Other) const {
    llvm::FoldingSetNodeID OfOne, OfOther;
    One.IgnoreParenImpCasts()->Profile(OfOne, Ast, /*Canonical=*/true);
    Other.IgnoreParenImpCasts()->Profile(OfOther, Ast, /*Canonical=*/true);
    return OfOne == OfOther;
  }

  void report(const CUDAKernelCallExpr &Launch, const Stmt &Earlier, HostFault Fault) {
    const FunctionDecl *Kernel = kernelLaunchedBy(Launch);
    if (!Kernel || Fault.OtherParameters.empty())
      return;
    Fault.Kind = HostFaultKind::PeerLaunch;
    Fault.Position = positionOf(Launch.getSourceRange(), Ast);
    Fault.Earlier = positionOf(Earlier.getBeginLoc(), Ast);
    Report({Kernel, std::move(Fault)});
  }

  HostFunction &Function;
  ASTContext &Ast;
  FaultSink Report;
};

} // namespace

void findPeerLaunches(HostFunction &Function, FaultSink Report) {
  if (Function.launches() && Function.selectsDevice() && !Function.captures())
    PeerLaunches(Function, Report).run();
}

} // namespace memlint
