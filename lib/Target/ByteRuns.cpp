//===- ByteRuns.cpp - Units that runs of bytes touch together -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/ByteRuns.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <tuple>

using namespace llvm;

namespace memlint {

static void sortRuns(MutableArrayRef<ByteRun> Runs) {
  llvm::sort(Runs, [](const ByteRun &Left, const ByteRun &Right) {
    return std::tie(Left.First, Left.End) < std::tie(Right.First, Right.End);
  });
}

/// \p Runs with those that overlap or follow each other as one.
static SmallVector<ByteRun> joinRuns(MutableArrayRef<ByteRun> Runs) {
  sortRuns(Runs);
  SmallVector<ByteRun> Joined;
  for (const ByteRun &Each : Runs)
    if (!Joined.empty() && Each.First <= Joined.back().End)
      Joined.back().End = std::max(Joined.back().End, Each.End);
    else
      Joined.push_back(Each);
  return Joined;
}

uint64_t bytesOf(MutableArrayRef<ByteRun> Runs) {
  uint64_t Bytes = 0;
  for (const ByteRun &Each : joinRuns(Runs))
    Bytes += uint64_t(Each.End - Each.First);
  return Bytes;
}

bool fillUnit(MutableArrayRef<ByteRun> Runs, unsigned UnitBytes) {
  return any_of(joinRuns(Runs), [Unit = int64_t(UnitBytes)](const ByteRun &Each) {
    return divideFloorSigned(Each.First + Unit - 1, Unit) * Unit + Unit <= Each.End;
  });
}

RequestCost unitsOf(MutableArrayRef<ByteRun> Runs, unsigned UnitBytes) {
  sortRuns(Runs);
  int64_t Bytes = 0, Units = 0;
  // Behind those that were counted.
  int64_t NextByte = Runs.front().First;
  int64_t NextUnit = divideFloorSigned(NextByte, int64_t(UnitBytes));
  for (const ByteRun &Each : Runs) {
    Bytes += std::max<int64_t>(Each.End - std::max(Each.First, NextByte), 0);
    NextByte = std::max(NextByte, Each.End);
    int64_t FirstUnit = divideFloorSigned(Each.First, int64_t(UnitBytes));
    int64_t EndUnit = divideFloorSigned(Each.End - 1, int64_t(UnitBytes)) + 1;
    Units += std::max<int64_t>(EndUnit - std::max(FirstUnit, NextUnit), 0);
    NextUnit = std::max(NextUnit, EndUnit);
  }
  return {uint32_t(Units), uint32_t(divideCeil(uint64_t(Bytes), uint64_t(UnitBytes)))};
}

} // namespace memlint
