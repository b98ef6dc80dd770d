//===- Verify.h - Running a program and comparing ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_VERIFY_VERIFY_H
#define CUDA_MEMLINT_VERIFY_VERIFY_H

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Frontend/Frontend.h"
#include "cuda-memlint/Verify/Comparison.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace memlint {

struct FileAnalysis;

/// How to measure.
enum class VerifyMethod : uint8_t {
  Automatic,       ///< by counters; by instrumentation where those cannot be read
  Counters,        ///< by Nsight Compute
  Instrumentation, ///< by an instrumented copy of the source, which needs no privilege
  Both
};

struct VerifyOptions {
  VerifyMethod Method = VerifyMethod::Automatic;
  /// What the file was read with.
  FrontendOptions Frontend;
  /// Options for nvcc, as the user wrote them.
  std::vector<std::string> CompileArguments;
  std::vector<std::string> ProgramArguments;
  /// The toolkit to build with; empty: the one that is found.
  std::string CudaPath;
  /// A build with -G too.
  bool Debug = false;
  /// For each program that is started.
  unsigned TimeoutSeconds = 300;
  /// Launches of a run that are measured, the first ones.
  unsigned MaximumLaunches = 100;
  /// A generated main even for a file that has its own.
  bool GenerateMain = false;
  /// What the file was analysed with.
  std::vector<const Check *> Checks;
  uint64_t Budget = DefaultCostBudget;
  /// Keep the folder with the programs and the profiler's reports.
  bool Keep = false;
};

/// Makes a main for \p File where it has none, or \p Options ask for one: plans it, and puts
/// its launches in the place of those known. Nothing happens where that has been done. The
/// error is one line.
llvm::Error ensureMain(FileAnalysis &File, const VerifyOptions &Options);

/// Whether main has to be generated: there is none in \p File, nor other parts of the program
/// in the options, or one is asked for.
bool needsMain(const FileAnalysis &File, const VerifyOptions &Options);

class FilePrograms;

/// Builds \p File, that of \p Programs, with nvcc, runs it under measurement and holds the
/// predictions against what was counted. The error is one line, but for what nvcc printed.
/// Calls ensureMain().
llvm::Expected<FileVerification> verifyFile(FileAnalysis &File, FilePrograms &Programs);

} // namespace memlint

#endif // CUDA_MEMLINT_VERIFY_VERIFY_H
