//===- UnmatchedKernels.h - Configured kernels that no file has -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_DRIVER_UNMATCHEDKERNELS_H
#define CUDA_MEMLINT_DRIVER_UNMATCHEDKERNELS_H

#include "cuda-memlint/Driver/Driver.h"

namespace memlint {

struct FileAnalysis;

struct UnmatchedBudget {
  /// Its first limit.
  const KernelBudget *Budget;
  /// What may have been meant, as didYouMean() says it.
  std::string Hint;
};

/// The budgets in the configurations of \p Files that match none of their kernels, in the order of
/// the files. They refer to \p Options.
std::vector<UnmatchedBudget> findUnmatchedBudgets(llvm::ArrayRef<FileAnalysis> Files,
                                                  const DriverOptions &Options);

/// A kernel in a configuration that may be meant for another one.
struct MisspeltKernel {
  SourcePosition Position;
  /// One line, without the position.
  std::string Message;
};

/// The launches and assumptions in the configurations of \p Files that match none of their kernels,
/// but are called almost the same as one.
std::vector<MisspeltKernel> findMisspeltKernels(llvm::ArrayRef<FileAnalysis> Files,
                                                const DriverOptions &Options);

} // namespace memlint

#endif // CUDA_MEMLINT_DRIVER_UNMATCHEDKERNELS_H
