//===- tools/cuda-memlint/Interruption.cpp - Asked to end -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interruption.h"

#include <atomic>

namespace memlint {

static std::atomic<bool> Interrupted = false;

bool isInterrupted() { return Interrupted; }

InterruptNote::InterruptNote() {
  sigaction(SIGINT, nullptr, &Previous);
  if (Previous.sa_handler == SIG_IGN)
    return;
  struct sigaction Noting = {};
  Noting.sa_handler = [](int) { Interrupted = true; };
  // The second one ends the program.
  Noting.sa_flags = SA_RESETHAND;
  sigaction(SIGINT, &Noting, nullptr);
}

InterruptNote::~InterruptNote() { sigaction(SIGINT, &Previous, nullptr); }

} // namespace memlint
