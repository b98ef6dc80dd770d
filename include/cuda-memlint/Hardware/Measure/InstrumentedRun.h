//===- InstrumentedRun.h - Building and running a copy that counts -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_MEASURE_INSTRUMENTEDRUN_H
#define CUDA_MEMLINT_HARDWARE_MEASURE_INSTRUMENTEDRUN_H

#include "cuda-memlint/Hardware/Instrument/Instrumentation.h"
#include "cuda-memlint/Hardware/Measure/Profiler.h"
#include "cuda-memlint/Hardware/Measure/Verify.h"
#include "cuda-memlint/Process/Process.h"

namespace memlint {

struct FileAnalysis;

/// Writes the copy, its headers and the run time into \p Folder, which is made.
llvm::Error writeInstrumentedCopy(const InstrumentedSource &Source, llvm::StringRef Folder);

/// The options for nvcc that build the copy of a source that lies in \p OriginalFolder
/// and is built with \p Options; it counts the first \p Launches.
std::vector<std::string> instrumentedBuildOptions(llvm::StringRef OriginalFolder,
                                                  llvm::ArrayRef<std::string> Options,
                                                  unsigned Launches);

/// What a run of the copy ended in: a MeasurementError, or success.
llvm::Error judgeInstrumentedRun(const ProcessResult &Ran,
                                 std::optional<std::chrono::milliseconds> TimeLimit,
                                 bool HasDevice);

/// The error where a copy that ran has written nothing.
inline constexpr llvm::StringLiteral NoCountsMessage =
    "the instrumented program wrote no counts: it must end by returning from main or by exit()";

/// Holds \p File against \p Text, which \p Program, built of \p Source, has written; \p Recorded as
/// in compareWithMeasurement().
llvm::Expected<FileComparison> compareWithCountsText(const FileAnalysis &File,
                                                     const InstrumentedSource &Source,
                                                     llvm::StringRef Text,
                                                     const BuiltProgram &Program,
                                                     const RecordingList &Recorded);

/// Builds the instrumented copy of \p File in \p Folder, with the main made for it if any, runs it
/// and holds the predictions against what it counted. Fails as profileProgram() does.
llvm::Expected<FileComparison> verifyByInstrumentation(const FileAnalysis &File,
                                                       const VerifyOptions &Options,
                                                       const Toolchain &Tools,
                                                       const WorkFolder &Folder,
                                                       const RecordingList &Recorded);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_MEASURE_INSTRUMENTEDRUN_H
