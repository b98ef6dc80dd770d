//===- LaunchArithmetic.cpp - What a launch computes ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/LaunchArithmetic.h"

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Checks/CompiledCosts.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Target/MemoryThroughput.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

/// How often threads get to \p Work, all together; nothing where that is not known. The lanes of an
/// access are counted: of a load under the same conditions and in the same loops.
static std::optional<uint64_t> countExecutions(const CompiledCosts &Costs,
                                               const KernelAnalysis &Kernel, unsigned Launch,
                                               const FloatingWork &Work) {
  constexpr uint64_t Steps = 1u << 16;
  Access Load;
  Load.Guards = Work.Guards;
  Load.Loops = Work.Loops;
  Load.Space = MemorySpace::Global;
  Load.Object = Kernel.Program.Accesses.front().Object;
  Load.Offset = Costs.expressions()->constant(0);
  AccessCost Cost = evaluateAccess(*Costs.expressions(), Kernel.Program, Load,
                                   Kernel.Launches[Launch], Costs.target(), Steps);
  if (Cost.NeverExecuted && !Cost.MayNotExecute)
    return 0;
  if (Cost.Known == Knowledge::Unknown || !Cost.Totals || Cost.GuardUnknown || Cost.MayNotExecute)
    return std::nullopt;
  return Cost.Totals->Lanes;
}

LaunchArithmetic arithmeticOf(const CompiledCosts &Costs, const KernelAnalysis &Kernel,
                              unsigned Launch) {
  const KernelProgram &Program = Kernel.Program;
  LaunchArithmetic Sum;
  Sum.IsWhole = !Program.HasOtherWork &&
                all_of(Program.Unseen, [](const UnseenEffect &Each) { return Each.OnlyPrints; });
  if (Program.Work.empty())
    return Sum;
  if (!Costs.expressions() || Program.Accesses.empty()) {
    Sum.IsWhole = false;
    return Sum;
  }
  for (const FloatingWork &Work : Program.Work) {
    std::optional<uint64_t> Count = countExecutions(Costs, Kernel, Launch, Work);
    if (!Count) {
      Sum.IsWhole = false;
      continue;
    }
    Sum.Single = SaturatingMultiplyAdd<uint64_t>(*Count, Work.Single, Sum.Single);
    Sum.Double = SaturatingMultiplyAdd<uint64_t>(*Count, Work.Double, Sum.Double);
  }
  return Sum;
}

double leastTimeOf(const LaunchArithmetic &Of, const MemoryThroughput &Device,
                   uint64_t Multiprocessors) {
  // The two have units of their own, which may work at the same time.
  return std::max(double(Of.Single) / Device.SinglePerMultiprocessor,
                  double(Of.Double) / Device.DoublePerMultiprocessor) /
         double(Multiprocessors);
}

} // namespace memlint
