//===- ProgramBuild.h - How nvcc is run -------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_VERIFY_PROGRAMBUILD_H
#define CUDA_MEMLINT_LIB_VERIFY_PROGRAMBUILD_H

#include "cuda-memlint/Process/Process.h"
#include "cuda-memlint/Verify/Profiler.h"

namespace memlint {

/// What nvcc is given for \p Request, less the source and the program's path.
std::vector<std::string> buildArguments(const BuildRequest &Request);

/// Success, or a MeasurementError that shows what nvcc printed about \p Source.
llvm::Error judgeBuild(const ProcessResult &Ran, std::optional<std::chrono::milliseconds> TimeLimit,
                       llvm::StringRef Source);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_VERIFY_PROGRAMBUILD_H
