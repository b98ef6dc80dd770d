//===- AtomicObjects.cpp - cuda::atomic and its fences --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The order and scope of what methods of atomic objects do, and fences of libcu++.
///
//===----------------------------------------------------------------------===//

#include "AtomicObjects.h"

#include "LibraryTypes.h"

using namespace clang;

namespace memlint {

std::optional<MemoryOrdering> AtomicObjects::orderingOf(const FunctionDecl &Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (!Method || isa<CXXConstructorDecl>(Method) ||
      libraryClassOf(*Method->getParent()) != LibraryClass::Atomic)
    return std::nullopt;
  // What names no order is sequentially consistent, and no scope, of the system.
  MemoryOrdering Found = {AccessOrder::SequentiallyConsistent,
                          threadScopeOf(*Method->getParent()).value_or(ThreadScope::System)};
  for (const ParmVarDecl *Parameter : Method->parameters()) {
    if (!Parameter->getType()->isEnumeralType())
      continue;
    // The first is that of success.
    Value Order = Code.Current.Variables.lookup(Code.frame().Slots.lookup(Parameter));
    if (Order.isScalar() && Order.Number->isConstant())
      Found.Order = orderCalled(enumeratorOf(Parameter->getType(), Order.Number->constantTerm()))
                        .value_or(Found.Order);
    break;
  }
  return Found;
}

void AtomicObjects::enterFunction() {
  MemoryOrdering Outer = ordering();
  if (Outer.Order != AccessOrder::Weak)
    Orderings.push_back(Outer);
  else
    Orderings.push_back(orderingOf(*Code.frame().Function).value_or(Outer));
}

bool AtomicObjects::executeFence(const FunctionDecl &Function, const CallExpr *Call) {
  if (libraryFunctionOf(Function) != LibraryFunction::Fence)
    return false;
  ThreadScope Scope = ThreadScope::System;
  bool Relaxed = false;
  for (const clang::Expr *Argument : Call->arguments()) {
    QualType Type = Argument->getType().getNonReferenceType();
    ExprRef Number = Code.number(Argument);
    if (!Number->isConstant())
      continue;
    llvm::StringRef Name = enumeratorOf(Type, Number->constantTerm());
    Scope = scopeCalled(Name).value_or(Scope);
    Relaxed |= orderCalled(Name) == AccessOrder::Relaxed;
  }
  if (!Relaxed)
    Out.emitFence(Scope, Call);
  return true;
}

} // namespace memlint
