//===- MemoryThroughput.cpp - What a device moves in a time ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Target/MemoryThroughput.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// From test/hardware/throughput; a unit test compares them.
static constexpr MemoryThroughput Devices[] = {
    {/*Device=*/"NVIDIA H100 80GB", /*Multiprocessors=*/132, /*LinesPerMultiprocessor=*/1.96,
     /*LoadedSectors=*/240, /*LoadedLines=*/134, /*StoredSectors=*/100, /*StoredLines=*/64,
     /*LoadedSectorsPerMultiprocessor=*/7.0, /*StoredSectorsPerMultiprocessor=*/1.56,
     /*LoadedGranules=*/48.4, /*StoredGranules=*/44.1, /*PartlyStoredGranules=*/22,
     /*LeastLaunch=*/1000},
};

const MemoryThroughput *findMemoryThroughput(StringRef Device) {
  const MemoryThroughput *Found = find_if(
      Devices, [&](const MemoryThroughput &Each) { return Device.starts_with(Each.Device); });
  return Found == std::end(Devices) ? nullptr : Found;
}

} // namespace memlint
