//===- CacheEntry.h - A result and what it was made from --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CACHE_CACHEENTRY_H
#define CUDA_MEMLINT_CACHE_CACHEENTRY_H

#include "cuda-memlint/Cache/ResultStore.h"
#include "cuda-memlint/Frontend/FileReads.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// A result, and the state of the disk that it was made from.
struct CacheEntry {
  std::vector<FileRead> Reads;
  /// Within the bytes that were read.
  llvm::StringRef Result;
};

/// The bytes of an entry begin with a hash of \p Key and the others.
std::string writeEntry(const CacheKey &Key, llvm::ArrayRef<FileRead> Reads, llvm::StringRef Result);
/// Nothing where \p Bytes are not those of an entry under \p Key.
std::optional<CacheEntry> readEntry(const CacheKey &Key, llvm::StringRef Bytes);

} // namespace memlint

#endif // CUDA_MEMLINT_CACHE_CACHEENTRY_H
