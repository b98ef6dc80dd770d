//===- ProgramIdentity.h - Which build of the program this is ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CACHE_PROGRAMIDENTITY_H
#define CUDA_MEMLINT_CACHE_PROGRAMIDENTITY_H

#include <string>

namespace memlint {

/// Bytes that no other build of this program has: the build identifiers that the linker wrote into
/// it and its libraries; where it wrote none into the program, the size of the program's file and
/// when that was written.
const std::string &programIdentity();

} // namespace memlint

#endif // CUDA_MEMLINT_CACHE_PROGRAMIDENTITY_H
