//===- LineProcess.h - A process that is talked to --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_PROCESS_LINEPROCESS_H
#define CUDA_MEMLINT_PROCESS_LINEPROCESS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace memlint {

/// A program that runs beside this one, reads lines and writes lines. Its input ends with this
/// object, and with this process, at which it is expected to end.
class LineProcess {
public:
  /// \p Folder: in which it runs. Its standard error is that of this process.
  static llvm::Expected<std::unique_ptr<LineProcess>>
  start(const std::string &Program, std::vector<std::string> Arguments, const std::string &Folder);
  /// Ends it.
  ~LineProcess();
  LineProcess(const LineProcess &) = delete;
  LineProcess &operator=(const LineProcess &) = delete;

  /// False: it has ended.
  bool write(llvm::StringRef Line);
  /// The next line, if there is one before \p Time is over.
  std::optional<std::string> read(std::chrono::milliseconds Time);
  bool hasEnded() const { return Ended; }
  pid_t id() const { return Child; }

private:
  LineProcess(int Channel, pid_t Child) : Channel(Channel), Child(Child) {}

  int Channel;
  pid_t Child;
  /// What was read beyond the last line.
  std::string Pending;
  bool Ended = false;
};

} // namespace memlint

#endif // CUDA_MEMLINT_PROCESS_LINEPROCESS_H
