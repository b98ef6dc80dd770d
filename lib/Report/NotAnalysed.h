//===- NotAnalysed.h - The kernels that were left out -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_NOTANALYSED_H
#define CUDA_MEMLINT_LIB_REPORT_NOTANALYSED_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace memlint {

struct FileAnalysis;
struct KernelAnalysis;

/// The kernels that were not analysed, in one line, and the reason where it is the same for all:
/// "'fft', 'halo': the analysis budget of the file ran out after 6 kernels". Empty: there are none.
std::string namesNotAnalysed(llvm::ArrayRef<FileAnalysis> Files);

/// Why some pairs of accesses of \p Kernel were not compared for races in a launch that was looked
/// at: the first such reason. Empty: all pairs were.
std::string whyNotCompared(const KernelAnalysis &Kernel);

/// The kernels for which whyNotCompared() says something, in one line like that of
/// namesNotAnalysed().
std::string namesNotCompared(llvm::ArrayRef<FileAnalysis> Files);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_NOTANALYSED_H
