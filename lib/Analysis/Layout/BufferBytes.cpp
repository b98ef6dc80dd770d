//===- BufferBytes.cpp - What longer rows take of a buffer ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Layout/BufferBytes.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

BufferChange changeRows(const BufferUse &Buffer, uint64_t RowBytes, uint64_t NewRowBytes) {
  uint64_t Rows = divideCeil(Buffer.End - Buffer.Begin, RowBytes);
  uint64_t WholeEnd = Buffer.Begin + Rows * RowBytes;
  // The last row need not be whole.
  uint64_t Absent = WholeEnd > Buffer.LaunchBytes ? WholeEnd - Buffer.End : 0;
  uint64_t NewEnd = Buffer.Begin + Rows * NewRowBytes - std::min(Absent, NewRowBytes);
  if (NewRowBytes <= RowBytes) {
    bool HasOthers = Buffer.Next || Buffer.StayingEnd > NewEnd;
    if (HasOthers || WholeEnd != Buffer.LaunchBytes)
      return {};
    return {-int64_t(WholeEnd - NewEnd), 0};
  }
  auto Above = [](uint64_t End, uint64_t Limit) { return End > Limit ? End - Limit : 0; };
  if (!Buffer.Next)
    return {int64_t(Above(NewEnd, Buffer.LaunchBytes)), 0};
  uint64_t Behind = alignTo(Above(NewEnd, *Buffer.Next), Buffer.Alignment);
  return {int64_t(Above(Buffer.LastEnd + Behind, Buffer.LaunchBytes)), Behind};
}

} // namespace memlint
