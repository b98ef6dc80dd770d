//===- ChosenBlock.h - Launches with a block that was chosen ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What follows for a launch from the block that is chosen where the host code's is not known: with
/// `kernel<<<n / threads, threads>>>(n, threads)` the grid and the second argument.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_CHOSENBLOCK_H
#define CUDA_MEMLINT_MODEL_CHOSENBLOCK_H

#include "cuda-memlint/Model/LaunchContext.h"

#include "llvm/ADT/DenseMap.h"

namespace memlint {

class ChosenBlock {
public:
  /// \p Block for \p Call, which has terms for what the host code leaves open, also where a block
  /// was chosen for it before.
  ChosenBlock(const LaunchContext &Call, const std::array<uint64_t, 3> &Block);

  /// The call can have this block.
  bool isPossible() const { return IsPossible; }
  /// Each extent that the call leaves open is decided by an unknown, which has its value from the
  /// block: what else the call knows holds with any block.
  bool explainsBlock() const { return ExplainsBlock; }
  /// The unknowns whose values follow from the block.
  const llvm::SmallDenseMap<ExprRef, int64_t, 4> &unknowns() const { return Unknowns; }
  /// Gives \p Context, a copy of the call, the block and what follows from it. Of what has a term,
  /// what does not follow from the block is unknown then.
  void complete(LaunchContext &Context) const;

private:
  bool solve(ExprRef Term, int64_t Extent);
  std::optional<int64_t> value(ExprRef Term) const;
  void complete(LaunchArgument &Argument) const;

  std::array<uint64_t, 3> Block;
  llvm::SmallDenseMap<ExprRef, int64_t, 4> Unknowns;
  bool IsPossible = true;
  bool ExplainsBlock = true;
};

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_CHOSENBLOCK_H
