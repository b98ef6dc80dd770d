//===- ProfilerRun.h - How Nsight Compute is run ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The profiler's command line, and what its runs end in, here or on another machine.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_MEASURE_PROFILERRUN_H
#define CUDA_MEMLINT_HARDWARE_MEASURE_PROFILERRUN_H

#include "cuda-memlint/Hardware/Toolchain/MeasurementError.h"
#include "cuda-memlint/Process/Process.h"

#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// Measures the first \p Launches of each kernel in each shape (grid, block, shared bytes) of the
/// program that follows these arguments, and writes \p Report, to whose name the profiler adds
/// .ncu-rep, or newer ones .ncu-repz; with \p BetweenMarks all that are between
/// cudaProfilerStart() and cudaProfilerStop(), and no other.
std::vector<std::string> profilerArguments(unsigned Launches, llvm::StringRef Report,
                                           bool BetweenMarks);

/// A regular expression for the decimal numbers from 1 to \p Last, without braces and commas.
std::string numbersUpTo(unsigned Last);

enum class ReportPage : uint8_t { Source, Raw };

/// Prints a page of the file \p Report.
std::vector<std::string> exportArguments(llvm::StringRef Report, ReportPage Page);

/// What a run of \p Program under the profiler ended in: a MeasurementError, or success
/// when its report can be read. \p HasDevice: the machine seems to have a GPU. \p Signal: what
/// terminated a run of it without the profiler.
llvm::Error judgeProfilerRun(const ProcessResult &Ran,
                             std::optional<std::chrono::milliseconds> TimeLimit,
                             llvm::StringRef Program, bool HasDevice,
                             std::optional<int> Signal = std::nullopt);

/// The last lines that the program printed, of what it and the profiler did, as
/// indentedLines() gives them.
std::string endOfProgramOutput(llvm::StringRef Text);

/// "580.159.04" of what /proc/driver/nvidia/version says; empty where it says nothing.
std::string driverVersionIn(llvm::StringRef Text);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_MEASURE_PROFILERRUN_H
