//===- AmdWording.h - Findings for AMD's devices ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_AMDWORDING_H
#define CUDA_MEMLINT_LIB_CHECKS_AMDWORDING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace memlint {

struct FileAnalysis;

/// \p Text with the vendor's word for warps, but for what stands between backquotes.
std::string withWavefronts(llvm::StringRef Text);

/// Words the findings of those of \p Files that were analysed for a device of AMD's.
void wordForAmd(llvm::MutableArrayRef<FileAnalysis> Files);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_AMDWORDING_H
