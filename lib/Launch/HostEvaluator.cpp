//===- HostEvaluator.cpp - Interpreter of host code -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostEvaluator.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace memlint {

void HostEvaluator::run() {
  for (const FunctionDecl *Function : Program.roots())
    runFromStart(Function);
  // Recursion without a start, or calls in code that is not understood.
  for (const FunctionDecl *Function : Program.launchingFunctions())
    if (!Executed.contains(Function))
      Skipped.insert(Function);
  // Running one may add others.
  for (size_t Index = 0; Index != Skipped.size(); ++Index)
    runFromStart(Skipped[Index]);
}

void HostEvaluator::runFromStart(const FunctionDecl *Function) {
  const FunctionDecl *Definition = nullptr;
  const Stmt *Body = Function->getBody(Definition);
  if (!Body)
    return;
  State = HostState();
  Jumps.clear();
  Frames.clear();
  Steps = LoopSteps = 0;
  QuietCallEnd = UINT64_MAX;
  Frame &Start = Frames.emplace_back();
  Start.Number = ++FramesMade;
  Start.Function = Definition;
  Executed.insert(Function->getCanonicalDecl());
  setGlobals(Function->isMain());
  for (const ParmVarDecl *Parameter : Definition->parameters())
    State.forget(locateVariable(Parameter));
  execute(Body);
}

void HostEvaluator::setGlobals(bool FromMain) {
  for (const VarDecl *Global : Program.mutableGlobals()) {
    const VarDecl *Definition = Global->getDefinition();
    if (!Definition || Definition->hasAttr<CUDADeviceAttr>() ||
        Definition->hasAttr<CUDAConstantAttr>() || Definition->hasAttr<CUDASharedAttr>())
      continue;
    // Before main nothing but initializers has run. Elsewhere the value is known
    // only when nobody can have changed it.
    bool Constant = !Definition->isExternallyVisible() && Program.isNeverModified(Global);
    if (!FromMain && !Constant)
      continue;
    const clang::Expr *Initializer = Definition->getInit();
    State.store(locateVariable(Definition),
                Initializer ? evaluate(Initializer) : zeroOf(Definition->getType()));
  }
}

void HostEvaluator::forgetGlobalsModifiedBy(const FunctionDecl *Callee) {
  for (const VarDecl *Global :
       Program.globalsModifiedBy(Callee ? Callee->getCanonicalDecl() : nullptr))
    State.forget(locateVariable(Global));
}

void HostEvaluator::havoc(const Modifications &Modified) {
  for (const VarDecl *Variable : Modified.Variables)
    State.forget(locateVariable(Variable));
  for (const VarDecl *Variable : Modified.Moved) {
    QualType Pointee = Variable->getType().getNonReferenceType()->getPointeeType();
    bool Sized = !Pointee->isDependentType() && Pointee->isConstantSizeType() &&
                 !Pointee->isIncompleteType();
    int64_t Size = Sized ? Ast.getTypeSizeInChars(Pointee).getQuantity() : 1;
    State.store(locateVariable(Variable),
                HostValue::pointerInto(++AllocationsMade, std::nullopt, powerOfTwoFactor(Size)));
  }
  for (const VarDecl *Variable : Modified.Pointees)
    forgetPointee(State.load(locateVariable(Variable)));
  if (Modified.Members)
    State.forget(frame().This);
  for (const FunctionDecl *Callee : Modified.Callees)
    forgetGlobalsModifiedBy(Callee);
  if (!Modified.Callees.empty())
    State.forgetEscaped();
}

bool HostEvaluator::isDependent(const clang::Expr *Expression) const {
  // In templates some expressions, such as (a, b) as an initializer, have no type.
  return Expression->getType().isNull() || Expression->isValueDependent() ||
         Expression->isTypeDependent() || Expression->containsErrors();
}

} // namespace memlint
