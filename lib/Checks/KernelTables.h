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

#include "cuda-memlint/Analysis/Mends/GlobalMends.h"

#include <map>

namespace memlint {

/// What changes of the kernel save, by launch.
class MendTable {
public:
  MendTable(ExprContext &Expressions, const KernelAnalysis &Kernel, const TargetModel &Target)
      : Expressions(Expressions), Kernel(Kernel), Target(Target) {}

  const GlobalMends &of(unsigned Launch) {
    auto [Mends, IsNew] = Known.try_emplace(Launch);
    if (IsNew)
      Mends->second = findGlobalMends(Expressions, Kernel, Target, Launch);
    return Mends->second;
  }

private:
  ExprContext &Expressions;
  const KernelAnalysis &Kernel;
  const TargetModel &Target;
  std::map<unsigned, GlobalMends> Known;
};

/// What is found once for all checks of one kernel, when the first of them asks.
struct KernelTables {
  KernelTables(ExprContext &Expressions, const KernelAnalysis &Kernel, const TargetModel &Target)
      : Excesses(Expressions, Kernel, Target), Rows(Expressions, Kernel, Target),
        Mends(Expressions, Kernel, Target) {}

  ExcessTable Excesses;
  RowPitches Rows;
  MendTable Mends;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_KERNELTABLES_H
