//===- ExceededLimit.h - Whether a process takes too much -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_PROCESS_EXCEEDEDLIMIT_H
#define CUDA_MEMLINT_PROCESS_EXCEEDEDLIMIT_H

#include "cuda-memlint/Process/ForkedWork.h"

#include <sys/types.h>

namespace memlint {

/// Which of \p Limits the process \p Id exceeds, which was started at \p Start; nothing: none.
std::optional<WorkResult::Ending>
findExceededLimit(pid_t Id, std::chrono::steady_clock::time_point Start, const WorkLimits &Limits);

} // namespace memlint

#endif // CUDA_MEMLINT_PROCESS_EXCEEDEDLIMIT_H
