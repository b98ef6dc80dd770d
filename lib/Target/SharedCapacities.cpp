//===- SharedCapacities.cpp - Splits of cache and shared memory ----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/SharedCapacities.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

// CUDA Programming Guide 13, compute capabilities, "Shared Memory Capacity per Compute Capability";
// for 7.0 and 7.2: Volta Tuning Guide, "Unified Shared Memory/L1/Texture Cache". Later devices have
// the first capacities of one list, up to their largest.
static constexpr unsigned OfVolta[] = {0, 8, 16, 32, 64, 96};
static constexpr unsigned OfTuring[] = {32, 64};
static constexpr unsigned Later[] = {0, 8, 16, 32, 64, 100, 132, 164, 196, 228};

static constexpr uint64_t KB = 1024;

ArrayRef<unsigned> sharedCapacities(const TargetModel &Target) {
  if (Target.Shape.IsAmd || Target.Capability < 70 || Target.SharedBytesPerMultiprocessor == 0)
    return {};
  if (Target.Capability < 75)
    return OfVolta;
  if (Target.Capability < 80)
    return OfTuring;
  size_t Count = size_t(find(Later, Target.SharedBytesPerMultiprocessor / KB) - std::begin(Later));
  return ArrayRef(Later).take_front(Count + 1);
}

std::optional<uint64_t> capacityForHint(const TargetModel &Target, unsigned Percent,
                                        uint64_t BlockBytes) {
  ArrayRef<unsigned> Capacities = sharedCapacities(Target);
  if (Capacities.empty())
    return std::nullopt;
  uint64_t Hinted = 0;
  for (unsigned Each : reverse(Capacities))
    if (Each * 100 >= Percent * Capacities.back())
      Hinted = Each * KB;
  for (unsigned Each : Capacities)
    if (Each * KB >= std::max(Hinted, BlockBytes))
      return Each * KB;
  return std::nullopt;
}

} // namespace memlint
