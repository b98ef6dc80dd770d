//===- LoopMotion.h - Accesses moved out of a loop ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_ALIASING_LOOPMOTION_H
#define CUDA_MEMLINT_ANALYSIS_ALIASING_LOOPMOTION_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include <map>
#include <memory>
#include <optional>

namespace memlint {

class LoopCycles;
struct LoopCycle;

/// Accesses of a kernel, which outlives this, that compilers move out of a loop: loads before it
/// (loop-invariant code motion), and with them stores behind it (scalar promotion). What the
/// accesses of one loop need is computed once. \p Expressions must own the kernel's expressions.
class LoopMotion {
public:
  LoopMotion(ExprContext &Expressions, const KernelProgram &Kernel);
  ~LoopMotion();

  /// \p Site outside of the innermost loop around it, where compilers make it once for all
  /// iterations: each of these makes it, at one address, whatever way it takes. Of a load, nothing
  /// in the loop may change what is there, but for stores of each iteration to the same bytes: what
  /// they store stays in a register. A store is made once if nothing else in the loop may access
  /// its bytes. As with forwarded loads, this is what nvcc does at `-O3`; nothing where that is not
  /// certain.
  std::optional<Access> find(const Access &Site);

private:
  /// Null: the loop has no head.
  const LoopCycle *cycleOf(unsigned Loop);
  /// Whether \p Passed keeps compilers from moving \p Site out of the loop with \p Body.
  bool keepsInPlace(const Node &Passed, const LoopCycle &Body, const Access &Site);

  ExprContext &Expressions;
  const KernelProgram &Kernel;
  std::unique_ptr<LoopCycles> Ways;
  std::map<unsigned, std::optional<LoopCycle>> Cycles;
};

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_ALIASING_LOOPMOTION_H
