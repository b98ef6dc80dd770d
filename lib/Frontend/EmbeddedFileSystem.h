//===- EmbeddedFileSystem.h - Embedded files as a file system ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_EMBEDDEDFILESYSTEM_H
#define CUDA_MEMLINT_LIB_FRONTEND_EMBEDDEDFILESYSTEM_H

#include "cuda-memlint/Support/EmbeddedFile.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace memlint {

/// Files of the binary, below one folder. Unlike LLVM's file system in memory, it does not read
/// the texts when it is made, and many threads may read it. It has no current folder.
class EmbeddedFileSystem : public llvm::vfs::FileSystem {
public:
  /// \p Root is absolute, as are all paths that are found.
  explicit EmbeddedFileSystem(llvm::StringRef Root);

  /// Adds \p Files, whose paths are relative to \p Folder; the first of two files at one location
  /// stays.
  void add(llvm::StringRef Folder, llvm::ArrayRef<EmbeddedFile> Files);

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &Path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &Folder,
                                          std::error_code &Code) override;
  llvm::ErrorOr<std::string> getCurrentWorkingDirectory() const override { return "/"; }
  std::error_code setCurrentWorkingDirectory(const llvm::Twine &) override { return {}; }
  std::error_code getRealPath(const llvm::Twine &Path,
                              llvm::SmallVectorImpl<char> &Output) override;
  std::error_code isLocal(const llvm::Twine &Path, bool &Result) override;

private:
  struct Node {
    llvm::sys::fs::UniqueID Id = llvm::vfs::getNextVirtualUniqueID();
    /// Null: a folder.
    const EmbeddedFile *File = nullptr;
  };

  const Node *find(llvm::StringRef Path) const;
  static llvm::vfs::Status makeStatus(llvm::StringRef Path, const Node &Of);

  llvm::StringRef Root;
  llvm::StringMap<Node> ByPath;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_EMBEDDEDFILESYSTEM_H
