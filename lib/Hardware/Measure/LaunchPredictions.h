//===- LaunchPredictions.h - What was predicted of a launch -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_MEASURE_LAUNCHPREDICTIONS_H
#define CUDA_MEMLINT_LIB_HARDWARE_MEASURE_LAUNCHPREDICTIONS_H

#include "cuda-memlint/Hardware/Measure/Comparison.h"
#include "cuda-memlint/Hardware/Measure/LaunchPairing.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <set>
#include <tuple>

namespace memlint {

struct FileAnalysis;

/// The costs of a file's accesses in launches that ran, whichever way those were
/// counted.
class LaunchPredictions {
public:
  explicit LaunchPredictions(const FileAnalysis &File);

  /// By access, with what the source specifies of launch \p Context of \p Kernel (of none,
  /// where that is empty), in the shape that it ran in.
  llvm::ArrayRef<AccessCost> costs(unsigned Kernel, std::optional<unsigned> Context,
                                   const LaunchExtents &Grid, const LaunchExtents &Block);

  /// Adds to \p Result each of \p Launches, of kernels of the file, as the best of what
  /// \p Compare makes of it: a LaunchComparison of a kernel's number, a context and the
  /// launch. The others' kernels are named.
  template <class LaunchT, class FunctionT>
  void compareLaunches(const std::vector<LaunchT> &Launches, FileComparison &Result,
                       FunctionT Compare) {
    for (const LaunchT &Ran : Launches) {
      if (std::optional<unsigned> Kernel = findKernel(File, Ran.Kernel))
        Result.Launches.push_back(
            bestFit(*Kernel, Ran.Grid, Ran.Block, [&](std::optional<unsigned> Context) {
              return Compare(*Kernel, Context, Ran);
            }));
      else if (!llvm::is_contained(Result.OtherKernels, Ran.Kernel))
        Result.OtherKernels.push_back(Ran.Kernel);
    }
  }

private:
  /// Of what \p Compare makes of the launches of \p Kernel that have this shape, the one
  /// that agrees best; of those that agree equally one that nothing was held against yet.
  LaunchComparison
  bestFit(unsigned Kernel, const LaunchExtents &Grid, const LaunchExtents &Block,
          llvm::function_ref<LaunchComparison(std::optional<unsigned> Context)> Compare);

  static constexpr unsigned NoContext = ~0u;

  const FileAnalysis &File;
  const TargetModel &Target;
  std::map<std::tuple<unsigned, unsigned, LaunchExtents, LaunchExtents>, std::vector<AccessCost>>
      Evaluated;
  /// Kernels and their launches that one that ran was held against.
  std::set<std::pair<unsigned, unsigned>> Taken;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_MEASURE_LAUNCHPREDICTIONS_H
