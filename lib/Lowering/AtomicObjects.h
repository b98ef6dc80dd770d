//===- AtomicObjects.h - cuda::atomic and its fences ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_ATOMICOBJECTS_H
#define CUDA_MEMLINT_LIB_LOWERING_ATOMICOBJECTS_H

#include "Emitter.h"

#include "cuda-memlint/Interpreter/Interpreter.h"

namespace memlint {

/// Methods of atomic objects determine the order and scope of what they call.
class AtomicObjects {
public:
  AtomicObjects(Interpreter &Code, Emitter &Out) : Code(Code), Out(Out) {}

  /// The innermost frame's function is entered, or left.
  void enterFunction();
  void leaveFunction() { Orderings.pop_back(); }
  /// Of atomic and volatile accesses that are made now.
  MemoryOrdering ordering() const {
    return Orderings.empty() ? MemoryOrdering() : Orderings.back();
  }
  /// Whether \p Call is of cuda::atomic_thread_fence, which then is done.
  bool executeFence(const clang::FunctionDecl &Function, const clang::CallExpr *Call);

private:
  /// Of a method of an atomic object; empty for other functions.
  std::optional<MemoryOrdering> orderingOf(const clang::FunctionDecl &Function);

  Interpreter &Code;
  Emitter &Out;
  /// By frame. An atomic object's method may call another one: what the first says counts.
  std::vector<MemoryOrdering> Orderings;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_ATOMICOBJECTS_H
