//===- Intrinsics.h - Functions that CUDA gives a meaning -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_INTRINSICS_H
#define CUDA_MEMLINT_LIB_LOWERING_INTRINSICS_H

#include "BuiltinVariables.h"
#include "DeviceMemory.h"

namespace memlint {

class Intrinsics {
public:
  Intrinsics(Interpreter &Code, Emitter &Out, KernelObjects &Objects, DeviceMemory &Memory,
             AtomicObjects &Atomics, BuiltinVariables &Builtins)
      : Code(Code), Ast(Code.Ast), Exprs(Code.Exprs), Out(Out), Objects(Objects), Memory(Memory),
        Atomics(Atomics), Builtins(Builtins) {}

  /// What \p Call of \p Function gives; empty where that is not one of them. \p IsUsed: what an
  /// atomic gives is used.
  std::optional<Value> evaluate(const clang::FunctionDecl &Function, const clang::CallExpr *Call,
                                bool IsUsed);

private:
  std::optional<Value> builtinVariableField(const clang::FunctionDecl &Function);
  /// \p UnusedResultOperand: what an atomic whose result nobody uses is called with, else null.
  /// \p Operand: what is stored, not evaluated yet, else null.
  Value accessThrough(const clang::Expr *Pointer, AccessKind Kind, const clang::CallExpr *Call,
                      MemoryOrdering Ordering = {}, ExprRef UnusedResultOperand = nullptr,
                      const clang::Expr *Operand = nullptr);
  // BitOperations.cpp
  std::optional<Value> evaluateBitOperation(llvm::StringRef Name, const clang::CallExpr *Call);
  // AddressQueries.cpp
  /// CUDA's functions on addresses: __cvta_*, __is*, __builtin_assume_aligned.
  std::optional<Value> evaluateAddressQuery(llvm::StringRef Name, const clang::CallExpr *Call);

  Interpreter &Code;
  clang::ASTContext &Ast;
  ExprContext &Exprs;
  Emitter &Out;
  KernelObjects &Objects;
  DeviceMemory &Memory;
  AtomicObjects &Atomics;
  BuiltinVariables &Builtins;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_INTRINSICS_H
