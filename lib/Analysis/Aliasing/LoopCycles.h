//===- LoopCycles.h - What each iteration passes ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_ALIASING_LOOPCYCLES_H
#define CUDA_MEMLINT_LIB_ANALYSIS_ALIASING_LOOPCYCLES_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace memlint {

/// The nodes from which control comes round to the head of a loop, the head included.
struct LoopCycle {
  unsigned Head = 0;
  llvm::BitVector Nodes;
};

/// Ways through the control-flow graph of a kernel, which outlives it.
class LoopCycles {
public:
  explicit LoopCycles(const KernelProgram &Kernel);

  LoopCycle cycleOf(unsigned Head);

  /// Nodes that \p From leads to, or that lead to it, by way of others than \p Without; From
  /// itself only where it is on a way from itself.
  llvm::BitVector reach(unsigned From, unsigned Without, bool Backwards = false);

  /// The compiler may move \p Node in front of the loop: no iteration goes on or ends without
  /// it, but for the loop's own condition.
  bool isDoneEachTime(unsigned Node, const LoopCycle &Body);

  /// Edges that were followed.
  uint64_t steps() const { return Steps; }

private:
  const KernelProgram &Kernel;
  std::vector<llvm::SmallVector<unsigned, 2>> Predecessors;
  uint64_t Steps = 0;
};

/// Whether \p Root has one value in all iterations of \p In, in which a value that they load is the
/// same if \p IsSame says so.
bool isInvariant(ExprRef Root, const Loop &In, llvm::function_ref<bool(ExprRef Loaded)> IsSame);

/// Whether compilers move no access to memory past \p Passed, which is none itself: all that
/// threads wait at, and fences.
bool isMemoryClobber(const KernelProgram &Kernel, const Node &Passed);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_ALIASING_LOOPCYCLES_H
