//===- Verify.h - Running a program and comparing ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_MEASURE_VERIFY_H
#define CUDA_MEMLINT_HARDWARE_MEASURE_VERIFY_H

#include "cuda-memlint/Hardware/Harness/FilePrograms.h"
#include "cuda-memlint/Hardware/Measure/Comparison.h"
#include "cuda-memlint/Hardware/Measure/ProgramLaunches.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace memlint {

struct FileAnalysis;

/// Holds \p File against what is measured as \p Options say: by \p Counters, of the optimised
/// build and of the debug build, and by \p Copy. A copy counts, too, where counters cannot be
/// read and the method allows it.
llvm::Expected<FileVerification>
verifyByMethod(const FileAnalysis &File, const VerifyOptions &Options,
               llvm::function_ref<llvm::Expected<FileComparison>(bool Debug)> Counters,
               llvm::function_ref<llvm::Expected<FileComparison>()> Copy);

/// Builds \p File, that of \p Programs, with nvcc, runs it under measurement and holds the
/// predictions against what was counted. \p Launches are those of \p Programs, which it records
/// unless that has been done. The error is one line, but for what nvcc printed.
/// Calls ensureMain().
llvm::Expected<FileVerification> verifyFile(FileAnalysis &File, FilePrograms &Programs,
                                            ProgramLaunches &Launches);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_MEASURE_VERIFY_H
