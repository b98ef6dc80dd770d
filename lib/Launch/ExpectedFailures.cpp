//===- ExpectedFailures.cpp - Launches that are meant to fail -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds launches behind which code names an error that they may return.
///
//===----------------------------------------------------------------------===//

#include "HostFunction.h"

#include "cuda-memlint/Frontend/Position.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace memlint {

/// Statements behind a launch that are taken to be about it.
static constexpr unsigned StatementsBehind = 3;

static const CUDAKernelCallExpr *launchIn(const Stmt &Code) {
  const CUDAKernelCallExpr *Launch = nullptr;
  forEachStatement(&Code, [&](const Stmt &Each) {
    if (const auto *Found = dyn_cast<CUDAKernelCallExpr>(&Each))
      Launch = Found;
  });
  return Launch;
}

/// \p Code names an error of CUDA's, or prints what was expected.
static bool expectsError(const Stmt &Code) {
  bool Expects = false;
  forEachStatement(&Code, [&](const Stmt &Each) {
    if (const auto *Reference = dyn_cast<DeclRefExpr>(&Each)) {
      const auto *Constant = dyn_cast<EnumConstantDecl>(Reference->getDecl());
      Expects |= Constant && Constant->getName().starts_with("cudaError") &&
                 !Constant->getInitVal().isZero();
    }
    if (const auto *Text = dyn_cast<clang::StringLiteral>(&Each);
        Text && Text->getCharByteWidth() == 1)
      Expects |= Text->getString().contains_insensitive("expected");
  });
  return Expects;
}

/// What of \p Code comes before the launch \p Next in it: the condition, since another launch may
/// take the place of the one that failed. Null: nothing.
static const Stmt *partBefore(const CUDAKernelCallExpr *Next, const Stmt &Code) {
  if (!Next)
    return &Code;
  const auto *If = dyn_cast<IfStmt>(&Code);
  return If && !launchIn(*If->getCond()) ? If->getCond() : nullptr;
}

static void lookAt(const CompoundStmt &Block, HostFunction &Function, FaultSink Report) {
  const CUDAKernelCallExpr *Launch = nullptr;
  unsigned Left = 0;
  for (const Stmt *Each : Block.body()) {
    const CUDAKernelCallExpr *Next = launchIn(*Each);
    if (Left != 0) {
      --Left;
      if (const Stmt *Part = partBefore(Next, *Each); Part && expectsError(*Part)) {
        HostFault Fault;
        Fault.Kind = HostFaultKind::ExpectedFailure;
        Fault.Position = positionOf(Launch->getSourceRange(), Function.ast());
        Report({kernelLaunchedBy(*Launch), std::move(Fault)});
        Left = 0;
      }
    }
    if (Next) {
      Launch = Next;
      Left = StatementsBehind;
    }
  }
}

void findExpectedFailures(HostFunction &Function, FaultSink Report) {
  if (Function.launches())
    forEachStatement(Function.definition().getBody(), [&](const Stmt &Each) {
      if (const auto *Block = dyn_cast<CompoundStmt>(&Each))
        lookAt(*Block, Function, Report);
    });
}

} // namespace memlint
