//===- Watching.h - A report after each change ------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_WATCHING_H
#define CUDA_MEMLINT_TOOLS_WATCHING_H

#include "CommandLine.h"

namespace memlint {

/// Does what \p Command, that of main()'s arguments, asks for, and again whenever something changes
/// that decides the result, until it is interrupted; each time in a copy of this process, which
/// must have one thread only, and with the arguments read anew. The exit code is that of the last
/// time.
int runWatch(const LintCommand &Command, int ArgumentCount, const char *const *Arguments);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_WATCHING_H
