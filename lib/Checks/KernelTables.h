//===- KernelTables.h - What several checks of a kernel read ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_KERNELTABLES_H
#define CUDA_MEMLINT_LIB_CHECKS_KERNELTABLES_H

#include "ExcessFinding.h"
#include "RowPitch.h"

namespace memlint {

/// What is found once for all checks of one kernel, when the first of them asks.
struct KernelTables {
  KernelTables(ExprContext &Expressions, const KernelAnalysis &Kernel, const TargetModel &Target)
      : Excesses(Expressions, Kernel, Target), Rows(Expressions, Kernel, Target) {}

  ExcessTable Excesses;
  RowPitches Rows;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_KERNELTABLES_H
