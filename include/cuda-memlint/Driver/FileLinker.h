//===- FileLinker.h - Launchers that other files call -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A launcher in one file may be called from another only. When several files are
/// analysed together, host code is run first: where the launchers of a file are called by
/// others, once more with the arguments of those calls, until nothing new appears. Kernels
/// are analysed with what the files have then received.
///
/// Files of several programs may be given together. A name means what the only file in
/// the same folder defines, else the only file at all; if several do, nothing.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_DRIVER_FILELINKER_H
#define CUDA_MEMLINT_DRIVER_FILELINKER_H

#include "cuda-memlint/Model/HostLinks.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace memlint {

struct FileAnalysis;

/// Usage: find the links of all files with DriverOptions::SeveralFiles; then, until next()
/// gives none, find those of the files whose indices it gives with factsOf() each, in any order,
/// and put them in place of the earlier ones. It reads the paths and links of files only, and what
/// it gives depends only on them and their order.
class FileLinker {
public:
  std::vector<size_t> next(llvm::ArrayRef<FileAnalysis> Files);
  /// What other files contribute to the file at an index, as far as next() has seen.
  const OutsideFacts &factsOf(size_t File) const { return Given[File]; }

private:
  /// A constant, the call that it decides, and calls that lead from file to file to
  /// file; also an end to recursion.
  static constexpr unsigned MaximumRounds = 4;

  unsigned Rounds = 0;
  static std::vector<OutsideFacts> factsFrom(llvm::ArrayRef<FileAnalysis> Files);

  /// By file, what its links were found with last, and the launches that others make of its
  /// kernels.
  std::vector<OutsideFacts> Given;
};

} // namespace memlint

#endif // CUDA_MEMLINT_DRIVER_FILELINKER_H
