//===- WorkFrames.cpp - What a working child says -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkFrames.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace llvm;

namespace memlint {

namespace {

struct FrameHead {
  FrameKind Kind;
  uint64_t Bytes;
};

} // namespace

static void writeAll(int To, const void *Bytes, size_t Size) {
  const char *Next = static_cast<const char *>(Bytes);
  while (Size != 0) {
    ssize_t Written = write(To, Next, Size);
    if (Written < 0 && errno == EINTR)
      continue;
    // Nobody reads any more.
    if (Written < 0)
      _exit(EXIT_FAILURE);
    Next += Written;
    Size -= size_t(Written);
  }
}

void writeFrame(int To, FrameKind Kind, StringRef Bytes) {
  FrameHead Head = {Kind, Bytes.size()};
  writeAll(To, &Head, sizeof(Head));
  writeAll(To, Bytes.data(), Bytes.size());
}

bool readFrames(StringRef Received, WorkResult &Result) {
  FrameHead Head;
  while (Received.size() >= sizeof(Head)) {
    std::memcpy(&Head, Received.data(), sizeof(Head));
    Received = Received.drop_front(sizeof(Head));
    if (Received.size() < Head.Bytes)
      return false;
    StringRef Bytes = Received.take_front(Head.Bytes);
    Received = Received.drop_front(Head.Bytes);
    if (Head.Kind == FrameKind::Result) {
      Result.Bytes = Bytes.str();
      return true;
    }
    Result.At = Bytes.str();
  }
  return false;
}

} // namespace memlint
