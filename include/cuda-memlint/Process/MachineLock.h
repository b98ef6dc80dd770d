//===- MachineLock.h - One process of a machine at a time -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_PROCESS_MACHINELOCK_H
#define CUDA_MEMLINT_PROCESS_MACHINELOCK_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace memlint {

/// What one process of a machine can hold at a time, whoever its user is. It ends with the process,
/// leaves no file behind, and is not handed to programs that the process starts.
class MachineLock {
public:
  /// Waits until no other holds the lock \p Name, of at most 100 bytes; calls \p Waiting once where
  /// some other does. Where the system knows no such locks, nobody waits.
  MachineLock(llvm::StringRef Name, llvm::function_ref<void()> Waiting);
  ~MachineLock();
  MachineLock(const MachineLock &) = delete;
  MachineLock &operator=(const MachineLock &) = delete;

private:
  int Socket;
};

} // namespace memlint

#endif // CUDA_MEMLINT_PROCESS_MACHINELOCK_H
