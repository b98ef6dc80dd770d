//===- EmbeddedFileSystem.cpp - Embedded files as a file system -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmbeddedFileSystem.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

namespace {

class OpenedEmbeddedFile : public vfs::File {
public:
  OpenedEmbeddedFile(const EmbeddedFile &Opened, vfs::Status State)
      : Opened(Opened), State(std::move(State)) {}

  ErrorOr<vfs::Status> status() override { return State; }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &, int64_t, bool, bool) override {
    return MemoryBuffer::getMemBuffer(StringRef(Opened.Contents, Opened.Size), Opened.Path);
  }
  std::error_code close() override { return {}; }

private:
  const EmbeddedFile &Opened;
  vfs::Status State;
};

/// Goes through entries that are known from the start.
class EntryList : public vfs::detail::DirIterImpl {
public:
  explicit EntryList(std::vector<vfs::directory_entry> Entries) : Entries(std::move(Entries)) {
    setCurrent();
  }

  std::error_code increment() override {
    ++Next;
    setCurrent();
    return {};
  }

private:
  void setCurrent() {
    CurrentEntry = Next < Entries.size() ? Entries[Next] : vfs::directory_entry();
  }

  std::vector<vfs::directory_entry> Entries;
  size_t Next = 0;
};

} // namespace

// More than the embedded headers and their folders, so that the table does not grow.
static constexpr unsigned UsualEntries = 1024;

EmbeddedFileSystem::EmbeddedFileSystem(StringRef Root) : Root(Root), ByPath(UsualEntries) {
  ByPath.try_emplace(Root);
}

void EmbeddedFileSystem::add(StringRef Folder, ArrayRef<EmbeddedFile> Files) {
  SmallString<128> Path = Folder, Known;
  Path += '/';
  const size_t Start = Path.size();
  for (const EmbeddedFile &File : Files) {
    Path.truncate(Start);
    Path += File.Path;
    auto [Entry, IsNew] = ByPath.try_emplace(Path);
    if (!IsNew)
      continue;
    Entry->second.File = &File;
    // Files of one folder follow on each other.
    StringRef Parent = Path.str().take_front(Path.str().rfind('/'));
    if (Parent == Known)
      continue;
    Known = Parent;
    for (; ByPath.try_emplace(Parent).second;)
      Parent = sys::path::parent_path(Parent);
  }
}

const EmbeddedFileSystem::Node *EmbeddedFileSystem::find(StringRef Path) const {
  if (!Path.starts_with(Root))
    return nullptr;
  auto Found = ByPath.find(Path);
  if (Found == ByPath.end()) {
    SmallString<128> Direct = Path;
    sys::path::remove_dots(Direct, /*remove_dot_dot=*/true);
    Found = ByPath.find(Direct);
  }
  return Found == ByPath.end() ? nullptr : &Found->second;
}

vfs::Status EmbeddedFileSystem::makeStatus(StringRef Path, const Node &Of) {
  return vfs::Status(
      Path, Of.Id, sys::TimePoint<>(), /*User=*/0, /*Group=*/0, Of.File ? Of.File->Size : 0,
      Of.File ? sys::fs::file_type::regular_file : sys::fs::file_type::directory_file,
      sys::fs::perms::all_all);
}

ErrorOr<vfs::Status> EmbeddedFileSystem::status(const Twine &Path) {
  SmallString<128> Room;
  StringRef Name = Path.toStringRef(Room);
  const Node *Found = find(Name);
  if (!Found)
    return std::make_error_code(std::errc::no_such_file_or_directory);
  return makeStatus(Name, *Found);
}

ErrorOr<std::unique_ptr<vfs::File>> EmbeddedFileSystem::openFileForRead(const Twine &Path) {
  SmallString<128> Room;
  StringRef Name = Path.toStringRef(Room);
  const Node *Found = find(Name);
  if (!Found)
    return std::make_error_code(std::errc::no_such_file_or_directory);
  if (!Found->File)
    return std::make_error_code(std::errc::invalid_argument);
  return std::make_unique<OpenedEmbeddedFile>(*Found->File, makeStatus(Name, *Found));
}

vfs::directory_iterator EmbeddedFileSystem::dir_begin(const Twine &Folder, std::error_code &Code) {
  SmallString<128> Path;
  Folder.toVector(Path);
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  const Node *Found = find(Path);
  if (!Found || Found->File) {
    Code = std::make_error_code(Found ? std::errc::not_a_directory
                                      : std::errc::no_such_file_or_directory);
    return {};
  }
  std::vector<vfs::directory_entry> Entries;
  for (const auto &Each : ByPath)
    if (sys::path::parent_path(Each.getKey()) == Path)
      Entries.emplace_back(Each.getKey().str(), makeStatus("", Each.second).getType());
  sort(Entries, [](const vfs::directory_entry &Left, const vfs::directory_entry &Right) {
    return Left.path() < Right.path();
  });
  return vfs::directory_iterator(std::make_shared<EntryList>(std::move(Entries)));
}

std::error_code EmbeddedFileSystem::getRealPath(const Twine &Path, SmallVectorImpl<char> &Output) {
  Output.clear();
  Path.toVector(Output);
  sys::path::remove_dots(Output, /*remove_dot_dot=*/true);
  return {};
}

std::error_code EmbeddedFileSystem::isLocal(const Twine &, bool &Result) {
  Result = false;
  return {};
}

} // namespace memlint
