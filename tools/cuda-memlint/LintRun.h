//===- LintRun.h - One run over the sources ---------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_LINTRUN_H
#define CUDA_MEMLINT_TOOLS_LINTRUN_H

#include "CommandLine.h"

namespace memlint {

/// The exit codes of all commands, documented in docs/usage.md.
enum ExitCode { NothingFound = 0, Found = 1, Failed = 2, Refuted = 3 };

/// Does what \p Command asks for; the exit code.
int runLint(const LintCommand &Command);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_LINTRUN_H
