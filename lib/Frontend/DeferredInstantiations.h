//===- DeferredInstantiations.h - Templates of a failed attempt -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A file that has errors with one set of headers is often parsed again with another. Of the first
/// attempt nothing is used then, and in a library of templates nearly all of its time goes
/// to the instantiation of functions, which Clang does at the end of the file. Where errors are
/// known by then, it waits until the attempt is wanted.
///
/// In either case it is done here, one function at a time, as the limit may leave some out.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_DEFERREDINSTANTIATIONS_H
#define CUDA_MEMLINT_LIB_FRONTEND_DEFERREDINSTANTIATIONS_H

#include "cuda-memlint/Frontend/Frontend.h"
#include "cuda-memlint/Frontend/InstantiationLimit.h"

#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/Sema.h"

#include <deque>
#include <vector>

namespace memlint {

class DeferredInstantiations : public clang::ExternalSemaSource {
public:
  /// \p Errors: those found so far; they and \p Limit live longer.
  DeferredInstantiations(const std::vector<ParseDiagnostic> &Errors, InstantiationLimit &Limit)
      : Errors(Errors), Limit(Limit) {}

  void InitializeSema(clang::Sema &Made) override {
    Semantics = &Made;
    Limit.count(Made);
  }
  void ForgetSema() override { Semantics = nullptr; }
  /// Clang asks for more to instantiate before it begins: does or takes what it has instead.
  void ReadPendingInstantiations(
      llvm::SmallVectorImpl<std::pair<clang::ValueDecl *, clang::SourceLocation>> &) override;

  /// Whether instantiate() would do anything.
  bool any() const { return !Functions.empty(); }
  /// Does what was left; its errors are reported as if nothing had been deferred.
  void instantiate();

private:
  void instantiateAll();
  void instantiateOne(const clang::Sema::PendingImplicitInstantiation &Pending);

  const std::vector<ParseDiagnostic> &Errors;
  InstantiationLimit &Limit;
  clang::Sema *Semantics = nullptr;
  std::deque<clang::Sema::PendingImplicitInstantiation> Functions;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_DEFERREDINSTANTIATIONS_H
