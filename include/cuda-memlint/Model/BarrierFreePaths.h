//===- BarrierFreePaths.h - Ways without a barrier --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which nodes of a memory program are connected by a path on which no barrier lies.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_BARRIERFREEPATHS_H
#define CUDA_MEMLINT_MODEL_BARRIERFREEPATHS_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace memlint {

class BarrierFreePaths {
public:
  /// \p Separates: the barriers, by number, that end a path. \p Program lives longer.
  BarrierFreePaths(const KernelProgram &Program, llvm::function_ref<bool(unsigned)> Separates);

  /// By node: a path leads there from the node \p Start, on which no such barrier lies before its
  /// end. \p Start itself only if one leads back to it.
  std::vector<bool> from(unsigned Start) const;
  /// The same with all edges reversed: a path leads from there to \p End.
  std::vector<bool> to(unsigned End) const;

private:
  using Edges = std::vector<std::vector<unsigned>>;
  std::vector<bool> reach(const Edges &Next, unsigned Start) const;

  Edges Forward, Backward;
  /// By node.
  std::vector<bool> EndsPaths;
};

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_BARRIERFREEPATHS_H
