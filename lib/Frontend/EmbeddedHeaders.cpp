//===- EmbeddedHeaders.cpp - The headers that the binary carries ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/EmbeddedHeaders.h"

#include "cuda-memlint/Frontend/OnDemand.h"
#include "cuda-memlint/Support/EmbeddedFile.h"

#include "llvm/ADT/ArrayRef.h"

using namespace llvm;

namespace memlint {

// Written by the build: see memlint_embed_files.
extern const EmbeddedFile EmbeddedOwnHeaders[];
extern const size_t EmbeddedOwnHeadersCount;
extern const EmbeddedFile EmbeddedAliasHeaders[];
extern const size_t EmbeddedAliasHeadersCount;
extern const EmbeddedFile EmbeddedClangHeaders[];
extern const size_t EmbeddedClangHeadersCount;

static ArrayRef<EmbeddedFile> ownHeaders() { return {EmbeddedOwnHeaders, EmbeddedOwnHeadersCount}; }

/// Those of ours that only include another one.
static ArrayRef<EmbeddedFile> aliasHeaders() {
  return {EmbeddedAliasHeaders, EmbeddedAliasHeadersCount};
}

static bool isCudaHeader(const EmbeddedFile &File) {
  return StringRef(File.Path).starts_with("cuda/");
}

IntrusiveRefCntPtr<vfs::InMemoryFileSystem>
createEmbeddedFileSystem(std::optional<StringRef> Source) {
  auto FileSystem = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  auto Add = [&FileSystem](StringRef Folder, const EmbeddedFile &File,
                           std::unique_ptr<MemoryBuffer> Buffer) {
    FileSystem->addFile(Folder + "/" + File.Path, /*ModificationTime=*/0, std::move(Buffer));
  };
  auto AddWhole = [&Add](StringRef Folder, const EmbeddedFile &File) {
    Add(Folder, File, MemoryBuffer::getMemBuffer(StringRef(File.Contents, File.Size), File.Path));
  };

  // The first of two files at one location stays: ours go before Clang's.
  if (Source) {
    std::vector<StringRef> Texts;
    for (const EmbeddedFile &File : ownHeaders())
      if (isCudaHeader(File))
        Texts.push_back(StringRef(File.Contents, File.Size));
    std::vector<std::string> Selected = selectDeclarations(Texts, *Source);
    auto Text = Selected.begin();
    for (const EmbeddedFile &File : ownHeaders())
      if (isCudaHeader(File))
        Add(EmbeddedRoot, File, MemoryBuffer::getMemBufferCopy(*Text++, File.Path));
  }
  for (const EmbeddedFile &File : ownHeaders())
    if (!Source || !isCudaHeader(File))
      AddWhole(EmbeddedRoot, File);
  for (const EmbeddedFile &File : aliasHeaders())
    AddWhole(EmbeddedRoot, File);
  for (const EmbeddedFile &File : ArrayRef(EmbeddedClangHeaders, EmbeddedClangHeadersCount))
    AddWhole(EmbeddedClangFolder, File);
  return FileSystem;
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
bool isEmbeddedOutlineHeader(StringRef Name) { return isIn("outlines/", Name); }

} // namespace memlint
