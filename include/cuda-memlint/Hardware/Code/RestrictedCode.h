//===- RestrictedCode.h - What __restrict__ comes to ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Holds findings of cuda-missing-restrict against the compiler: the code with their fixes
/// made, beside the code as it is.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_CODE_RESTRICTEDCODE_H
#define CUDA_MEMLINT_HARDWARE_CODE_RESTRICTEDCODE_H

#include "cuda-memlint/Hardware/Code/CodeGeneration.h"
#include "cuda-memlint/Model/LaunchContext.h"

namespace memlint {

struct FileAnalysis;
struct KernelAnalysis;

/// What the compiler makes of \p Change, in words: "ld.global.nc 0 -> 2, loads from global
/// memory 4 -> 2, registers 12 -> 14; ...". Says so where fewer blocks of one of \p Launches fit
/// a multiprocessor of \p Target than before.
std::string describeRestriction(const KernelCodeChange &Change,
                                llvm::ArrayRef<LaunchContext> Launches, llvm::StringRef Target);

/// \p Text with all edits of \p Findings by cuda-missing-restrict to \p Path made, each once.
std::string withRestrictions(llvm::StringRef Text, llvm::StringRef Path,
                             llvm::ArrayRef<KernelAnalysis> Kernels);

/// Compiles \p File, that of \p Programs, and a copy with the fixes of all its findings by
/// cuda-missing-restrict made, and adds to each the effect on its kernel as a note; takes the
/// fixes back where the copy does not compile. Fixes in other files are not made. The error is
/// one line.
llvm::Error noteRestrictedCode(FileAnalysis &File, const FilePrograms &Programs);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_CODE_RESTRICTEDCODE_H
