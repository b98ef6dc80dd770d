//===- WholePath.h - Paths as they are compared -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_TOOLCHAIN_WHOLEPATH_H
#define CUDA_MEMLINT_HARDWARE_TOOLCHAIN_WHOLEPATH_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace memlint {

/// \p Path, absolute and without dots, as compilers see it.
std::string wholePath(llvm::StringRef Path);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_TOOLCHAIN_WHOLEPATH_H
