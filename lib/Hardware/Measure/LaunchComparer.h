//===- LaunchComparer.h - Launches that ran against predictions -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_MEASURE_LAUNCHCOMPARER_H
#define CUDA_MEMLINT_LIB_HARDWARE_MEASURE_LAUNCHCOMPARER_H

#include "cuda-memlint/Hardware/Measure/Comparison.h"
#include "cuda-memlint/Hardware/Measure/LaunchPairing.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <set>
#include <tuple>

namespace memlint {

struct FileAnalysis;
struct KernelAnalysis;

/// Holds launches that ran against the predictions for a file, whichever way they were
/// counted.
class LaunchComparer {
public:
  /// Adds to \p Result the outcomes of the accesses of \p Kernel; \p Predicted is by access.
  using JudgeFunction =
      llvm::function_ref<void(const KernelAnalysis &Kernel, llvm::ArrayRef<AccessCost> Predicted,
                              LaunchComparison &Result)>;

  explicit LaunchComparer(const FileAnalysis &File);

  /// Adds the launch \p Number of the kernel \p Name to \p Result, as \p Judge finds it. Of
  /// the launches of the source that have its shape, it is held against the one that agrees
  /// best; of those that agree equally, against one that nothing was held against yet. A
  /// kernel that the file does not hold is named.
  void add(llvm::StringRef Name, unsigned Number, const LaunchExtents &Grid,
           const LaunchExtents &Block, JudgeFunction Judge, FileComparison &Result);

private:
  /// By access, with what the source specifies of launch \p Context of \p Kernel (of none,
  /// where that is empty), in the shape that it ran in.
  llvm::ArrayRef<AccessCost> costs(unsigned Kernel, std::optional<unsigned> Context,
                                   const LaunchExtents &Grid, const LaunchExtents &Block);

  static constexpr unsigned NoContext = ~0u;

  const FileAnalysis &File;
  const TargetModel &Target;
  std::map<std::tuple<unsigned, unsigned, LaunchExtents, LaunchExtents>, std::vector<AccessCost>>
      Evaluated;
  /// Kernels and their launches that one that ran was held against.
  std::set<std::pair<unsigned, unsigned>> Taken;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_MEASURE_LAUNCHCOMPARER_H
