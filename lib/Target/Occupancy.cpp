//===- Occupancy.cpp - Blocks that fit a multiprocessor -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/Occupancy.h"

#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

/// Null: its limits are not known.
static const TargetModel *findLimits(StringRef Target) {
  const TargetModel *Limit =
      find_if(nvidiaTargets(), [&](const TargetModel &Each) { return Each.name() == Target; });
  return Limit == nvidiaTargets().end() || Limit->WarpsPerMultiprocessor == 0 ? nullptr : Limit;
}

std::optional<uint64_t> blocksPerMultiprocessor(StringRef Target, const BlockNeeds &Needs) {
  const TargetModel *Limit = findLimits(Target);
  if (!Limit)
    return std::nullopt;
  return blocksPerMultiprocessor(Target, Needs, Limit->SharedBytesPerMultiprocessor);
}

std::optional<uint64_t> blocksPerMultiprocessor(StringRef Target, const BlockNeeds &Needs,
                                                uint64_t Capacity) {
  constexpr uint64_t RegistersOfMultiprocessor = 65536, RegisterUnit = 256, LanesOfWarp = 32;
  const TargetModel *Limit = findLimits(Target);
  if (!Limit || Needs.Threads == 0)
    return std::nullopt;
  uint64_t Warps = divideCeil(Needs.Threads, LanesOfWarp);
  uint64_t Blocks =
      std::min<uint64_t>(Limit->BlocksPerMultiprocessor, Limit->WarpsPerMultiprocessor / Warps);
  if (Needs.Registers != 0) {
    uint64_t OfWarp = alignTo(Needs.Registers * LanesOfWarp, RegisterUnit);
    // Each of the four parts of a multiprocessor has registers and warps of its own.
    constexpr uint64_t Parts = 4;
    uint64_t WarpsThatFit = RegistersOfMultiprocessor / Parts / OfWarp * Parts;
    Blocks = std::min(Blocks, WarpsThatFit / Warps);
  }
  uint64_t Shared = Needs.SharedBytes + Limit->reservedSharedBytes();
  if (Shared != 0)
    Blocks = std::min(Blocks, Capacity / Shared);
  return Blocks == 0 ? std::nullopt : std::optional(Blocks);
}

} // namespace memlint
