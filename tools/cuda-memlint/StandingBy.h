//===- tools/cuda-memlint/StandingBy.h - Analyses of a file to come -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_STANDINGBY_H
#define CUDA_MEMLINT_TOOLS_STANDINGBY_H

namespace memlint {

/// A process that has parsed what a file includes first, and analyses texts of the file in copies
/// of itself; see StandbyProcess, which starts it and talks to it. Ends when its input does, or
/// when the file cannot be read ahead. The exit code.
int standBy();

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_STANDINGBY_H
