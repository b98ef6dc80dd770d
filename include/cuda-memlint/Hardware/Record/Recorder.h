//===- Recorder.h - Running a program and recording its launches -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_RECORD_RECORDER_H
#define CUDA_MEMLINT_HARDWARE_RECORD_RECORDER_H

#include "cuda-memlint/Hardware/Record/ProcessRecording.h"
#include "cuda-memlint/Hardware/Toolchain/Toolchain.h"
#include "cuda-memlint/Hardware/Toolchain/WorkFolder.h"

namespace memlint {

struct RecordRequest {
  /// A program, searched for in PATH, and its arguments.
  std::vector<std::string> Command;
  /// Where the library that records is kept for later runs; empty: nowhere.
  std::string CacheFolder;
  /// Also record how long the kernels take.
  bool Times = false;
};

/// Records the launches of programs that are started with its environment.
class Recorder {
public:
  /// \p Folder takes what the programs write, and must outlive this; \p CacheFolder and \p Times
  /// as in RecordRequest. Fails with one line, which a compiler's may follow.
  static llvm::Expected<Recorder> create(const Toolchain &Tools, llvm::StringRef CacheFolder,
                                         bool Times, const WorkFolder &Folder);

  /// Variables to set.
  llvm::ArrayRef<std::pair<std::string, std::string>> environment() const { return Environment; }
  /// What all programs have recorded so far. Fails with one line.
  llvm::Expected<ProcessRecording> read() const { return mergeProcessRecordings(Recordings); }

private:
  Recorder() = default;

  std::vector<std::pair<std::string, std::string>> Environment;
  std::string Recordings;
};

struct RecordedRun {
  ProcessRecording Recording;
  /// The program's, as a shell has it.
  int ExitCode = 0;
};

/// What the library that records is made of and needs.
struct RecordingLibrary {
  std::string Path;
  /// Of libcupti.so; empty: the system's search finds it, or nothing does.
  std::string Cupti;
};

/// The library that records, built with \p Tools unless \p CacheFolder has it. Fails with one line,
/// which the compiler's follow.
llvm::Expected<RecordingLibrary>
findRecordingLibrary(const Toolchain &Tools, llvm::StringRef CacheFolder, const WorkFolder &Folder);

/// Runs the program as the user would, and records the launches of it and of all that it starts.
/// Fails with one line, which a compiler's may follow, when the program was not run.
llvm::Expected<RecordedRun> recordLaunches(const Toolchain &Tools, const RecordRequest &Request);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_RECORD_RECORDER_H
