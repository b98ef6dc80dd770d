//===- ProcessRecording.h - The files of one recorded process ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_RECORD_PROCESSRECORDING_H
#define CUDA_MEMLINT_HARDWARE_RECORD_PROCESSRECORDING_H

#include "cuda-memlint/Launch/RecordedLaunches.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace memlint {

/// What processes have recorded.
struct ProcessRecording {
  RecordedLaunches Launches;
  /// Those that recorded anything.
  unsigned Processes = 0;
  /// What kept a process from recording, in its own words.
  std::vector<std::string> Problems;
  /// Lines that are not understood: a process was ended while it wrote them, or its disk was full.
  unsigned DamagedLines = 0;
};

/// Reads what the library in Runtime/memlint_record.cpp has written: \p Text, whose form
/// Runtime/memlint_launch_table.h describes, and \p Counters.
ProcessRecording readProcessRecording(llvm::StringRef Text, llvm::ArrayRef<uint64_t> Counters);

/// Reads and merges what all processes have written into \p Folder. Fails with one line when a file
/// cannot be read.
llvm::Expected<ProcessRecording> mergeProcessRecordings(llvm::StringRef Folder);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_RECORD_PROCESSRECORDING_H
