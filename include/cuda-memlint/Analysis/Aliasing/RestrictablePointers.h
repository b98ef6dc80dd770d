//===- RestrictablePointers.h - Pointers that may be restricted -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_ALIASING_RESTRICTABLEPOINTERS_H
#define CUDA_MEMLINT_ANALYSIS_ALIASING_RESTRICTABLEPOINTERS_H

#include "cuda-memlint/Analysis/Aliasing/RepeatedLoads.h"

#include <optional>
#include <set>

namespace memlint {

struct KernelAnalysis;

/// What `__restrict__` would change in a kernel; objects in global memory, by number.
struct RestrictablePointers {
  std::set<unsigned> Written;
  /// What parameters point to: only read; written, and to be restricted.
  std::set<unsigned> ReadOnly, Restrictable;
  /// Loads that the compiler would no longer make; none: it would take the read-only path.
  std::vector<RepeatedLoad> Repeated;
};

/// Nothing where `__restrict__` would change nothing, or might be wrong for a visible launch.
std::optional<RestrictablePointers> findRestrictablePointers(const KernelAnalysis &Kernel);

/// Whether \p Program writes to what \p Parameter points to.
bool isWritten(const KernelProgram &Program, const RestrictablePointers &Pointers,
               unsigned Parameter);
/// Whether \p Program writes to a variable of the device.
bool writesDeviceVariable(const KernelProgram &Program, const RestrictablePointers &Pointers);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_ALIASING_RESTRICTABLEPOINTERS_H
