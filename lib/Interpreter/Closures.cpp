//===- Closures.cpp - What lambdas are converted to -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Interpreter/Closures.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace memlint {

const CXXMethodDecl *operatorBehind(const CXXMethodDecl &Member) {
  const CXXRecordDecl *Class = Member.getParent();
  const CXXMethodDecl *Operator = Class->getLambdaCallOperator();
  const TemplateArgumentList *Arguments = Member.getTemplateSpecializationArgs();
  if (!Class->isGenericLambda() || !Arguments)
    return Operator;
  void *Position = nullptr;
  return cast_or_null<CXXMethodDecl>(
      Operator->getDescribedFunctionTemplate()->findSpecialization(Arguments->asArray(), Position));
}

} // namespace memlint
