//===- Pipe.h - Between two processes ---------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_PROCESS_PIPE_H
#define CUDA_MEMLINT_LIB_PROCESS_PIPE_H

#include "llvm/Support/Errno.h"
#include "llvm/Support/Error.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace memlint {

/// A file descriptor, closed at the end.
class Descriptor {
public:
  Descriptor() = default;
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() { close(); }

  void reset(int New) {
    close();
    Number = New;
  }
  void close() {
    if (Number >= 0)
      ::close(Number);
    Number = -1;
  }
  int get() const { return Number; }
  /// It is closed by whoever has it now.
  int release() { return std::exchange(Number, -1); }
  bool isOpen() const { return Number >= 0; }

private:
  int Number = -1;
};

struct Pipe {
  Descriptor Read, Write;

  llvm::Error open() {
    int Ends[2];
    if (pipe2(Ends, O_CLOEXEC) != 0)
      return llvm::createStringError("cannot create a pipe: " + llvm::sys::StrError(errno));
    Read.reset(Ends[0]);
    Write.reset(Ends[1]);
    return llvm::Error::success();
  }
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_PROCESS_PIPE_H
