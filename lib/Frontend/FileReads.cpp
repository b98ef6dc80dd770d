//===- FileReads.cpp - What an analysis asked of the disk -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/FileReads.h"

#include "cuda-memlint/Frontend/EmbeddedHeaders.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

ContentHash hashContents(StringRef Text) {
  return BLAKE3::hash<sizeof(ContentHash)>(arrayRefFromStringRef(Text));
}

static FileRead::Kind kindOf(const ErrorOr<vfs::Status> &Status) {
  if (!Status)
    return FileRead::Kind::Absent;
  return Status->isDirectory()     ? FileRead::Kind::Folder
         : Status->isRegularFile() ? FileRead::Kind::File
                                   : FileRead::Kind::Other;
}

FileRead &FileReads::at(StringRef Path) {
  auto [Known, IsNew] = ByPath.try_emplace(Path, Reads.size());
  if (IsNew)
    Reads.emplace_back().Path = Path.str();
  return Reads[Known->second];
}

void FileReads::noteStatus(StringRef Path, const ErrorOr<vfs::Status> &Status) {
  at(Path).Is = kindOf(Status);
}

void FileReads::noteText(StringRef Path, const vfs::Status &Status, StringRef Text) {
  FileRead &Read = at(Path);
  if (Read.Contents)
    return;
  Read.Is = FileRead::Kind::File;
  Read.Contents = hashContents(Text);
  Read.Size = Text.size();
  auto Same = find_if(Texts, [&](const auto &Each) { return Each.first == Status.getUniqueID(); });
  if (Same == Texts.end())
    Texts.emplace_back(Status.getUniqueID(), Path.str());
  else
    Read.SameAs = Same->second;
}

void FileReads::noteRealPath(StringRef Path, StringRef RealPath) {
  at(Path).RealPath = RealPath.str();
}

void FileReads::add(const FileReads &Others) {
  Complete &= Others.Complete;
  for (const FileRead &Each : Others.Reads) {
    FileRead &Read = at(Each.Path);
    // Its own reading came first.
    if (!Read.Contents)
      Read = Each;
  }
}

namespace {

/// A file whose text is noted when it is read.
class RecordedFile : public vfs::File {
public:
  RecordedFile(std::unique_ptr<vfs::File> Inner, std::string Path, FileReads &Reads)
      : Inner(std::move(Inner)), Path(std::move(Path)), Reads(Reads) {}

  ErrorOr<vfs::Status> status() override { return Inner->status(); }
  ErrorOr<std::string> getName() override { return Inner->getName(); }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name, int64_t Size,
                                                   bool RequiresNullTerminator,
                                                   bool IsVolatile) override {
    ErrorOr<vfs::Status> Status = Inner->status();
    ErrorOr<std::unique_ptr<MemoryBuffer>> Text =
        Inner->getBuffer(Name, Size, RequiresNullTerminator, IsVolatile);
    if (Status && Text)
      Reads.noteText(Path, *Status, (*Text)->getBuffer());
    else
      Reads.noteOther();
    return Text;
  }
  std::error_code close() override { return Inner->close(); }

private:
  std::unique_ptr<vfs::File> Inner;
  std::string Path;
  FileReads &Reads;
};

class RecordingFileSystem : public vfs::ProxyFileSystem {
public:
  RecordingFileSystem(IntrusiveRefCntPtr<vfs::FileSystem> Files, FileReads &Reads)
      : ProxyFileSystem(std::move(Files)), Reads(Reads) {}

