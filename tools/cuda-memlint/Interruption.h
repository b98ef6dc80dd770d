//===- tools/cuda-memlint/Interruption.h - Asked to end ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_INTERRUPTION_H
#define CUDA_MEMLINT_TOOLS_INTERRUPTION_H

#include <array>
#include <csignal>

namespace memlint {

/// Somebody has asked the run to end (SIGINT, SIGTERM). What is known already is reported all the
/// same.
bool isInterrupted();

/// While it lives, that is noted; a second signal ends the program. Nothing changes where a
/// signal is ignored. For work that asks isInterrupted() often.
class InterruptNote {
public:
  InterruptNote();
  ~InterruptNote();
  InterruptNote(const InterruptNote &) = delete;
  InterruptNote &operator=(const InterruptNote &) = delete;

private:
  std::array<struct sigaction, 2> Previous = {};
};

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_INTERRUPTION_H
