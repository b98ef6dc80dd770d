//===- Occupancy.cpp - Blocks that fit a multiprocessor -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Code/Occupancy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

namespace {

struct Limits {
  llvm::StringLiteral Target;
  unsigned Warps, Blocks, SharedKilobytes;
};

} // namespace

static constexpr Limits Known[] = {
    {"sm_70", 64, 32, 96},   {"sm_72", 64, 32, 96},   {"sm_75", 32, 16, 64},
    {"sm_80", 64, 32, 164},  {"sm_86", 48, 16, 100},  {"sm_87", 48, 16, 164},
    {"sm_89", 48, 24, 100},  {"sm_90", 64, 32, 228},  {"sm_100", 64, 32, 228},
    {"sm_103", 64, 32, 228}, {"sm_120", 48, 24, 100}, {"sm_121", 48, 24, 100}};

std::optional<uint64_t> blocksPerMultiprocessor(StringRef Target, const BlockNeeds &Needs) {
  constexpr uint64_t RegistersOfMultiprocessor = 65536, RegisterUnit = 256, LanesOfWarp = 32;
  const auto *Limit = find_if(Known, [&](const Limits &Each) { return Each.Target == Target; });
  if (Limit == std::end(Known) || Needs.Threads == 0)
    return std::nullopt;
  uint64_t Warps = divideCeil(Needs.Threads, LanesOfWarp);
  uint64_t Blocks = std::min<uint64_t>(Limit->Blocks, Limit->Warps / Warps);
  if (Needs.Registers != 0) {
    uint64_t OfWarp = alignTo(Needs.Registers * LanesOfWarp, RegisterUnit);
    // Each of the four parts of a multiprocessor has registers and warps of its own.
    constexpr uint64_t Parts = 4;
    uint64_t WarpsThatFit = RegistersOfMultiprocessor / Parts / OfWarp * Parts;
    Blocks = std::min(Blocks, WarpsThatFit / Warps);
  }
  bool HasReserve =
      Limit->Target != "sm_70" && Limit->Target != "sm_72" && Limit->Target != "sm_75";
  uint64_t Shared = Needs.SharedBytes + (HasReserve ? 1024 : 0);
  if (Shared != 0)
    Blocks = std::min(Blocks, uint64_t(Limit->SharedKilobytes) * 1024 / Shared);
  return Blocks == 0 ? std::nullopt : std::optional(Blocks);
}

} // namespace memlint
