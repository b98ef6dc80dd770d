//===- KeptHeaders.cpp - System headers, read once ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptHeaders.h"

#include "cuda-memlint/Frontend/EmbeddedHeaders.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"

#include <mutex>

using namespace llvm;

namespace memlint {

namespace {

struct KeptFile {
  ErrorOr<vfs::Status> Status = std::error_code();
  /// Null until it is read.
  std::unique_ptr<MemoryBuffer> Text;
};

/// A kept file as it is opened. Refers to its text.
class OpenedFile : public vfs::File {
public:
  explicit OpenedFile(const KeptFile &Kept) : Kept(Kept) {}

  ErrorOr<vfs::Status> status() override { return Kept.Status; }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name, int64_t, bool,
                                                   bool) override {
    SmallString<128> Room;
    return MemoryBuffer::getMemBuffer(Kept.Text->getBuffer(), Name.toStringRef(Room));
  }
  std::error_code close() override { return {}; }

private:
  const KeptFile &Kept;
};

/// What is kept, by path.
struct KeptFiles {
  std::mutex Lock;
  StringMap<KeptFile> ByPath;
};

class KeepingFileSystem : public vfs::ProxyFileSystem {
public:
  KeepingFileSystem(IntrusiveRefCntPtr<vfs::FileSystem> Files, const HostHeaders &Host)
      : ProxyFileSystem(std::move(Files)), Folders(Host.CxxFolders) {
    append_range(Folders, Host.CFolders);
  }

  ErrorOr<vfs::Status> status(const Twine &Path) override {
    SmallString<256> Room;
    StringRef Name = Path.toStringRef(Room);
    if (isNowhere(Name))
      return std::make_error_code(std::errc::no_such_file_or_directory);
    if (!isKept(Name))
      return ProxyFileSystem::status(Name);
    std::lock_guard Guard(Kept.Lock);
    return at(Name).Status;
  }

  ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const Twine &Path) override {
    SmallString<256> Room;
    StringRef Name = Path.toStringRef(Room);
    if (isNowhere(Name))
      return std::make_error_code(std::errc::no_such_file_or_directory);
    if (!isKept(Name))
      return ProxyFileSystem::openFileForRead(Name);
    std::lock_guard Guard(Kept.Lock);
    KeptFile &Found = at(Name);
    if (!Found.Status)
      return Found.Status.getError();
    if (!Found.Text) {
      ErrorOr<std::unique_ptr<MemoryBuffer>> Text = getUnderlyingFS().getBufferForFile(Name);
      if (!Text)
        return Text.getError();
      Found.Text = std::move(*Text);
    }
    return std::make_unique<OpenedFile>(Found);
  }

private:
  /// Whether the binary may have \p Name, and the disk does not.
  static bool isNowhere(StringRef Name) { return Name.starts_with(EmbeddedRoot); }

  bool isKept(StringRef Name) const {
    return any_of(Folders, [&](StringRef Folder) { return !pathBelow(Name, Folder).empty(); });
  }

  KeptFile &at(StringRef Name) {
    auto [Known, IsNew] = Kept.ByPath.try_emplace(Name);
    if (IsNew)
      Known->second.Status = getUnderlyingFS().status(Name);
    return Known->second;
  }

  static inline KeptFiles Kept;
  std::vector<std::string> Folders;
};

} // namespace

IntrusiveRefCntPtr<vfs::FileSystem> keepHostHeaders(IntrusiveRefCntPtr<vfs::FileSystem> Files,
                                                    const HostHeaders &Host) {
  return makeIntrusiveRefCnt<KeepingFileSystem>(std::move(Files), Host);
}

} // namespace memlint
