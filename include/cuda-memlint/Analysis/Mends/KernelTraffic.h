//===- KernelTraffic.h - What a kernel moves in one launch ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The traffic of all accesses of a kernel together: what a change of the source is judged by.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_MENDS_KERNELTRAFFIC_H
#define CUDA_MEMLINT_ANALYSIS_MENDS_KERNELTRAFFIC_H

#include "cuda-memlint/Analysis/Cost/LevelTimes.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Target/TargetModel.h"

#include <optional>
#include <vector>

namespace memlint {

class LoopMotion;
struct LaunchContext;

/// What the accesses of a kernel cost: in the whole launch, or one request of each.
struct KernelTraffic {
  /// By access, in the unit of its memory space; 0 for those that compilers leave out, or make
  /// part of another one.
  std::vector<double> ByAccess;
  /// Those that may be loaded again behind a loop that compilers divide, which is counted, by Id.
  std::vector<unsigned> LoadedAgain;
  /// The accesses whose cost is not known, by Id; they are not counted.
  std::vector<unsigned> Unknown;
  /// ByAccess and the sums are of the whole launch; else of one request of each access.
  bool IsTotal = true;
  double Sectors = 0;
  double Wavefronts = 0;
  /// Of constant memory: distinct addresses.
  double Addresses = 0;
  /// What the launch asks of each level of memory, where all of it is known.
  std::optional<Demand> Levels;
};

/// What the compiler makes of \p Site: nothing, where it leaves it out or it is a part of an
/// access before. \p Moved knows the loops of \p Kernel.
std::optional<Access> compiledAccess(ExprContext &Expressions, const KernelProgram &Kernel,
                                     LoopMotion &Moved, const Access &Site);

/// What \p Kernel moves in \p Launch; not \p AsTotals: in one request of each access.
/// \p Expressions must own the kernel's expressions.
KernelTraffic measureTraffic(ExprContext &Expressions, const KernelProgram &Kernel,
                             const LaunchContext &Launch, const TargetModel &Target,
                             bool AsTotals = true);

/// By access: compilers may make fewer requests of it, in global memory, than are in \p Counted,
/// which is what \p Kernel moves.
std::vector<bool> findMostCosts(ExprContext &Expressions, const KernelProgram &Kernel,
                                const KernelTraffic &Counted);

/// Whether nothing is more in \p After than in \p Before, and nothing else is unknown: of what is
/// known in total, the sums; else what each access takes.
bool isNoWorse(const KernelTraffic &Before, const KernelTraffic &After);

/// Whether \p After is not worse than \p Before and saves so many sectors that a change of the
/// source may pay.
bool isWorthwhile(const KernelTraffic &Before, const KernelTraffic &After);

/// Whether the levels of memory take longer for \p After, in the launch \p Then, than for \p
/// Before, in the launch \p Now, or no less: whether the caches serve no loads, or all of them. A
/// launch without a time is taken to run on the device whose rates are measured. False where that
/// is not known.
bool isNoFaster(const KernelTraffic &Before, const LaunchContext &Now, const KernelTraffic &After,
                const LaunchContext &Then);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_MENDS_KERNELTRAFFIC_H
