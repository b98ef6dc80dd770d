//===- ResultCache.h - Results of earlier runs ------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A folder of results, each under the hash of all that decides it but the disk, together with what
/// was read from the disk. Nobody needs it to be there: what cannot be read, is damaged, or was
/// made from other files is not found, and what cannot be written is not kept. Several processes
/// may use one folder.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CACHE_RESULTCACHE_H
#define CUDA_MEMLINT_CACHE_RESULTCACHE_H

#include "cuda-memlint/Frontend/FileReads.h"

#include "llvm/ADT/StringRef.h"

#include <array>
#include <atomic>
#include <optional>
#include <string>

namespace memlint {

/// A hash of what decides a result, but the disk.
using CacheKey = std::array<uint8_t, 32>;

class ResultCache {
public:
  ResultCache(std::string Folder, uint64_t MostBytes)
      : Folder(std::move(Folder)), MostBytes(MostBytes) {}

  /// What was stored under \p Key, if the disk, whose states are \p Now, still is as it was then.
  std::optional<std::string> find(const CacheKey &Key, FileStates &Now) const;
  /// Keeps \p Result, which was made from \p Reads, in the place of what is there.
  void store(const CacheKey &Key, const FileReads &Reads, llvm::StringRef Result) const;
  /// Removes what was not used for longest until the folder is as small as it must be, if something
  /// may have been added.
  void prune() const;

private:
  std::string pathOf(const CacheKey &Key) const;

  std::string Folder;
  uint64_t MostBytes;
  /// Something was not found: it will have been stored, perhaps by another process.
  mutable std::atomic<bool> Missed = false;
};

/// Where results are kept if nobody says where: $XDG_CACHE_HOME/cuda-memlint, or
/// ~/.cache/cuda-memlint; empty where the system names no such folder.
std::string defaultCacheFolder();

} // namespace memlint

#endif // CUDA_MEMLINT_CACHE_RESULTCACHE_H
