//===- DriverState.h - What NVIDIA's driver says ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_TOOLCHAIN_DRIVERSTATE_H
#define CUDA_MEMLINT_HARDWARE_TOOLCHAIN_DRIVERSTATE_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// Whether the text of /proc/driver/nvidia/params says that only an administrator may read the
/// GPU's counters; nothing where it does not say.
std::optional<bool> restrictsCounters(llvm::StringRef Parameters);

/// The GPUs that `nvidia-smi` lists, as "NVIDIA H200, 580.65.06" (name and driver): empty where it
/// lists none, fails or is not on PATH.
std::vector<std::string> listDevices();

/// Likewise, as "9.0".
std::vector<std::string> listComputeCapabilities();

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_TOOLCHAIN_DRIVERSTATE_H
