//===- KernelName.h - A kernel's name from its signature --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_TOOLCHAIN_KERNELNAME_H
#define CUDA_MEMLINT_HARDWARE_TOOLCHAIN_KERNELNAME_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace memlint {

/// The name of a kernel in the source's spelling from a demangled \p Signature:
/// `void ns::tile<float, (int)4, (bool)1>(T1 *)` to `ns::tile<float, 4, true>`. Values
/// of an enumeration stay as they are: `(Mode)1`.
std::string kernelNameOf(llvm::StringRef Signature);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_TOOLCHAIN_KERNELNAME_H
