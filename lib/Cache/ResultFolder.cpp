//===- ResultFolder.cpp - A folder of results -----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Cache/ResultStore.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

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

std::string ResultFolder::pathOf(const CacheKey &Key) const {
  SmallString<256> Path(Folder);
  sys::path::append(Path, Prefix + toHex(Key, /*LowerCase=*/true));
  return Path.str().str();
}

/// Reading counts as use.
static std::unique_ptr<MemoryBuffer> readAndUse(const std::string &Path) {
  // Opening what is not a regular file may wait for ever.
  if (!sys::fs::is_regular_file(Path))
    return nullptr;
  Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Path, sys::fs::OF_UpdateAtime);
  if (!File) {
    consumeError(File.takeError());
    return nullptr;
  }
  auto Text = MemoryBuffer::getOpenFile(*File, Path, /*FileSize=*/-1,
                                        /*RequiresNullTerminator=*/false);
  sys::fs::closeFile(*File);
  return Text ? std::move(*Text) : nullptr;
}

std::unique_ptr<MemoryBuffer> ResultFolder::read(const CacheKey &Key) const {
  return readAndUse(pathOf(Key));
}

void ResultFolder::write(const CacheKey &Key, StringRef Entry) const {
  if (sys::fs::create_directories(Folder))
    return;
  SmallString<256> Model(Folder);
  // What a killed process leaves behind is pruned as the others are.
  sys::path::append(Model, Prefix + "%%%%%%%%%%%%.tmp");
  SmallString<256> Temporary;
  int File = -1;
  if (sys::fs::createUniqueFile(Model, File, Temporary))
    return;
  raw_fd_ostream Stream(File, /*shouldClose=*/true);
  Stream << Entry;
  Stream.close();
  bool Failed = Stream.has_error();
  Stream.clear_error();
  if (Failed || sys::fs::rename(Temporary, pathOf(Key)))
    sys::fs::remove(Temporary);
}

void ResultFolder::prune(uint64_t MostBytes) const {
  CachePruningPolicy Policy;
  Policy.Interval = std::chrono::seconds(0);
  Policy.Expiration = std::chrono::seconds(0);
  Policy.MaxSizeBytes = MostBytes;
  pruneCache(Folder, Policy);
}

void ResultFolder::forEach(function_ref<void(const CacheKey &Key, StringRef Entry)> Visit) const {
  std::map<CacheKey, std::string> Paths;
  std::error_code Code;
  for (sys::fs::directory_iterator Each(Folder, Code), End; !Code && Each != End;
       Each.increment(Code)) {
    StringRef Name = sys::path::filename(Each->path());
    std::string Bytes;
    CacheKey Key;
    if (Name.consume_front(Prefix) && tryGetFromHex(Name, Bytes) && Bytes.size() == Key.size()) {
      copy(Bytes, Key.begin());
      Paths[Key] = Each->path();
    }
  }
  for (const auto &[Key, Path] : Paths)
    if (std::unique_ptr<MemoryBuffer> Entry = readAndUse(Path))
      Visit(Key, Entry->getBuffer());
}

} // namespace memlint
