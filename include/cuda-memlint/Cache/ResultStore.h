//===- ResultStore.h - Where results are kept -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CACHE_RESULTSTORE_H
#define CUDA_MEMLINT_CACHE_RESULTSTORE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <array>
#include <string>

namespace memlint {

/// A hash of all that decides a result, but the disk.
using CacheKey = std::array<uint8_t, 32>;

/// Entries by their keys; see CacheEntry.h. May be used on several threads.
class ResultStore {
public:
  virtual ~ResultStore() = default;

  /// The bytes under \p Key, which may be damaged; null where there are none.
  virtual std::unique_ptr<llvm::MemoryBuffer> read(const CacheKey &Key) const = 0;
  /// Puts \p Entry there, in the place of what is there already, if that is possible.
  virtual void write(const CacheKey &Key, llvm::StringRef Entry) const = 0;
};

/// A folder with a file for each entry. Several processes may use one. Where it cannot be written,
/// nothing is kept.
class ResultFolder : public ResultStore {
public:
  explicit ResultFolder(std::string Folder) : Folder(std::move(Folder)) {}

  std::unique_ptr<llvm::MemoryBuffer> read(const CacheKey &Key) const override;
  void write(const CacheKey &Key, llvm::StringRef Entry) const override;
  /// Removes what was not used for longest until no more than \p MostBytes are left.
  void prune(uint64_t MostBytes) const;
  /// The entries, by their keys' order.
  void forEach(llvm::function_ref<void(const CacheKey &Key, llvm::StringRef Entry)> Visit) const;

private:
  std::string pathOf(const CacheKey &Key) const;

  std::string Folder;
};

/// Where results are kept if nobody says where: $XDG_CACHE_HOME/cuda-memlint, or
/// ~/.cache/cuda-memlint; empty where the system names no such folder.
std::string defaultCacheFolder();

} // namespace memlint

#endif // CUDA_MEMLINT_CACHE_RESULTSTORE_H
