//===- LaunchTraffic.cpp - What a kernel moves as a whole -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/LaunchTraffic.h"

#include "cuda-memlint/Checks/CompiledCosts.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/Support/ErrorHandling.h"

namespace memlint {

LaunchTraffic trafficOf(const CompiledCosts &Costs, const KernelAnalysis &Kernel, unsigned Launch) {
  LaunchTraffic Sums;
  for (const Access &Site : Kernel.Program.Accesses) {
    std::optional<AccessCost> Cost = Costs.costOf(Site, Launch);
    if (!Cost)
      continue;
    SpaceTraffic &Sum = Sums[Site.Space];
    if (Cost->Known == Knowledge::Unknown || !Cost->Totals) {
      ++Sum.Unknown;
      continue;
    }
    Sum.IsMost |= Costs.isMost(Site, Launch);
    Sum.Requests += Cost->Totals->Requests;
    Sum.Cost += Cost->Totals->Cost;
    Sum.Excess += Cost->Totals->Cost - std::min(Cost->Totals->Cost, Cost->Totals->Ideal);
  }
  return Sums;
}

uint64_t unitBytes(MemorySpace Space, const DeviceShape &Device) {
  constexpr uint64_t WavefrontBytes = 128;
  switch (Space) {
  case MemorySpace::Global:
    return Device.UnitBytes;
  case MemorySpace::Shared:
    return WavefrontBytes;
  case MemorySpace::Constant:
  case MemorySpace::Local:
  case MemorySpace::Generic:
    return 0;
  }
  llvm_unreachable("covered switch");
}

uint64_t excessBytes(const LaunchTraffic &Traffic, const DeviceShape &Device) {
  uint64_t Bytes = 0;
  for (const auto &[Space, Sum] : Traffic)
    Bytes += Sum.Excess * unitBytes(Space, Device);
  return Bytes;
}

} // namespace memlint
