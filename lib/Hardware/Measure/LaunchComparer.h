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
#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
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

  /// \p Recorded as in compareWithMeasurement(); both outlive this.
  LaunchComparer(const FileAnalysis &File, const RecordingList &Recorded);

  /// Adds the launch \p Number of the kernel \p Name to \p Result, as \p Judge finds it. Of
  /// the launches that have its shape, recorded ones or else those of the source, it is held
  /// against the one that agrees best; of those that agree equally, against one that nothing was
  /// held against yet. A kernel that the file does not hold is named.
  void add(llvm::StringRef Name, unsigned Number, const LaunchExtents &Grid,
           const LaunchExtents &Block, JudgeFunction Judge, FileComparison &Result);

private:
  /// A kernel in one shape.
  using KernelShape = std::tuple<unsigned, LaunchExtents, LaunchExtents>;

  /// A launch that one that ran may be.
  struct Candidate {
    /// The launch of the source; empty: none, or a recorded one.
    std::optional<unsigned> Context;
    /// By access, in the shape that ran.
    std::vector<AccessCost> Costs;
    bool IsRecorded = false;
    /// Some launch that ran was held against it.
    bool IsTaken = false;
  };

  /// At least one.
  std::vector<Candidate> &candidates(unsigned Kernel, const LaunchExtents &Grid,
                                     const LaunchExtents &Block);
  std::vector<AccessCost> costs(unsigned Kernel, LaunchContext Launch, const LaunchExtents &Grid,
                                const LaunchExtents &Block) const;

  const FileAnalysis &File;
  const RecordingList &Recorded;
  const TargetModel &Target;
  std::map<KernelShape, std::vector<Candidate>> Candidates;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_MEASURE_LAUNCHCOMPARER_H
