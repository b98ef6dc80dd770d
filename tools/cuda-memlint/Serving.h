//===- Serving.h - Serving editors ------------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_SERVING_H
#define CUDA_MEMLINT_TOOLS_SERVING_H

#include "CommandLine.h"

namespace memlint {

/// Serves one editor on standard input and output. Returns Failed if it did not say good-bye.
int runServer(const ServerCommand &Command);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_SERVING_H
