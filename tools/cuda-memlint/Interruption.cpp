//===- tools/cuda-memlint/Interruption.cpp - Asked to end -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interruption.h"

#include "llvm/ADT/STLExtras.h"

#include <atomic>

using namespace llvm;

namespace memlint {

static std::atomic<bool> Interrupted = false;

bool isInterrupted() { return Interrupted; }

/// What a terminal sends, and what other programs do.
static constexpr std::array<int, 2> Requests = {SIGINT, SIGTERM};

InterruptNote::InterruptNote() {
  for (auto [Request, Before] : zip(Requests, Previous)) {
    sigaction(Request, nullptr, &Before);
    if (Before.sa_handler == SIG_IGN)
      continue;
    struct sigaction Noting = {};
    Noting.sa_handler = [](int) { Interrupted = true; };
    // The second one ends the program.
    Noting.sa_flags = SA_RESETHAND;
    sigaction(Request, &Noting, nullptr);
  }
}

InterruptNote::~InterruptNote() {
  for (auto [Request, Before] : zip(Requests, Previous))
    sigaction(Request, &Before, nullptr);
}

} // namespace memlint
