//===- DebugPragmas.cpp - Pragmas of Clang's own developers ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugPragmas.h"

#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"

namespace memlint {

namespace {

/// Clang has no way to ask for a handler, and removes none without being given it. An
/// explicit instantiation may name a private member.
template <auto Member> struct HandlersOf {
  friend clang::PragmaNamespace &allHandlers(clang::Preprocessor &Owner) {
    return *(Owner.*Member);
  }
};
clang::PragmaNamespace &allHandlers(clang::Preprocessor &Owner);
template struct HandlersOf<&clang::Preprocessor::PragmaHandlers>;

} // namespace

void ignoreDebugPragmas(clang::Preprocessor &Preprocessor) {
  clang::PragmaHandler *OfClang = allHandlers(Preprocessor).FindHandler("clang");
  clang::PragmaNamespace *Namespace = OfClang ? OfClang->getIfNamespace() : nullptr;
  if (!Namespace)
    return;
  if (clang::PragmaHandler *Debug = Namespace->FindHandler("__debug")) {
    Namespace->RemovePragmaHandler(Debug);
    delete Debug;
  }
  Namespace->AddPragma(new clang::EmptyPragmaHandler("__debug"));
}

} // namespace memlint
