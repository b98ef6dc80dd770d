//===- DeferredInstantiations.cpp - Templates of a failed attempt ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeferredInstantiations.h"

#include "FileScope.h"

using namespace clang;

namespace memlint {

void DeferredInstantiations::ReadPendingInstantiations(
    llvm::SmallVectorImpl<std::pair<ValueDecl *, SourceLocation>> &) {
  if (Errors.empty())
    return;
  std::swap(Functions, Semantics->PendingInstantiations);
}

void DeferredInstantiations::instantiate() {
  FileScope AfterFile(*Semantics);
  std::swap(Functions, Semantics->PendingInstantiations);
  Semantics->PerformPendingInstantiations();
  // Those that were reported before are, too; they are kept once.
  Semantics->emitDeferredDiags();
}

} // namespace memlint
