//===- CarriedLoads.h - Loads that wait for themselves ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds loads whose address is made of what a load of the iteration before gave: along lists,
/// hash chains, trees. No two of them are in flight at a time. Loops that write the links are left
/// out.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_ALIASING_CARRIEDLOADS_H
#define CUDA_MEMLINT_ANALYSIS_ALIASING_CARRIEDLOADS_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

struct CarriedLoad {
  /// Index into KernelProgram::Accesses: a load of global memory on the cycle.
  unsigned Load = 0;
  /// Index into KernelProgram::Loops.
  unsigned Loop = 0;
  /// The loop ends by what it has loaded alone: nothing counts its iterations.
  bool IsUnbounded = false;
  /// One of several loads or locations gives the next address, or none does in some iterations: a
  /// tree.
  bool HasAlternatives = false;
};

/// One for each loop at most, in the order of the loops.
std::vector<CarriedLoad> findCarriedLoads(const KernelProgram &Kernel);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_ALIASING_CARRIEDLOADS_H
