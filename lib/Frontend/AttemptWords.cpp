//===- AttemptWords.cpp - The words of an attempt's headers ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttemptWords.h"

#include "cuda-memlint/Frontend/EmbeddedHeaders.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <map>
#include <mutex>
#include <tuple>

using namespace llvm;

namespace memlint {

static IntrusiveRefCntPtr<vfs::FileSystem> headersOf(FileReads &Reads) {
  auto Files = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(recordReads(sourceFileSystem(), &Reads));
  Files->pushOverlay(embeddedFileSystem());
  return Files;
}

AttemptWords::AttemptWords(const std::vector<std::string> &Folders,
                           const std::vector<std::string> &First)
    : Words(headersOf(Reads), Folders) {
  for (const std::string &Header : First)
    Words.add(Header);
  std::error_code Code;
  IntrusiveRefCntPtr<vfs::FileSystem> Files = headersOf(Reads);
  for (vfs::directory_iterator Entry = Files->dir_begin(EmbeddedCudaFolder, Code), End;
       !Code && Entry != End; Entry.increment(Code))
    Words.add(sys::path::filename(Entry->path()));
}

namespace {

/// The words of each attempt, read once for all files.
struct SharedWords {
  std::mutex Lock;
  std::map<std::pair<std::vector<std::string>, std::vector<std::string>>, AttemptWords> Known;

  const AttemptWords &at(const std::vector<std::string> &Folders,
                         const std::vector<std::string> &First) {
    std::lock_guard Guard(Lock);
    return Known
        .emplace(std::piecewise_construct, std::forward_as_tuple(Folders, First),
                 std::forward_as_tuple(Folders, First))
        .first->second;
  }
};

} // namespace

const AttemptWords &findAttemptWords(const std::vector<std::string> &Folders,
                                     const std::vector<std::string> &First) {
  static SharedWords Shared;
  return Shared.at(Folders, First);
}

} // namespace memlint
