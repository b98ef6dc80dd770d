//===- DeviceMemory.h - Loads and stores of a kernel ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_DEVICEMEMORY_H
#define CUDA_MEMLINT_LIB_LOWERING_DEVICEMEMORY_H

#include "AtomicObjects.h"
#include "ConstantTables.h"
#include "Emitter.h"

#include "cuda-memlint/Interpreter/Interpreter.h"

namespace memlint {

/// What loads of memory give, and what stores to it change.
class DeviceMemory {
public:
  DeviceMemory(Interpreter &Code, Emitter &Out, KernelObjects &Objects, AtomicObjects &Atomics,
               const LoadFacts &KnownFacts);

  Value load(const Lvalue &From, clang::QualType Type, const clang::Expr *Where);
  void store(const Lvalue &To, clang::QualType Type, const Value &New, const clang::Expr *Where,
             const StoreOrigin &Origin);
  /// What a store of \p Type writes, as Access::Value has it; null where not known.
  ExprRef storedNumber(const Value &New, clang::QualType Type, const clang::Stmt *Where,
                       const clang::Expr *Assigned = nullptr);
  /// What a pass before has found says that what is in \p Object does not change by itself.
  bool isStable(const MemoryObject &Object, bool IsVolatile) const;
  /// Some thread may change what \p Where loads.
  bool mayChange(const clang::Stmt *Where) const {
    return KnownFacts.MayChange.contains(Out.keyOf(Where));
  }
  void forgetLoads(ExprRef Counter);
  bool storesSharedAddress() const { return StoresSharedAddress; }

private:
  void noteParts(const Value &Read, clang::QualType Type, ExprRef Start,
                 llvm::MutableArrayRef<Access> Loads);

  Interpreter &Code;
  clang::ASTContext &Ast;
  ExprContext &Exprs;
  Emitter &Out;
  KernelObjects &Objects;
  AtomicObjects &Atomics;
  ConstantTables Tables;
  const LoadFacts &KnownFacts;
  /// Values read from objects that the kernel never writes, by lvalue and type.
  std::map<std::tuple<unsigned, ExprRef, const void *>, ExprRef> ReadOnlyLoads;
  unsigned NextLeaf = 0;
  /// A pointer into shared memory has been stored to memory.
  bool StoresSharedAddress = false;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_DEVICEMEMORY_H
