//===- FileReads.h - What an analysis asked of the disk ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The files that were read and the paths that were looked up, with the answers: as long as the
/// disk answers alike, the same analysis has the same result. Paths where nothing was found are
/// among them, as a header that appears there would be found first.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_FILEREADS_H
#define CUDA_MEMLINT_FRONTEND_FILEREADS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <array>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace memlint {

using ContentHash = std::array<uint8_t, 16>;

ContentHash hashContents(llvm::StringRef Text);

/// What is at one path.
struct FileRead {
  enum class Kind : uint8_t { Absent, Folder, File, Other };

  std::string Path;
  Kind Is = Kind::Absent;
  /// Of the text, where it was read.
  std::optional<ContentHash> Contents;
  /// Where the text was read: its bytes.
  uint64_t Size = 0;
  /// Where the text was read: the first path by which the same file was read, as headers are
  /// included once by whatever name; empty: this one.
  std::string SameAs;
  /// The path without links, where somebody asked for it.
  std::optional<std::string> RealPath;
};

/// What one analysis asks, in the order in which it does so first.
class FileReads {
public:
  llvm::ArrayRef<FileRead> all() const { return Reads; }
  /// Something was asked that is not kept here.
  bool isComplete() const { return Complete; }

  void noteStatus(llvm::StringRef Path, const llvm::ErrorOr<llvm::vfs::Status> &Status);
  void noteText(llvm::StringRef Path, const llvm::vfs::Status &Status, llvm::StringRef Text);
  void noteRealPath(llvm::StringRef Path, llvm::StringRef RealPath);
  void noteOther() { Complete = false; }
  /// What \p Others asked was asked for this analysis, too.
  void add(const FileReads &Others);

private:
  FileRead &at(llvm::StringRef Path);

  std::vector<FileRead> Reads;
  llvm::StringMap<size_t> ByPath;
  std::vector<std::pair<llvm::sys::fs::UniqueID, std::string>> Texts;
  bool Complete = true;
};

/// \p Files, with all that is asked of them noted in \p Reads, if that is not null.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
recordReads(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files, FileReads *Reads);

/// What is on the disk now, each path looked at once. May be asked on several threads.
class FileStates {
public:
  explicit FileStates(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk)
      : Disk(std::move(Disk)) {}

  /// Whether all that was asked would be answered alike.
  bool agreeWith(llvm::ArrayRef<FileRead> Reads);

private:
  struct State {
    llvm::ErrorOr<llvm::vfs::Status> Status = std::error_code();
    std::optional<ContentHash> Contents;
  };

  llvm::ErrorOr<llvm::vfs::Status> statusOf(llvm::StringRef Path);
  std::optional<ContentHash> contentsOf(llvm::StringRef Path);
  bool agreesWith(const FileRead &Read);

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk;
  std::mutex Lock;
  llvm::StringMap<State> Known;
};

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_FILEREADS_H
