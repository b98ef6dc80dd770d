//===- WarpAgreement.h - Values that lanes of a warp share ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether all lanes of each warp of a launch find the same value: by the index of their warp, by
/// what they have in common, or both. Internal to the analysis of barriers.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_BARRIERS_WARPAGREEMENT_H
#define CUDA_MEMLINT_LIB_ANALYSIS_BARRIERS_WARPAGREEMENT_H

#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace memlint {

class WarpAgreement {
public:
  /// All outlive it. \p IsAlike says that lanes find one value in a leaf that may differ among
  /// them.
  WarpAgreement(ExprContext &Context, const KernelProgram &Kernel, const LaunchContext &Launch,
                llvm::function_ref<bool(ExprRef Leaf)> IsAlike)
      : Context(Context), Kernel(Kernel), Launch(Launch), IsAlike(IsAlike) {}

  /// All lanes find the same in \p Condition: that it holds, or that it does not.
  bool onCondition(ExprRef Condition) const;
  /// All lanes find the same number.
  bool onValue(ExprRef Value) const;

private:
  ExprRef inLaunch(ExprRef Written) const;
  bool areEqual(ExprRef Known) const;
  bool areEqualInSum(ExprRef Sum) const;
  bool areEqualByIndex(ExprRef Known, bool AsCondition) const;

  ExprContext &Context;
  const KernelProgram &Kernel;
  const LaunchContext &Launch;
  llvm::function_ref<bool(ExprRef Leaf)> IsAlike;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_BARRIERS_WARPAGREEMENT_H
