//===- MachineLock.cpp - One process of a machine at a time ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A socket with an abstract address: only one can be bound to it.
///
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Process/MachineLock.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

using namespace llvm;

namespace memlint {

MachineLock::MachineLock(StringRef Name, function_ref<void()> Waiting)
    : Socket(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
  if (Socket < 0)
    return;
  sockaddr_un Address = {};
  Address.sun_family = AF_UNIX;
  // The first byte, 0, makes it abstract.
  std::copy(Name.begin(), Name.end(), Address.sun_path + 1);
  auto Bytes = socklen_t(offsetof(sockaddr_un, sun_path) + 1 + Name.size());
  bool IsFirst = true;
  while (bind(Socket, reinterpret_cast<sockaddr *>(&Address), Bytes) != 0) {
    if (errno != EADDRINUSE)
      return;
    if (IsFirst)
      Waiting();
    IsFirst = false;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

MachineLock::~MachineLock() {
  if (Socket >= 0)
    close(Socket);
}

} // namespace memlint
