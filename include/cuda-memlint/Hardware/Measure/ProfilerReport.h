//===- ProfilerReport.h - Reading what Nsight Compute prints ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_MEASURE_PROFILERREPORT_H
#define CUDA_MEMLINT_HARDWARE_MEASURE_PROFILERREPORT_H

#include "cuda-memlint/Hardware/Measure/Measurement.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace memlint {

/// Reads a report from the text of two of its pages, as `ncu --import` prints them with
/// `--csv --print-units base`: \p SourcePage of `--page source --print-source cuda,sass`,
/// \p RawPage of `--page raw`. Fills Device, ComputeCapability and Launches; of the
/// instructions those that access memory, kernel parameters left out, in the order of
/// their addresses, which count from the lowest one listed for the launch.
///
/// The source page lists an instruction under every line of the calls that it was
/// inlined through, and often twice. Functions that were not inlined have tables of
/// their own, which do not say the launch: they are given to the launch whose total of
/// executed instructions (on the raw page) they complete. A launch of a kernel without
/// line information has no instructions.
///
/// Fails, with one line, when a page is cut off or is not what ncu prints.
llvm::Expected<Measurement> parseProfilerReport(llvm::StringRef SourcePage,
                                                llvm::StringRef RawPage);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_MEASURE_PROFILERREPORT_H
