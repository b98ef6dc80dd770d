//===- Initialisation.h - A configuration to begin with ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_INITIALISATION_H
#define CUDA_MEMLINT_TOOLS_INITIALISATION_H

#include "CommandLine.h"

namespace memlint {

/// Writes a configuration for the current folder; the exit code.
int runInit(const InitCommand &Command);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_INITIALISATION_H
