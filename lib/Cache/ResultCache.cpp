//===- ResultCache.cpp - Results of earlier runs --------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Cache/ResultCache.h"

#include "cuda-memlint/Cache/CacheEntry.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace memlint {

/// LLVM prunes files of this name only.
static constexpr StringLiteral Prefix = "llvmcache-";

std::string defaultCacheFolder() {
  SmallString<256> Path;
  if (!sys::path::cache_directory(Path))
    return "";
  sys::path::append(Path, "cuda-memlint");
  return Path.str().str();
}

std::string ResultCache::pathOf(const CacheKey &Key) const {
  SmallString<256> Path(Folder);
  sys::path::append(Path, Prefix + toHex(Key, /*LowerCase=*/true));
  return Path.str().str();
}

/// The text of the file at \p Path, which counts as used now.
static ErrorOr<std::unique_ptr<MemoryBuffer>> readAndUse(const std::string &Path) {
  // Opening what is not a regular file may wait for ever.
  if (!sys::fs::is_regular_file(Path))
    return std::make_error_code(std::errc::no_such_file_or_directory);
  Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Path, sys::fs::OF_UpdateAtime);
  if (!File)
    return errorToErrorCode(File.takeError());
  auto Text = MemoryBuffer::getOpenFile(*File, Path, /*FileSize=*/-1,
                                        /*RequiresNullTerminator=*/false);
  sys::fs::closeFile(*File);
  return Text;
}

std::optional<std::string> ResultCache::find(const CacheKey &Key, FileStates &Now) const {
  if (ErrorOr<std::unique_ptr<MemoryBuffer>> Text = readAndUse(pathOf(Key)))
    if (std::optional<CacheEntry> Entry = readEntry((*Text)->getBuffer());
        Entry && Now.agreeWith(Entry->Reads))
      return Entry->Result.str();
  Missed = true;
  return std::nullopt;
}

void ResultCache::store(const CacheKey &Key, const FileReads &Reads, StringRef Result) const {
  if (!Reads.isComplete() || sys::fs::create_directories(Folder))
    return;
  SmallString<256> Model(Folder);
  // What a killed process leaves behind is pruned as the others are.
  sys::path::append(Model, Prefix + "%%%%%%%%%%%%.tmp");
  SmallString<256> Temporary;
  int File = -1;
  if (sys::fs::createUniqueFile(Model, File, Temporary))
    return;
  raw_fd_ostream Stream(File, /*shouldClose=*/true);
  Stream << writeEntry(Reads.all(), Result);
  Stream.close();
  bool Failed = Stream.has_error();
  Stream.clear_error();
  if (Failed || sys::fs::rename(Temporary, pathOf(Key)))
    sys::fs::remove(Temporary);
}

void ResultCache::prune() const {
  if (!Missed)
    return;
  CachePruningPolicy Policy;
  Policy.Interval = std::chrono::seconds(0);
  Policy.Expiration = std::chrono::seconds(0);
  Policy.MaxSizeBytes = MostBytes;
  pruneCache(Folder, Policy);
}

} // namespace memlint
