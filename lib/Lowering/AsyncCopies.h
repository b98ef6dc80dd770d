//===- AsyncCopies.h - Asynchronous copies and their barriers ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_ASYNCCOPIES_H
#define CUDA_MEMLINT_LIB_LOWERING_ASYNCCOPIES_H

#include "Emitter.h"
#include "LibraryTypes.h"

#include "cuda-memlint/Interpreter/Interpreter.h"

namespace memlint {

class AsyncCopies {
public:
  AsyncCopies(Interpreter &Code, Emitter &Out, KernelObjects &Objects)
      : Code(Code), Ast(Code.Ast), Exprs(Code.Exprs), Out(Out), Objects(Objects) {}

  /// What \p Call of \p Function gives; empty where that is not one of these.
  std::optional<Value> evaluate(const clang::FunctionDecl &Function, const clang::CallExpr *Call);

  /// __pipeline_memcpy_async
  void startCopy(const clang::CallExpr *Call);

private:
  /// As Access::IsInCopyGroup and Access::IsDivided.
  struct CopyFacts {
    bool IsInGroup = false;
    bool IsDivided = false;
  };
  std::optional<Value> evaluateMember(const clang::CXXMethodDecl &Function,
                                      const clang::CallExpr *Call);
  bool meetAt(unsigned Object, LibraryMethod Method, ThreadScope Scope,
              const clang::CallExpr *Call);
  void wait(std::optional<ThreadScope> Scope, const clang::CallExpr *Call);

  struct CopyArguments {
    /// To, from.
    std::vector<Value> Pointers;
    /// Null: not known.
    ExprRef Size = nullptr;
    uint64_t Alignment = 16;

    void alignTo(uint64_t Bytes) { Alignment = std::min(Alignment, Bytes); }
  };
  CopyArguments argumentsOf(LibraryFunction Kind, const clang::CallExpr *Call);
  std::optional<Value> copy(LibraryFunction Kind, const clang::FunctionDecl &Function,
                            const clang::CallExpr *Call);
  void copyBulk(LibraryFunction Kind, const clang::CallExpr *Call);
  ExprRef alignedSize(const clang::Expr *Argument);
  /// The two accesses of a copy; with a \p Reason their cost is not known.
  void copyAsync(const Value &To, const Value &From, ExprRef Size, uint64_t Alignment,
                 const clang::CallExpr *Call, llvm::StringRef Reason, CopyFacts Facts);
  void emitCopySide(const Lvalue &At, uint64_t Bytes, const clang::CallExpr *Call,
                    llvm::StringRef Reason, CopyFacts Facts);
  std::optional<unsigned> barrierObject(const clang::CallExpr *Call);
  bool initialise(const clang::CallExpr *Call);

  Interpreter &Code;
  clang::ASTContext &Ast;
  ExprContext &Exprs;
  Emitter &Out;
  KernelObjects &Objects;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_ASYNCCOPIES_H
