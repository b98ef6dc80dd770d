//===- Fingerprint.h - Names that survive edits -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_REPORT_FINGERPRINT_H
#define CUDA_MEMLINT_REPORT_FINGERPRINT_H

#include "cuda-memlint/Report/SourceText.h"

#include <string>
#include <vector>

namespace memlint {

struct KernelAnalysis;
struct KernelProgram;

/// For each access of \p Kernel 16 hexadecimal digits that do not depend on
/// lines, columns or spacing: a hash of the kernel's name, the access as written,
/// its space and kind, and its number among the accesses that agree in these.
std::vector<std::string> fingerprintAccesses(const KernelProgram &Kernel);

/// The same for each finding of \p Kernel: a hash of its check, the kernel's name, the access
/// or, where it is about something else, the text in \p Sources where it is found, and its
/// number among the findings of the kernel that agree in these. Launches, and what the
/// message says of them, are not part of it.
std::vector<std::string> fingerprintFindings(const KernelAnalysis &Kernel, SourceTexts &Sources);

} // namespace memlint

#endif // CUDA_MEMLINT_REPORT_FINGERPRINT_H
