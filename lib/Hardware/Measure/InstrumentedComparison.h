//===- InstrumentedComparison.h - Against an instrumented run ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_MEASURE_INSTRUMENTEDCOMPARISON_H
#define CUDA_MEMLINT_LIB_HARDWARE_MEASURE_INSTRUMENTEDCOMPARISON_H

#include "cuda-memlint/Hardware/Instrument/AccessCounts.h"
#include "cuda-memlint/Hardware/Instrument/Instrumentation.h"
#include "cuda-memlint/Hardware/Measure/Comparison.h"

namespace memlint {

struct FileAnalysis;

/// Holds \p File against what \p Source, its copy, counted. It is the source that was
/// counted, so nothing is optimised away, and other lanes refute. Merged are accesses
/// whose lanes came in other requests than predicted: lanes of a warp that have
/// diverged meet where the compiler lets them. \p Recorded as in compareWithMeasurement(). The run
/// is named by the caller.
FileComparison compareWithCounts(const FileAnalysis &File, const InstrumentedSource &Source,
                                 const AccessCounts &Counts, const RecordingList &Recorded);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_MEASURE_INSTRUMENTEDCOMPARISON_H
