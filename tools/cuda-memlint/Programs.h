//===- Programs.h - What needs nvcc or a GPU --------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_PROGRAMS_H
#define CUDA_MEMLINT_TOOLS_PROGRAMS_H

#include "CommandLine.h"

#include "cuda-memlint/Hardware/Bundles/Bundle.h"

namespace memlint {

class Session;

/// Runs the programs that \p Run is to run; false, and messages, when that fails for one.
bool runPrograms(Session &Run);

/// Writes the bundle instead of running anything; false, and a message, when that fails.
bool writeBundle(const LintCommand &Command, Session &Run);

/// \p Command as it is to be run on the sources of \p Imported.
llvm::Expected<LintCommand> commandFor(const LintCommand &Command, const Bundle &Imported);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_PROGRAMS_H
