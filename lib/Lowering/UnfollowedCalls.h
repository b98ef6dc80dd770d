//===- UnfollowedCalls.h - What is done and not seen ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_UNFOLLOWEDCALLS_H
#define CUDA_MEMLINT_LIB_LOWERING_UNFOLLOWEDCALLS_H

#include "Emitter.h"

#include "cuda-memlint/Interpreter/Interpreter.h"

namespace memlint {

/// Calls that are not followed, and what they may do.
class UnfollowedCalls {
public:
  UnfollowedCalls(Interpreter &Code, Emitter &Out, KernelObjects &Objects)
      : Code(Code), Out(Out), Objects(Objects) {}

  /// It may access what \p Arguments lead to, and may contain barriers.
  void note(const clang::Stmt *Call, const clang::FunctionDecl *Function,
            llvm::ArrayRef<Value> Arguments);
  /// The same of one whose body is not seen. Returns whether it may do anything.
  bool noteUnseen(const clang::Expr *Call, const clang::FunctionDecl *Function,
                  llvm::ArrayRef<Value> Arguments, const std::optional<Lvalue> &This);

private:
  /// Accesses to unknown bytes of all memory of other threads' that \p From leads to.
  void touchReachableFrom(const Value &From, AccessKind Kind, const clang::Stmt *Call,
                          llvm::StringRef Reason, unsigned Depth = 0);

  Interpreter &Code;
  Emitter &Out;
  KernelObjects &Objects;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_UNFOLLOWEDCALLS_H
