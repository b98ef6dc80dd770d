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

/// From test/hardware/throughput; a unit test compares them. 67 * 10^12 operations in a second are
/// 507.6 in a nanosecond for each of 132 multiprocessors.
static constexpr MemoryThroughput Devices[] = {
    {/*Device=*/"NVIDIA H100 80GB HBM3", /*Multiprocessors=*/132, /*LinesPerMultiprocessor=*/1.96,
     /*LoadedSectors=*/240, /*LoadedLines=*/134, /*StoredSectors=*/100, /*StoredLines=*/64,
     /*LoadedSectorsPerMultiprocessor=*/7.0, /*StoredSectorsPerMultiprocessor=*/1.56,
     /*LoadedGranules=*/48.4, /*StoredGranules=*/44.1, /*PartlyStoredGranules=*/22,
     /*LeastLaunch=*/800, /*SinglePerMultiprocessor=*/507.6, /*DoublePerMultiprocessor=*/253.8},
    {/*Device=*/"NVIDIA H200", /*Multiprocessors=*/132, /*LinesPerMultiprocessor=*/1.96,
     /*LoadedSectors=*/280, /*LoadedLines=*/158, /*StoredSectors=*/117, /*StoredLines=*/74.8,
     /*LoadedSectorsPerMultiprocessor=*/7.1, /*StoredSectorsPerMultiprocessor=*/1.56,
     /*LoadedGranules=*/70.6, /*StoredGranules=*/55.2, /*PartlyStoredGranules=*/30.3,
     /*LeastLaunch=*/800, /*SinglePerMultiprocessor=*/507.6, /*DoublePerMultiprocessor=*/253.8},
};

const MemoryThroughput *findMemoryThroughput(StringRef Device) {
  const MemoryThroughput *Found =
      find_if(Devices, [&](const MemoryThroughput &Each) { return Device == Each.Device; });
  return Found == std::end(Devices) ? nullptr : Found;
}

} // namespace memlint
