//===- AtomicThroughputTest.cpp - The times against measurements ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/AtomicThroughput.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace memlint;

namespace {

/// What atomic_throughput printed of updates of one address by the whole grid, by operation.
StringMap<double> readUpdatesOfGrid() {
  StringMap<double> Result;
  auto Buffer = MemoryBuffer::getFile(Twine(MEMLINT_TEST_DATA_DIR) +
                                      "/hardware/atomics/h100_atomic_throughput.csv");
  if (!Buffer) {
    ADD_FAILURE() << "cannot read the measurement";
    return Result;
  }
  SmallVector<StringRef> Lines;
  (*Buffer)->getBuffer().split(Lines, '\n');
  for (StringRef Line : Lines) {
    SmallVector<StringRef> Fields;
    double Number = 0;
    Line.split(Fields, ',');
    if (Fields.size() == 3 && Fields[1] == "grid" && !Fields[2].getAsDouble(Number))
      Result[Fields[0]] = Number;
  }
  return Result;
}

TEST(AtomicThroughputTest, TimesAreMeasured) {
  StringMap<double> Measured = readUpdatesOfGrid();
  for (StringRef Name : {"add.int", "add.u64"})
    EXPECT_NEAR(AtomicThroughput::IntegerUpdate, Measured.lookup(Name), 0.01) << Name.str();
  for (StringRef Name : {"add.float", "add.double"})
    EXPECT_NEAR(AtomicThroughput::FloatUpdate, Measured.lookup(Name), 0.01) << Name.str();
}

} // namespace
