//===- HoistedLoads.h - Loads that compilers make before a loop -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_ALIASING_HOISTEDLOADS_H
#define CUDA_MEMLINT_ANALYSIS_ALIASING_HOISTEDLOADS_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include <map>
#include <memory>
#include <optional>

namespace memlint {

class LoopCycles;
struct LoopCycle;

/// Loads of a kernel, which outlives this, that compilers make once before a loop. What the loads
/// of one loop need is computed once. \p Expressions must own the kernel's expressions.
class HoistedLoads {
public:
  HoistedLoads(ExprContext &Expressions, const KernelProgram &Kernel);
  ~HoistedLoads();

  /// \p Load outside of the innermost loop around it, where compilers make it once before all
  /// iterations: each of these makes it, at one address, whatever way it takes, and nothing in the
  /// loop may change what is there. As with forwarded loads, this is what nvcc does at `-O3`;
  /// nothing where that is not certain.
  std::optional<Access> find(const Access &Load);

private:
  /// Null: the loop has no head.
  const LoopCycle *cycleOf(unsigned Loop);

  ExprContext &Expressions;
  const KernelProgram &Kernel;
  std::unique_ptr<LoopCycles> Ways;
  std::map<unsigned, std::optional<LoopCycle>> Cycles;
};

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_ALIASING_HOISTEDLOADS_H
