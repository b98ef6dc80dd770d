//===- SwapUses.h - What compare-and-swaps are given ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where values go on their way to compare-and-swaps, and from there. Index expressions follow
/// integers only, and the data of such loops are mostly floating-point numbers.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_SWAPUSES_H
#define CUDA_MEMLINT_LIB_LOWERING_SWAPUSES_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace clang {
class FunctionDecl;
class Stmt;
} // namespace clang

namespace memlint {

struct SwapUses {
  /// By lvalue that is read: Access::Use.
  llvm::DenseMap<const clang::Stmt *, ReadUse> Reads;
  /// Calls: Access::IsRetried.
  llvm::DenseSet<const clang::Stmt *> Retried;
};

/// Adds what the body of \p Function shows, if it has a compare-and-swap: by forward data flow over
/// Clang's control-flow graph, from each read of memory and each compare-and-swap.
void addSwapUses(const clang::FunctionDecl &Function, SwapUses &Uses);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_SWAPUSES_H
