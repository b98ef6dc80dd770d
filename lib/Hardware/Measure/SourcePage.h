//===- SourcePage.h - The profiler's page of source lines -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_MEASURE_SOURCEPAGE_H
#define CUDA_MEMLINT_LIB_HARDWARE_MEASURE_SOURCEPAGE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace memlint {

/// An instruction in one location of the page. Texts point into the page.
struct ListedInstruction {
  uint64_t Address = 0;
  llvm::StringRef Text;
  /// Line of the source that it is listed under; 0 for none.
  unsigned Line = 0;
  /// Bits per lane, empty when it was not executed or has none.
  std::optional<unsigned> Bits;
  /// inst_executed and thread_inst_executed_true.
  uint64_t Warps = 0, Lanes = 0;
  /// Empty when the table has no such column, as in launches that use no shared memory.
  std::optional<uint64_t> Sectors, SectorsIdeal, Wavefronts, WavefrontsIdeal;
};

/// What one launch executed of one function's code that comes from one file.
struct SourceTable {
  llvm::StringRef Path;
  /// Demangled, with parameters.
  llvm::StringRef Function;
  std::vector<ListedInstruction> Instructions;
  /// The first that the page lists under this path; others that follow are of the same launch.
  bool BeginsFile = true;
};

/// The tables of the page, in its order: all of one launch, then all of the next.
llvm::Expected<std::vector<SourceTable>> readSourcePage(llvm::StringRef Page);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_MEASURE_SOURCEPAGE_H
