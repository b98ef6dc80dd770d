//===- ResultCache.cpp - Results of earlier runs --------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Cache/ResultCache.h"

#include "cuda-memlint/Cache/CacheEntry.h"

using namespace llvm;

namespace memlint {

std::optional<std::string> ResultCache::find(const CacheKey &Key, FileStates &Now) const {
  for (size_t Index = 0; Index != Stores.size(); ++Index) {
    if (std::unique_ptr<MemoryBuffer> Bytes = Stores[Index]->read(Key))
      if (std::optional<CacheEntry> Entry = readEntry(Key, Bytes->getBuffer());
          Entry && Now.agreeWith(Entry->Reads)) {
        for (size_t Before = 0; Before != Index; ++Before)
          Stores[Before]->write(Key, Bytes->getBuffer());
        return Entry->Result.str();
      }
    Grown = true;
  }
  return std::nullopt;
}

void ResultCache::store(const CacheKey &Key, const FileReads &Reads, StringRef Result) const {
  if (!Reads.isComplete())
    return;
  std::string Entry = writeEntry(Key, Reads.all(), Result);
  for (const std::shared_ptr<const ResultStore> &Each : Stores)
    Each->write(Key, Entry);
}

} // namespace memlint
