//===- TermRecording.h - What a launch is made of ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Brings the numbers of one launch from the expressions of the run that met it, which end with
/// the run, into those that all launches of a file share; see LaunchTerms.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_TERMRECORDING_H
#define CUDA_MEMLINT_LIB_LAUNCH_TERMRECORDING_H

#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/DenseMap.h"

namespace memlint {

/// The unknowns of one launch get numbers in the order in which they are met, so that launches
/// which are made in the same way have the same terms.
class TermRecording {
public:
  explicit TermRecording(ExprContext &Shared) : Shared(Shared) {}

  /// The term of an argument; null for null, for what is known, and for what is too large to keep.
  ExprRef argument(ExprRef Number);
  /// The term of a number that a launch takes as an unsigned one and that, converted from one below
  /// zero, no launch accepts: an extent, or bytes.
  ExprRef size(ExprRef Number);
  /// Nothing that was recorded has a term.
  bool isEmpty() const { return Unknowns.empty(); }

private:
  ExprContext &Shared;
  /// From leaves of the run.
  llvm::DenseMap<ExprRef, ExprRef> Unknowns;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_TERMRECORDING_H
