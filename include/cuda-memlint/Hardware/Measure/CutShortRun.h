//===- CutShortRun.h - What a run that ended early leaves -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_MEASURE_CUTSHORTRUN_H
#define CUDA_MEMLINT_HARDWARE_MEASURE_CUTSHORTRUN_H

#include "cuda-memlint/Hardware/Measure/Comparison.h"
#include "cuda-memlint/Hardware/Toolchain/MeasurementError.h"

#include "llvm/Support/Error.h"

#include <optional>

namespace memlint {

/// Whether a run ended early. Launches that were measured until then are measured like any others.
class CutShortRun {
public:
  /// From what a run was judged to have ended in. Fails with \p Judged where that leaves nothing to
  /// be read.
  static llvm::Expected<CutShortRun> of(llvm::Error Judged);

  /// \p Read, of the report of this run, with the reason. Fails with the reason where the run ended
  /// early and left no report that can be read, or no launches in it.
  llvm::Expected<Measurement> complete(llvm::Expected<Measurement> Read) const;
  llvm::Expected<FileComparison> complete(llvm::Expected<FileComparison> Read) const;

private:
  std::optional<MeasurementError> Reason;
};

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_MEASURE_CUTSHORTRUN_H
