//===- EmbeddedHeaders.cpp - The headers that the binary carries ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/EmbeddedHeaders.h"

#include "EmbeddedFileSystem.h"
#include "OwnHeaders.h"

#include "cuda-memlint/Support/EmbeddedFile.h"
#include "cuda-memlint/Support/Words.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

// Written by the build: see memlint_embed_files.
extern const EmbeddedFile EmbeddedAliasHeaders[];
extern const size_t EmbeddedAliasHeadersCount;
extern const EmbeddedFile EmbeddedClangHeaders[];
extern const size_t EmbeddedClangHeadersCount;

/// Those of ours that only include another one.
static ArrayRef<EmbeddedFile> aliasHeaders() {
  return {EmbeddedAliasHeaders, EmbeddedAliasHeadersCount};
}

IntrusiveRefCntPtr<vfs::FileSystem> embeddedFileSystem() {
  static const IntrusiveRefCntPtr<vfs::FileSystem> Shared = [] {
    auto Files = makeIntrusiveRefCnt<EmbeddedFileSystem>(EmbeddedRoot);
    // Ours go before Clang's.
    Files->add(EmbeddedRoot, ownHeaders());
    Files->add(EmbeddedRoot, aliasHeaders());
    Files->add(EmbeddedClangFolder, {EmbeddedClangHeaders, EmbeddedClangHeadersCount});
    return Files;
  }();
  return Shared;
}

IntrusiveRefCntPtr<vfs::InMemoryFileSystem> selectOwnHeaders(StringRef Source) {
  auto Files = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  for (auto [Header, Text] :
       zip(ownHeaders(), selectPieces(piecesOfOwnHeaders(), ownHeaders().size(), Source)))
    if (!Text.empty())
      Files->addFile(EmbeddedRoot + "/" + Header.Path, /*ModificationTime=*/0,
                     MemoryBuffer::getMemBufferCopy(Text, Header.Path));
  return Files;
}

static bool isIn(StringRef Folder, StringRef Name) {
  auto IsNamed = [&](const EmbeddedFile &File) {
    StringRef Path = File.Path;
    return Path.consume_front(Folder) && Path == Name;
  };
  return any_of(ownHeaders(), IsNamed) || any_of(aliasHeaders(), IsNamed);
}

bool isEmbeddedCudaHeader(StringRef Name) { return isIn("cuda/", Name); }
bool isEmbeddedLibraryHeader(StringRef Name) { return isIn("libraries/", Name); }
bool isEmbeddedHipHeader(StringRef Name) { return isIn("hip/", Name); }
bool isEmbeddedOutlineHeader(StringRef Name) { return isIn("outlines/", Name); }

bool isWordOfEmbeddedHeaders(StringRef Word) {
  static const DenseSet<StringRef> Words = [] {
    DenseSet<StringRef> Found;
    for (const EmbeddedFile &File : ownHeaders())
      if (any_of(ArrayRef<StringRef>{"cuda/", "libraries/", "outlines/"},
                 [&](StringRef Folder) { return StringRef(File.Path).starts_with(Folder); }))
        forEachWord(StringRef(File.Contents, File.Size),
                    [&](StringRef Each) { Found.insert(Each); });
    return Found;
  }();
  return Words.contains(Word);
}

} // namespace memlint
