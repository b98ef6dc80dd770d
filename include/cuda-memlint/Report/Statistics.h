//===- Statistics.h - How much of what was read is understood ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_REPORT_STATISTICS_H
#define CUDA_MEMLINT_REPORT_STATISTICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <string>

namespace memlint {

struct FileAnalysis;

/// Numbers over all files.
struct Statistics {
  /// Those that are incomplete are among those with errors.
  unsigned Files = 0, FilesWithErrors = 0, FilesIncomplete = 0, FilesNotParsed = 0;
  unsigned Kernels = 0, KernelsNotAnalysed = 0;
  unsigned Accesses = 0;
  /// By class of address.
  unsigned Exact = 0, Parametric = 0, DataDependent = 0, NotUnderstood = 0;
  /// Why addresses are not understood, and why kernels are not analysed.
  std::map<std::string, unsigned> AccessReasons, KernelReasons;
  /// Accesses whose cost is proved or assumed in at least one launch; the rest.
  unsigned Proved = 0, Assumed = 0, Unknown = 0;
};

Statistics collectStatistics(llvm::ArrayRef<FileAnalysis> Files);
void printStatistics(llvm::raw_ostream &Stream, const Statistics &Numbers);

} // namespace memlint

#endif // CUDA_MEMLINT_REPORT_STATISTICS_H