  ErrorOr<vfs::Status> status(const Twine &Path) override {
    ErrorOr<vfs::Status> Status = ProxyFileSystem::status(Path);
    SmallString<256> Room;
    if (StringRef Name = Path.toStringRef(Room); !isEmbedded(Name))
      Reads.noteStatus(Name, Status);
    return Status;
  }

  ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const Twine &Path) override {
    SmallString<256> Room;
    StringRef Name = Path.toStringRef(Room);
    ErrorOr<std::unique_ptr<vfs::File>> Opened = ProxyFileSystem::openFileForRead(Name);
    if (isEmbedded(Name))
      return Opened;
    if (Opened) {
      // `__has_include` reads no text.
      Reads.noteStatus(Name, (*Opened)->status());
      return std::make_unique<RecordedFile>(std::move(*Opened), Name.str(), Reads);
    }
    // What is there and cannot be opened has no state that could be compared.
    ErrorOr<vfs::Status> Status = status(Name);
    if (Status && Status->isRegularFile())
      Reads.noteOther();
    return Opened;
  }

  std::error_code getRealPath(const Twine &Path, SmallVectorImpl<char> &Output) override {
    std::error_code Code = ProxyFileSystem::getRealPath(Path, Output);
    SmallString<256> Room;
    StringRef Name = Path.toStringRef(Room);
    // What is there decides, too, whether an answer is still the same.
    if (!isEmbedded(Name))
      Reads.noteStatus(Name, ProxyFileSystem::status(Name));
    Reads.noteRealPath(Name, Code ? "" : StringRef(Output.data(), Output.size()));
    return Code;
  }

  vfs::directory_iterator dir_begin(const Twine &Folder, std::error_code &Code) override {
    SmallString<256> Room;
    if (!isEmbedded(Folder.toStringRef(Room)))
      Reads.noteOther();
    return ProxyFileSystem::dir_begin(Folder, Code);
  }

private:
  static bool isEmbedded(StringRef Path) { return Path.starts_with(EmbeddedRoot); }

  FileReads &Reads;
};

} // namespace

IntrusiveRefCntPtr<vfs::FileSystem> recordReads(IntrusiveRefCntPtr<vfs::FileSystem> Files,
                                                FileReads *Reads) {
  if (!Reads)
    return Files;
  return makeIntrusiveRefCnt<RecordingFileSystem>(std::move(Files), *Reads);
}

ErrorOr<vfs::Status> FileStates::statusOf(StringRef Path) {
  {
    std::lock_guard Guard(Lock);
    if (auto Found = Known.find(Path); Found != Known.end())
      return Found->second.Status;
  }
  ErrorOr<vfs::Status> Status = Disk->status(Path);
  std::lock_guard Guard(Lock);
  return Known.try_emplace(Path, State{Status, std::nullopt}).first->second.Status;
}

std::optional<ContentHash> FileStates::contentsOf(StringRef Path) {
  {
    std::lock_guard Guard(Lock);
    if (auto Found = Known.find(Path); Found != Known.end() && Found->second.Contents)
      return Found->second.Contents;
  }
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = Disk->getBufferForFile(Path);
  if (!Text)
    return std::nullopt;
  ContentHash Hash = hashContents((*Text)->getBuffer());
  std::lock_guard Guard(Lock);
  Known[Path].Contents = Hash;
  return Hash;
}

bool FileStates::agreesWith(const FileRead &Read) {
  ErrorOr<vfs::Status> Status = statusOf(Read.Path);
  if (kindOf(Status) != Read.Is)
    return false;
  if (Read.RealPath) {
    SmallString<256> Real;
    if (Disk->getRealPath(Read.Path, Real))
      Real.clear();
    if (Real != *Read.RealPath)
      return false;
  }
  if (!Read.Contents)
    return true;
  // The time of the last change says nothing: archives and some build systems give all files the
  // same.
  return Status->getSize() == Read.Size && contentsOf(Read.Path) == Read.Contents;
}

bool FileStates::agreeWith(ArrayRef<FileRead> Reads) {
  std::vector<std::pair<sys::fs::UniqueID, StringRef>> Texts;
  for (const FileRead &Read : Reads) {
    if (!agreesWith(Read))
      return false;
    if (!Read.Contents)
      continue;
    sys::fs::UniqueID Id = statusOf(Read.Path)->getUniqueID();
    if (Read.SameAs.empty())
      Texts.emplace_back(Id, Read.Path);
    else if (statusOf(Read.SameAs)->getUniqueID() != Id)
      return false;
  }
  // No two that were different have become one.
  llvm::sort(Texts);
  return std::adjacent_find(Texts.begin(), Texts.end(), [](const auto &Left, const auto &Right) {
           return Left.first == Right.first;
         }) == Texts.end();
}

} // namespace memlint
