//===- MemoryThroughputTest.cpp - The rates against measurements ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/MemoryThroughput.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

#include <map>

using namespace llvm;
using namespace memlint;

namespace {

/// What benchmarks/throughput printed: requests in a nanosecond by level, kind and distance between
/// lanes in words, and how many blocks, one on each multiprocessor, moved how many sectors in one.
struct MeasuredThroughput {
  std::string Device;
  std::map<std::tuple<std::string, std::string, unsigned>, double> Requests;
  std::map<std::pair<std::string, unsigned>, double> SectorsOfBlocks;

  double requests(StringRef Level, StringRef Kind, unsigned Stride) const {
    auto Found = Requests.find({Level.str(), Kind.str(), Stride});
    EXPECT_NE(Found, Requests.end()) << Level.str() << Kind.str() << Stride;
    return Found == Requests.end() ? 0 : Found->second;
  }
};

MeasuredThroughput readThroughput(StringRef File) {
  MeasuredThroughput Result;
  auto Buffer =
      MemoryBuffer::getFile(Twine(MEMLINT_TEST_DATA_DIR) + "/hardware/throughput/" + File);
  if (!Buffer) {
    ADD_FAILURE() << "cannot read " << File.str();
    return Result;
  }
  SmallVector<StringRef> Lines;
  (*Buffer)->getBuffer().split(Lines, '\n');
  for (StringRef Line : Lines) {
    if (Line.consume_front("# NVIDIA "))
      Result.Device = ("NVIDIA " + Line.split(',').first).str();
    SmallVector<StringRef> Fields;
    double Number = 0;
    unsigned Small = 0;
    // "# 8 blocks: l2 load 32673.90 sectors per us"
    Line.split(Fields, ' ');
    if (Fields.size() == 9 && Fields[2] == "blocks:" && !Fields[1].getAsInteger(10, Small) &&
        !Fields[5].getAsDouble(Number))
      Result.SectorsOfBlocks[{Fields[4].str(), Small}] = Number / 1000;
    Fields.clear();
    Line.split(Fields, ',');
    if (Fields.size() == 9 && !Fields[2].getAsInteger(10, Small) && !Fields[7].getAsDouble(Number))
      Result.Requests[{Fields[0].str(), Fields[1].str(), Small}] = Number / 1000;
  }
  return Result;
}

class MemoryThroughputTest : public testing::TestWithParam<const char *> {};

/// Within a twentieth.
void expectRate(double Rate, double Measured) { EXPECT_NEAR(Rate, Measured, Measured / 20); }

// A request by 32 lanes that are 8 words apart takes 8 lines of 4 sectors, at 32 words 32 of one.
TEST_P(MemoryThroughputTest, RatesAreMeasured) {
  MeasuredThroughput Measured = readThroughput(GetParam());
  const MemoryThroughput *Rates = findMemoryThroughput(Measured.Device);
  ASSERT_TRUE(Rates) << Measured.Device;
  double Multiprocessors = Rates->Multiprocessors;
  for (unsigned Stride : {8u, 16u, 32u}) {
    expectRate(Rates->LinesPerMultiprocessor,
               Measured.requests("l1", "load", Stride) * Stride / Multiprocessors);
    expectRate(Rates->LinesPerMultiprocessor,
               Measured.requests("shared", "load", Stride) * Stride / Multiprocessors);
  }
  expectRate(Rates->LoadedSectors, Measured.requests("l2", "load", 8) * 32);
  expectRate(Rates->LoadedLines, Measured.requests("l2", "load", 32) * 32);
  expectRate(Rates->StoredSectors, Measured.requests("l2", "store", 8) * 32);
  expectRate(Rates->StoredLines, Measured.requests("l2", "store", 32) * 32);
  expectRate(Rates->LoadedGranules, Measured.requests("dram", "load", 8) * 16);
  expectRate(Rates->StoredGranules, Measured.requests("dram", "store", 1) * 2);
  expectRate(Rates->PartlyStoredGranules, Measured.requests("dram", "store", 8) * 16);
  expectRate(Rates->LoadedSectorsPerMultiprocessor, Measured.SectorsOfBlocks[{"load", 4}] / 4);
  expectRate(Rates->StoredSectorsPerMultiprocessor, Measured.SectorsOfBlocks[{"store", 4}] / 4);
}

INSTANTIATE_TEST_SUITE_P(Devices, MemoryThroughputTest, testing::Values("h100.csv", "h200.csv"));

TEST(MemoryThroughputTest, OthersAreUnknown) {
  EXPECT_EQ(findMemoryThroughput("NVIDIA A100-SXM4-80GB"), nullptr);
  EXPECT_EQ(findMemoryThroughput(""), nullptr);
  // A part of a device, or a relative of it.
  EXPECT_EQ(findMemoryThroughput("NVIDIA H100 80GB HBM3 MIG 1g.10gb"), nullptr);
  EXPECT_EQ(findMemoryThroughput("NVIDIA H200 NVL"), nullptr);
}

} // namespace
