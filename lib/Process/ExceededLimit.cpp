//===- ExceededLimit.cpp - Whether a process takes too much ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Process/ExceededLimit.h"

#include <fcntl.h>
#include <unistd.h>

using namespace llvm;
using std::chrono::steady_clock;

namespace memlint {

/// Bytes of memory that the process \p Id has; 0 where the system does not say.
static uint64_t residentMemory(pid_t Id) {
  std::string Path = "/proc/" + std::to_string(Id) + "/statm";
  int File = open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return 0;
  char Buffer[128] = {};
  ssize_t Size = read(File, Buffer, sizeof(Buffer) - 1);
  close(File);
  // All pages, and those that are resident.
  unsigned long long Pages = 0;
  StringRef Second = StringRef(Buffer, Size > 0 ? size_t(Size) : 0).split(' ').second;
  if (Second.consumeInteger(10, Pages))
    return 0;
  return Pages * uint64_t(sysconf(_SC_PAGESIZE));
}

std::optional<WorkResult::Ending> findExceededLimit(pid_t Id, steady_clock::time_point Start,
                                                    const WorkLimits &Limits) {
  if (Limits.Time && steady_clock::now() - Start >= *Limits.Time)
    return WorkResult::Ending::OutOfTime;
  if (Limits.Memory && residentMemory(Id) > *Limits.Memory)
    return WorkResult::Ending::OutOfMemory;
  return std::nullopt;
}

} // namespace memlint
