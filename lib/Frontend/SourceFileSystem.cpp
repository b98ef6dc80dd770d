//===- SourceFileSystem.cpp - What may be read as a source ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/SourceFileSystem.h"

using namespace llvm;

namespace memlint {

namespace {

class SourceFileSystem : public vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const Twine &Path) override {
    // Opening a pipe waits for somebody to write, so that this cannot be asked afterwards.
    ErrorOr<vfs::Status> Status = status(Path);
    if (!Status)
      return Status.getError();
    if (Status->isDirectory())
      return std::make_error_code(std::errc::is_a_directory);
    if (!Status->isRegularFile())
      return std::make_error_code(std::errc::not_supported);
    if (Status->getSize() > MaximumSourceBytes)
      return std::make_error_code(std::errc::file_too_large);
    return ProxyFileSystem::openFileForRead(Path);
  }
};

} // namespace

IntrusiveRefCntPtr<vfs::FileSystem> sourceFileSystem() {
  return makeIntrusiveRefCnt<SourceFileSystem>(vfs::getRealFileSystem());
}

IntrusiveRefCntPtr<vfs::FileSystem> overlayTexts(IntrusiveRefCntPtr<vfs::FileSystem> Files,
                                                 const std::map<std::string, std::string> &Texts) {
  if (Texts.empty())
    return Files;
  auto Above = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  for (const auto &[Path, Text] : Texts)
    Above->addFile(Path, /*ModificationTime=*/0, MemoryBuffer::getMemBuffer(Text, Path));
  auto Both = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(std::move(Files));
  Both->pushOverlay(std::move(Above));
  return Both;
}

} // namespace memlint
