//===- AtomicTimesTest.cpp - The times of atomics against measurements ----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each row of test/hardware/atomics, and those of appended lists: what the rules say of an atomic
// with the row's operation, space, use of the result and number of lanes or threads at an address,
// and what was measured.
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/AtomicTimes.h"

#include "cuda-memlint/CudaModel/AtomicOperation.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace memlint;

namespace {

using Fields = SmallVector<StringRef, 5>;

/// Calls \p Check with the fields of each row but the heading, and returns how many there are.
template <typename Function> size_t forEachRow(StringRef File, Function Check) {
  auto Buffer = MemoryBuffer::getFile(Twine(MEMLINT_TEST_DATA_DIR) + "/hardware/" + File);
  if (!Buffer) {
    ADD_FAILURE() << "cannot read " << File.str();
    return 0;
  }
  SmallVector<StringRef> Lines;
  (*Buffer)->getBuffer().split(Lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  size_t Rows = 0;
  for (StringRef Line : Lines) {
    if (Line.starts_with("#") || Line.starts_with("operation,") || Line.starts_with("form,"))
      continue;
    Fields Row;
    Line.split(Row, ',');
    SCOPED_TRACE(Line.str());
    Check(Row);
    ++Rows;
  }
  return Rows;
}

double number(StringRef Text) {
  double Result = 0;
  EXPECT_FALSE(Text.getAsDouble(Result)) << Text.str();
  return Result;
}

/// The update that a row names "add.int" or "cas-loop.double". Its operand is one for all lanes and
/// known at launch only.
AtomicUse updateNamed(StringRef Name, ExprContext &Exprs, bool ResultIsUsed) {
  auto [Operation, Type] = Name.split('.');
  AtomicUse Use;
  Use.Operation = StringSwitch<AtomicOperation>(Operation)
                      .Case("add", AtomicOperation::Add)
                      .Case("max", AtomicOperation::Maximum)
                      .Case("exchange", AtomicOperation::Exchange)
                      .Cases("cas", "cas-loop", AtomicOperation::CompareAndSwap);
  Use.Bytes = Type == "double" || Type == "u64" ? 8 : 4;
  // A loop swaps the bits of its numbers.
  Use.IsInteger = Operation == "cas-loop" || (Type != "float" && Type != "double");
  Use.IsUnsigned = Type == "unsigned" || Type == "u64";
  Use.ResultIsUsed = ResultIsUsed;
  LeafInfo Operand;
  Operand.Kind = LeafKind::Parameter;
  Operand.Varies = Uniformity::Grid;
  Use.Operand = Exprs.leaf(Operand);
  return Use;
}

TimedAtomic timed(const AtomicUse &Use, StringRef Name, MemorySpace Space) {
  TimedAtomic Result;
  Result.Space = Space;
  Result.Form = Use.form();
  Result.Bytes = Use.Bytes;
  Result.IsInteger = Use.IsInteger;
  Result.ResultIsUsed = Use.ResultIsUsed;
  Result.IsRetried = Name.starts_with("cas-loop");
  // Each lane has the same number for the maximum.
  Result.ChangesValue = !Name.starts_with("max");
  return Result;
}

void expectWithin(double Rule, double Measured, double Share) {
  EXPECT_NEAR(Rule / Measured, 1, Share) << "rule: " << Rule;
}

TEST(AtomicTimesTest, CyclesOfWarps) {
  ExprContext Exprs;
  size_t Rows = forEachRow("atomics/h100_atomic_cycles.csv", [&](const Fields &Row) {
    ASSERT_EQ(Row.size(), 5u);
    AtomicUse Use = updateNamed(Row[0], Exprs, Row[2] == "used");
    MemorySpace Space = Row[1] == "shared" ? MemorySpace::Shared : MemorySpace::Global;
    double Rule = AtomicTimes::cyclesOfWarp(timed(Use, Row[0], Space), unsigned(number(Row[3])));
    expectWithin(Rule, number(Row[4]), 0.08);
  });
  EXPECT_EQ(Rows, 240u);
}

/// Two launches of 1,056 blocks of 256 threads, and of 132 for loops, as atomic_throughput.cu has
/// them.
constexpr double ThreadsOfLoops = 132 * 256;

TEST(AtomicTimesTest, ThroughputOfGrids) {
  ExprContext Exprs;
  size_t Rows = forEachRow("atomics/h100_atomic_throughput.csv", [&](const Fields &Row) {
    ASSERT_EQ(Row.size(), 3u);
    AtomicUse Use = updateNamed(Row[0], Exprs, /*ResultIsUsed=*/false);
    TimedAtomic Atomic = timed(Use, Row[0], MemorySpace::Global);
    StringRef Sharing = Row[1];
    double Measured = number(Row[2]), InTurn = AtomicTimes::updateInTurn(Atomic);
    bool IsOfGrid = Sharing.starts_with("grid");
    if (Atomic.IsRetried) {
      double AtOne = IsOfGrid ? ThreadsOfLoops : number(Sharing);
      EXPECT_GE(Measured * ThreadsOfLoops / AtOne, AtomicTimes::leastRetriedUpdate());
    } else if (Sharing == "grid") {
      expectWithin(InTurn, Measured, 0.05);
    } else if (Sharing == "grid-uniform-address-known") {
      bool IsCombined = Use.combining() == AtomicCombining::ByCompiler;
      expectWithin(IsCombined ? InTurn / NvidiaWarpLanes : InTurn, Measured, 0.10);
    } else if (Sharing == "warp-reduced") {
      expectWithin(InTurn / NvidiaWarpLanes, Measured, 0.10);
    } else if (Sharing == "block-reduced") {
      // Barriers are part of what was measured.
      expectWithin(InTurn / 256, Measured, 0.25);
    } else if (unsigned Threads = unsigned(number(Sharing)); Threads <= NvidiaWarpLanes) {
      expectWithin(AtomicTimes::updateOfWarp(Atomic, Threads), Measured, 0.30);
    } else {
      // Several warps of a block: between those of one warp and those of the grid.
      EXPECT_GT(Measured, AtomicTimes::updateOfWarp(Atomic, NvidiaWarpLanes));
      EXPECT_LT(Measured, InTurn);
    }
  });
  EXPECT_EQ(Rows, 47u);
}

TEST(AtomicTimesTest, FewAddresses) {
  ExprContext Exprs;
  size_t Rows = forEachRow("atomics/h100_few_addresses.csv", [&](const Fields &Row) {
    ASSERT_EQ(Row.size(), 3u);
    AtomicUse Use = updateNamed(Row[0], Exprs, /*ResultIsUsed=*/false);
    TimedAtomic Atomic = timed(Use, Row[0], MemorySpace::Global);
    // Thread t updates element t modulo their number, from the start of a sector on.
    auto Addresses = unsigned(number(Row[1]));
    unsigned Sectors =
        (Addresses * Use.Bytes + TargetModel::SectorBytes - 1) / TargetModel::SectorBytes;
    expectWithin(AtomicTimes::updateAtFew(Atomic, Addresses, Sectors), number(Row[2]), 0.02);
  });
  EXPECT_EQ(Rows, 45u);
}

/// Lists that all threads append to: one update for each warp, by the compiler or in the source, or
/// one for each thread where the compiler does not see that the counter is one.
TEST(AtomicTimesTest, AppendedLists) {
  ExprContext Exprs;
  AtomicUse Use = updateNamed("add.unsigned", Exprs, /*ResultIsUsed=*/true);
  double InTurn = AtomicTimes::updateInTurn(timed(Use, "add.unsigned", MemorySpace::Global));
  constexpr double Lanes = 32, Threads = 256;
  size_t Rows = forEachRow("checks/h100_worklist.csv", [&](const Fields &Row) {
    ASSERT_EQ(Row.size(), 3u);
    double Measured = number(Row[2]);
    if (Row[0] == "appendNotSeen")
      expectWithin(InTurn, Measured, 0.05);
    else if (Row[0] == "appendByBlock") // Its barriers and the copy are in the time.
      EXPECT_LT(InTurn / Threads, Measured);
    else if (Row[0] != "copyAll")
      expectWithin(InTurn / Lanes, Measured, 0.1);
  });
  EXPECT_EQ(Rows, 8u);
}

} // namespace
