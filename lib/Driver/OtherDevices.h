//===- OtherDevices.h - Files for several devices ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_DRIVER_OTHERDEVICES_H
#define CUDA_MEMLINT_DRIVER_OTHERDEVICES_H

#include "cuda-memlint/Driver/Driver.h"

namespace memlint {

/// A further device, and the files that are wanted for it, too.
struct OtherDevice {
  std::string Name;
  /// Indices into the files of the run.
  std::vector<size_t> Files;
};

/// The devices that are wanted for \p Files besides the first of each, in the order of their first
/// mention.
std::vector<OtherDevice> otherDevicesOf(llvm::ArrayRef<SourceFile> Files,
                                        const DriverOptions &Options);

/// \p Options with \p Device in the place of those that they name. Nobody reads the trees.
DriverOptions optionsForDevice(llvm::StringRef Device, const DriverOptions &Options);

} // namespace memlint

#endif // CUDA_MEMLINT_DRIVER_OTHERDEVICES_H
