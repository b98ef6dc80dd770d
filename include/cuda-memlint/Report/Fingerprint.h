//===- Fingerprint.h - Names for accesses that survive edits ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_REPORT_FINGERPRINT_H
#define CUDA_MEMLINT_REPORT_FINGERPRINT_H

#include "cuda-memlint/MemoryProgram/MemoryProgram.h"

#include <string>
#include <vector>

namespace memlint {

/// For each access of \p Kernel 16 hexadecimal digits that do not depend on
/// lines, columns or spacing: a hash of the kernel's name, the access as written,
/// its space and kind, and its number among the accesses that agree in these.
std::vector<std::string> fingerprintAccesses(const KernelProgram &Kernel);

} // namespace memlint

#endif // CUDA_MEMLINT_REPORT_FINGERPRINT_H
