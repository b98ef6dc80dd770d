//===- tools/cuda-memlint/Recording.h - cuda-memlint record -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_RECORDING_H
#define CUDA_MEMLINT_TOOLS_RECORDING_H

#include "CommandLine.h"

namespace memlint {

/// Runs the program and writes its launches. Returns the program's exit code where that is not 0,
/// else Failed where the launches were not written.
int runRecord(const RecordCommand &Command);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_RECORDING_H
