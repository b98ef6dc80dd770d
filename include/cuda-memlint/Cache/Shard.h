//===- Shard.h - The results of a part of the files -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A run over many files can be divided among machines: each writes what it found out about its
/// part of the files as one file, a shard, and a run over all files takes its results from there.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CACHE_SHARD_H
#define CUDA_MEMLINT_CACHE_SHARD_H

#include "cuda-memlint/Cache/ResultStore.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>
#include <vector>

namespace memlint {

/// Which run a shard is of, and which part of it.
struct ShardHead {
  /// From 1 to Count.
  unsigned Index = 1;
  unsigned Count = 1;
  /// The folder that the run was started in.
  std::string Folder;
  /// What the run is, as on the command line: its options and paths, and what follows the `--`.
  std::vector<std::string> Options;
  std::vector<std::string> CompileOptions;
};

/// Writes a shard with all of \p Results.
void writeShard(llvm::raw_ostream &Stream, const ShardHead &Head, const ResultFolder &Results);

/// All shards of one run.
struct ShardedRun {
  /// That of one of them.
  ShardHead Head;
  std::shared_ptr<const ResultStore> Results;
};

/// Reads the shards at \p Paths. The error is one line: a file is not a shard, one is of another
/// run, of another version of this program or from another folder, or one is missing.
llvm::Expected<ShardedRun> readShards(llvm::ArrayRef<std::string> Paths);

} // namespace memlint

#endif // CUDA_MEMLINT_CACHE_SHARD_H
