//===- ProfilerProgress.cpp - How far a profiler is -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfilerProgress.h"

using namespace llvm;

namespace memlint {

/// Most programs end by themselves soon after their last kernel.
static constexpr std::chrono::seconds TimeAfterLastLaunch(5);

/// Lines of programs may be longer, and are of no interest.
static constexpr size_t MaximumLineBytes = 4096;

void ProfilerProgress::readLine(StringRef Line) {
  // ==PROF== Profiling "1:7:scale:1": 0%....50%....100% - 1 pass
  if (Line.starts_with("==PROF== Profiling \"") &&
      (Line.ends_with(" pass") || Line.ends_with(" passes")))
    ++Measured;
}

std::optional<std::chrono::milliseconds> ProfilerProgress::timeLeft(StringRef Printed) {
  bool HadAll = hasMeasuredAll();
  while (!Printed.empty()) {
    size_t End = Printed.find('\n');
    Partial += Printed.take_front(std::min(End, MaximumLineBytes - Partial.size())).str();
    if (End == StringRef::npos)
      break;
    readLine(StringRef(Partial).rtrim());
    Partial.clear();
    Printed = Printed.drop_front(End + 1);
  }
  if (HadAll || !hasMeasuredAll())
    return std::nullopt;
  return TimeAfterLastLaunch;
}

} // namespace memlint
