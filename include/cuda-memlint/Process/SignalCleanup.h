//===- SignalCleanup.h - What a fatal signal must not leave -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Process groups to kill and folders to remove when a signal ends this process.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_PROCESS_SIGNALCLEANUP_H
#define CUDA_MEMLINT_PROCESS_SIGNALCLEANUP_H

#include <array>
#include <string>
#include <sys/types.h>

namespace memlint {

/// The signals that a user ends a program with.
extern const std::array<int, 4> EndingSignals;

/// Has \p Group killed on a fatal signal, until forgetGroup() is called with what this
/// returns; -1 when too many are known.
int killGroupOnSignal(pid_t Group);
void forgetGroup(int Slot);

/// Has the folder \p Path removed on a fatal signal, until forgetFolder() is called
/// with what this returns; -1 when too many are known.
int removeFolderOnSignal(const std::string &Path);
void forgetFolder(int Slot);

} // namespace memlint

#endif // CUDA_MEMLINT_PROCESS_SIGNALCLEANUP_H
