//===- ManagedVariables.cpp - Variables that host and device share --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ManagedVariables.h"

#include "ElementReads.h"
#include "RuntimeCalls.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

/// Clang has an attribute of its own for HIP only; the embedded headers annotate CUDA's.
bool ManagedVariables::isManaged(const VarDecl &Variable) {
  const VarDecl &First = *Variable.getCanonicalDecl();
  return First.hasAttr<HIPManagedAttr>() ||
         llvm::any_of(First.specific_attrs<AnnotateAttr>(), [](const AnnotateAttr *Each) {
           return Each->getAnnotation() == "__managed__";
         });
}

const VarDecl *ManagedVariables::pointeeOf(const VarDecl *Pointer) {
  if (!Pointer || !isManaged(*Pointer))
    return Pointer;
  return Pointer->getType()->isArrayType() ? Pointer->getCanonicalDecl() : nullptr;
}

const VarDecl *ManagedVariables::memoryOf(const clang::Expr &Lvalue) {
  const auto *Whole = dyn_cast<DeclRefExpr>(Lvalue.IgnoreParens());
  if (!Whole)
    return pointeeOf(pointerTo(&Lvalue));
  const auto *Variable = dyn_cast<VarDecl>(Whole->getDecl());
  return Variable && isManaged(*Variable) ? Variable->getCanonicalDecl() : nullptr;
}

const ManagedVariables::Set &ManagedVariables::namedBy(const FunctionDecl &Kernel) {
  auto [Found, IsNew] = Known.try_emplace(&Kernel);
  Set &Named = Found->second;
  if (!IsNew)
    return Named;
  llvm::SmallSetVector<const FunctionDecl *, 16> Reached;
  Reached.insert(&Kernel);
  auto Visit = [&](const Stmt &Each, auto &Self) -> void {
    if (const auto *Reference = dyn_cast<DeclRefExpr>(&Each)) {
      if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
          Variable && isManaged(*Variable))
        Named.insert(Variable->getCanonicalDecl());
      else if (const auto *Function = dyn_cast<FunctionDecl>(Reference->getDecl()))
        Reached.insert(Function);
    } else if (const auto *Member = dyn_cast<MemberExpr>(&Each)) {
      if (const auto *Function = dyn_cast<FunctionDecl>(Member->getMemberDecl()))
        Reached.insert(Function);
    } else if (const auto *Lambda = dyn_cast<LambdaExpr>(&Each)) {
      forEachStatement(Lambda->getBody(), [&](const Stmt &Inner) { Self(Inner, Self); });
    }
  };
  for (unsigned Index = 0; Index != Reached.size(); ++Index)
    forEachStatement(Reached[Index]->getBody(), [&](const Stmt &Each) { Visit(Each, Visit); });
  return Named;
}

} // namespace memlint
