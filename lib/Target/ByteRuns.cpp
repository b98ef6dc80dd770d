//===- ByteRuns.cpp - Sectors that runs of bytes touch together -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/ByteRuns.h"

#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <tuple>

using namespace llvm;

namespace memlint {

RequestCost sectorsOf(MutableArrayRef<ByteRun> Runs) {
  llvm::sort(Runs, [](const ByteRun &Left, const ByteRun &Right) {
    return std::tie(Left.First, Left.End) < std::tie(Right.First, Right.End);
  });
  constexpr int64_t SectorBytes = TargetModel::SectorBytes;
  int64_t Bytes = 0, Sectors = 0;
  // Behind those that were counted.
  int64_t NextByte = Runs.front().First;
  int64_t NextSector = divideFloorSigned(NextByte, SectorBytes);
  for (const ByteRun &Each : Runs) {
    Bytes += std::max<int64_t>(Each.End - std::max(Each.First, NextByte), 0);
    NextByte = std::max(NextByte, Each.End);
    int64_t FirstSector = divideFloorSigned(Each.First, SectorBytes);
    int64_t EndSector = divideFloorSigned(Each.End - 1, SectorBytes) + 1;
    Sectors += std::max<int64_t>(EndSector - std::max(FirstSector, NextSector), 0);
    NextSector = std::max(NextSector, EndSector);
  }
  return {uint32_t(Sectors), uint32_t(divideCeil(uint64_t(Bytes), uint64_t(SectorBytes)))};
}

} // namespace memlint
