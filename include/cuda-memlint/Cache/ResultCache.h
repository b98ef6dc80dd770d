//===- ResultCache.h - Results of earlier runs ------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Results, each under the hash of all that decides it but the disk, together with what was read
/// from the disk. Nobody needs them to be there: what cannot be read, is damaged, or was made from
/// other files is not found, and what cannot be written is not kept.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CACHE_RESULTCACHE_H
#define CUDA_MEMLINT_CACHE_RESULTCACHE_H

#include "cuda-memlint/Cache/ResultStore.h"
#include "cuda-memlint/Frontend/FileReads.h"

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace memlint {

class ResultCache {
public:
  /// What is found in one of \p Stores is put into those before it.
  explicit ResultCache(std::vector<std::shared_ptr<const ResultStore>> Stores)
      : Stores(std::move(Stores)) {}

  /// What was stored under \p Key, if the disk, whose states are \p Now, still is as it was then.
  std::optional<std::string> find(const CacheKey &Key, FileStates &Now) const;
  /// Keeps \p Result, which was made from \p Reads, in all stores.
  void store(const CacheKey &Key, const FileReads &Reads, llvm::StringRef Result) const;
  /// Something was not found in the first store: it will have been put there since.
  bool hasGrown() const { return Grown; }

private:
  std::vector<std::shared_ptr<const ResultStore>> Stores;
  mutable std::atomic<bool> Grown = false;
};

} // namespace memlint

#endif // CUDA_MEMLINT_CACHE_RESULTCACHE_H
