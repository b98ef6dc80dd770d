//===- Process.h - Starting other programs ----------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a program without a shell, in a process group of its own that never outlives
/// this process. LLVM's sys::ExecuteAndWait ends a program that takes too long, but
/// not the programs which that one started, and knows no working directory.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_PROCESS_PROCESS_H
#define CUDA_MEMLINT_PROCESS_PROCESS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace memlint {

/// What to run, and how.
struct ProcessRequest {
  /// Path of the program; not searched for.
  std::string Program;
  /// Without the program's own name.
  std::vector<std::string> Arguments;
  /// Empty: the current one.
  std::string WorkingDirectory;
  /// Set besides the variables of this process, whose values they replace.
  std::vector<std::pair<std::string, std::string>> Environment;
  /// Variables of this process that the program does not see.
  std::vector<std::string> WithoutEnvironment;
  /// After it the whole group is ended: asked to (SIGTERM), and two seconds later
  /// made to (SIGKILL). Without one, the program may run for ever.
  std::optional<std::chrono::milliseconds> TimeLimit;
  /// Before that the group is interrupted (SIGINT), and has this long to finish what it writes; 0:
  /// it is not.
  std::chrono::milliseconds InterruptGrace = std::chrono::milliseconds(0);
  /// Resident memory of the program, in bytes; the group is killed once it has more. Without one,
  /// it may have all there is.
  std::optional<uint64_t> MemoryLimit;
  /// Called with what the program prints, on either stream, as it comes. Where it returns a time,
  /// the program has that long from then on, in the place of what is left of TimeLimit.
  std::function<std::optional<std::chrono::milliseconds>(llvm::StringRef)> TimeLeft;
  /// Asked every few milliseconds while the program runs; once it is false, the group is ended as
  /// at the time limit. Null: it goes on.
  std::function<bool()> GoOn;
  /// Standard input is this file; empty: there is nothing in it.
  std::string InputFile;
  /// Standard output goes to this file when it is not empty.
  std::string OutputFile;
  /// Bytes kept of standard output in memory, and as many of standard error: the
  /// first half and the last half. What lies between is read and dropped.
  size_t MaximumBytes = 1 << 20;
  /// Bytes written to OutputFile; what follows is read and dropped.
  uint64_t MaximumFileBytes = uint64_t(4) << 30;
};

/// How a program ended, and what it printed.
struct ProcessResult {
  enum class Ending {
    Exited,      ///< by itself; Code is its exit code
    Signalled,   ///< by a signal; Code is its number
    TimedOut,    ///< at the time limit; Code is 0
    OutOfMemory, ///< at the memory limit; Code is 0
    Stopped      ///< by ProcessRequest::GoOn; Code is 0
  };
  Ending Outcome = Ending::Exited;
  int Code = 0;
  std::string Output, Errors;
  /// Whether some of what was printed was dropped.
  bool OutputTruncated = false, ErrorsTruncated = false;

  bool succeeded() const { return Outcome == Ending::Exited && Code == 0; }
};

/// Runs \p Request to its end. Whatever it started and left
/// running in its group is ended too, then and when this process is ended by SIGHUP,
/// SIGINT, SIGQUIT, SIGTERM or a crash. Fails when the program cannot be started or
/// its output file not be written.
llvm::Expected<ProcessResult> runProcess(const ProcessRequest &Request);

/// "exited with code 3", "was ended by signal 11 (Segmentation fault)", or "ran longer
/// than 60 s" of \p Limit.
std::string describeEnding(const ProcessResult &Result,
                           std::optional<std::chrono::milliseconds> Limit);

} // namespace memlint

#endif // CUDA_MEMLINT_PROCESS_PROCESS_H
