//===- Jumps.h - Where a function's gotos lead ------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_INTERPRETER_JUMPS_H
#define CUDA_MEMLINT_INTERPRETER_JUMPS_H

#include "llvm/ADT/DenseMap.h"

namespace clang {
class LabelDecl;
class Stmt;
} // namespace clang

namespace memlint {

/// What the gotos to one label look like. A label is followed when it stands
/// among the statements of a block that encloses each of its gotos and when its
/// backward jumps nest like loops; a jump into a block or loop is not followed.
struct LabelJumps {
  bool Followed = false;
  /// Backward jumps: how many statements of the block, from the label on, hold
  /// them; 0 when there are none.
  unsigned LoopStatements = 0;
};

/// All labels of the function with the body \p Body.
llvm::DenseMap<const clang::LabelDecl *, LabelJumps> findJumps(const clang::Stmt *Body);

} // namespace memlint

#endif // CUDA_MEMLINT_INTERPRETER_JUMPS_H
