//===- VerifyOptions.h - What a run on the hardware is asked for *- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_TOOLCHAIN_VERIFYOPTIONS_H
#define CUDA_MEMLINT_HARDWARE_TOOLCHAIN_VERIFYOPTIONS_H

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Frontend/Frontend.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace memlint {

struct Check;

/// How to measure.
enum class VerifyMethod : uint8_t {
  Automatic,       ///< by counters; by instrumentation where those cannot be read
  Counters,        ///< by Nsight Compute
  Instrumentation, ///< by an instrumented copy of the source, which needs no privilege
  Both
};

/// Launches of one kernel in one shape that counters measure, unless another number is asked for.
inline constexpr unsigned DefaultLaunchesOfShape = 4;

/// Launches of a run that an instrumented copy counts, unless another number is asked for.
inline constexpr unsigned DefaultLaunchesOfRun = 100;

struct VerifyOptions {
  VerifyMethod Method = VerifyMethod::Automatic;
  /// What the file was read with.
  FrontendOptions Frontend;
  /// Options for nvcc, as the user wrote them.
  std::vector<std::string> CompileArguments;
  std::vector<std::string> ProgramArguments;
  /// A program, searched for in PATH, and its arguments: run as it is in the place of one that is
  /// built. Empty: one is built.
  std::vector<std::string> Command;
  /// Where programs are run; empty: the current folder.
  std::string RunFolder;
  /// The toolkit to build with; empty: the one that is found.
  std::string CudaPath;
  /// A build with -G too.
  bool Debug = false;
  /// For each program that is started.
  unsigned TimeoutSeconds = 300;
  /// The first launches that are measured: with counters, of each kernel in each shape; by a copy,
  /// of the run. Nothing: DefaultLaunchesOfShape and DefaultLaunchesOfRun.
  std::optional<unsigned> MaximumLaunches;
  /// Called where a run waits for another one on this machine that measures; may be empty.
  std::function<void()> Waiting;
  /// The program is run once more before, and its launches are recorded.
  bool Record = true;
  /// Where the library that records is kept for later runs; empty: nowhere.
  std::string CacheFolder;
  /// A generated main even for a file that has its own.
  bool GenerateMain = false;
  /// What the file was analysed with.
  std::vector<const Check *> Checks;
  uint64_t Budget = DefaultCostBudget;
  /// Keep the folder with the programs and the profiler's reports.
  bool Keep = false;

  unsigned launchesOfShape() const { return MaximumLaunches.value_or(DefaultLaunchesOfShape); }
  unsigned launchesOfRun() const { return MaximumLaunches.value_or(DefaultLaunchesOfRun); }
};

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_TOOLCHAIN_VERIFYOPTIONS_H
