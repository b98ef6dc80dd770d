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

#include "KernelLowering.h"
#include "LibraryTypes.h"

using namespace clang;

namespace memlint {

static bool isAtomicObject(const CXXRecordDecl &Class) {
  if (!Class.getIdentifier())
    return false;
  llvm::StringRef Name = Class.getName();
  if (Name != "atomic" && Name != "atomic_ref" && Name != "atomic_flag" &&
      Name != "__memlint_atomic")
    return false;
  std::string Space = namespaceOf(Class);
  return Space == "cuda" || Space == "cuda::std";
}

std::optional<MemoryOrdering> KernelLowering::orderingOfCall(const FunctionDecl &Function,
                                                             const CallExpr *Call) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (!Method || !isAtomicObject(*Method->getParent()))
    return std::nullopt;
  // What names no order is sequentially consistent, and no scope, of the system.
  MemoryOrdering Found = {AccessOrder::SequentiallyConsistent,
                          threadScopeOf(*Method->getParent()).value_or(ThreadScope::System)};
  for (const clang::Expr *Argument : Call->arguments()) {
    QualType Type = Argument->getType().getNonReferenceType();
    if (!Type->isEnumeralType())
      continue;
    // The first is that of success.
    if (ExprRef Order = number(Argument); Order->isConstant())
      Found.Order = orderCalled(enumeratorOf(Type, Order->constantTerm())).value_or(Found.Order);
    break;
  }
  return Found;
}

bool KernelLowering::executeLibraryFence(const FunctionDecl &Function, const CallExpr *Call) {
  if (!Function.getDeclName().isIdentifier() || Function.getName() != "atomic_thread_fence")
    return false;
  std::string Space = namespaceOf(Function);
  if (Space != "cuda" && Space != "cuda::std")
    return false;
  ThreadScope Scope = ThreadScope::System;
  bool Relaxed = false;
  for (const clang::Expr *Argument : Call->arguments()) {
    QualType Type = Argument->getType().getNonReferenceType();
    ExprRef Number = number(Argument);
    if (!Number->isConstant())
      continue;
    llvm::StringRef Name = enumeratorOf(Type, Number->constantTerm());
    Scope = scopeCalled(Name).value_or(Scope);
    Relaxed |= orderCalled(Name) == AccessOrder::Relaxed;
  }
  if (!Relaxed)
    emitFence(Scope, Call);
  return true;
}

} // namespace memlint
