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

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_TOOLCHAIN_VERIFYOPTIONS_H
