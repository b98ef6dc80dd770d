//===- EmbeddedHeaders.cpp - The headers that the binary carries ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/EmbeddedHeaders.h"

#include "cuda-memlint/Support/EmbeddedFile.h"

#include "llvm/ADT/ArrayRef.h"

using namespace llvm;

namespace memlint {

// Written by the build: see memlint_embed_files.
extern const EmbeddedFile EmbeddedOwnHeaders[];
extern const size_t EmbeddedOwnHeadersCount;
extern const EmbeddedFile EmbeddedClangHeaders[];
extern const size_t EmbeddedClangHeadersCount;

IntrusiveRefCntPtr<vfs::InMemoryFileSystem> createEmbeddedFileSystem() {
  auto FileSystem = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  auto Add = [&FileSystem](const Twine &Folder, ArrayRef<EmbeddedFile> Files) {
    for (const EmbeddedFile &File : Files)
      FileSystem->addFile(
          Folder + "/" + File.Path, /*ModificationTime=*/0,
          MemoryBuffer::getMemBuffer(StringRef(File.Contents, File.Size), File.Path));
  };
  // The first of two files at one place stays: ours go before Clang's.
  Add(EmbeddedRoot, ArrayRef(EmbeddedOwnHeaders, EmbeddedOwnHeadersCount));
  Add(EmbeddedClangFolder, ArrayRef(EmbeddedClangHeaders, EmbeddedClangHeadersCount));
  return FileSystem;
}

bool isEmbeddedCudaHeader(StringRef Name) {
  for (const EmbeddedFile &File : ArrayRef(EmbeddedOwnHeaders, EmbeddedOwnHeadersCount)) {
    StringRef Path = File.Path;
    if (Path.consume_front("cuda/") && Path == Name)
      return true;
  }
  return false;
}

} // namespace memlint
