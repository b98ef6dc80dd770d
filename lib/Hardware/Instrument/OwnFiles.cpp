//===- OwnFiles.cpp - The files that a copy is made of --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnFiles.h"

#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace clang;
using llvm::SmallString;
using llvm::StringRef;

namespace memlint {
namespace {

/// What stands between the quotes of the directive at \p Location; empty for others.
StringRef quotedName(const SourceManager &Sources, SourceLocation Location) {
  if (Location.isInvalid() || Location.isMacroID())
    return {};
  StringRef Text = Sources.getBufferData(Sources.getFileID(Location))
                       .drop_front(Sources.getFileOffset(Location));
  if (!Text.consume_front("\""))
    return {};
  return Text.substr(0, Text.find_first_of("\"\n"));
}

} // namespace

std::vector<OwnFile> ownFiles(const SourceManager &Sources) {
  auto PathOf = [&](FileID Id) {
    return Sources.getPresumedLoc(Sources.getLocForStartOfFile(Id), /*UseLineDirectives=*/false)
        .getFilename();
  };
  std::vector<OwnFile> Files;
  FileID Main = Sources.getMainFileID();
  std::string MainPath = absolutePath(PathOf(Main));
  std::string Folder = llvm::sys::path::parent_path(MainPath).str();
  Files.push_back({Main, PathOf(Main), llvm::sys::path::filename(MainPath).str()});

  llvm::DenseMap<const FileEntry *, unsigned> Times;
  auto ForEach = [&](auto Do) {
    for (unsigned Index = 0; Index != Sources.local_sloc_entry_size(); ++Index) {
      const SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(Index);
      if (!Entry.isFile() || Entry.getOffset() == 0)
        continue;
      FileID Id = Sources.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
      if (OptionalFileEntryRef File = Sources.getFileEntryRefForID(Id))
        Do(Id, *File, Entry.getFile());
    }
  };
  ForEach(
      [&](FileID, FileEntryRef File, const SrcMgr::FileInfo &) { ++Times[&File.getFileEntry()]; });
  // An includer comes before what it includes.
  ForEach([&](FileID Id, FileEntryRef File, const SrcMgr::FileInfo &Info) {
    if (Id == Main || Times[&File.getFileEntry()] != 1 ||
        SrcMgr::isSystem(Info.getFileCharacteristic()))
      return;
    StringRef Name = quotedName(Sources, Info.getIncludeLoc());
    if (Name.empty() || llvm::sys::path::is_absolute(Name))
      return;
    FileID Includer = Sources.getFileID(Info.getIncludeLoc());
    if (llvm::none_of(Files, [&](const OwnFile &Own) { return Own.Id == Includer; }))
      return;
    SmallString<128> Beside(llvm::sys::path::parent_path(absolutePath(PathOf(Includer))));
    llvm::sys::path::append(Beside, Name);
    std::string Path = absolutePath(PathOf(Id));
    StringRef Below = Path;
    if (absolutePath(Beside) != Path || !Below.consume_front(Folder) || !Below.consume_front("/"))
      return;
    Files.push_back({Id, PathOf(Id), Below.str()});
  });
  return Files;
}

std::set<std::string> filesRead(const SourceManager &Sources, StringRef Toolkit) {
  std::set<std::string> Files;
  for (unsigned Index = 0; Index != Sources.local_sloc_entry_size(); ++Index) {
    const SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(Index);
    if (!Entry.isFile() || SrcMgr::isSystem(Entry.getFile().getFileCharacteristic()))
      continue;
    OptionalFileEntryRef File = Entry.getFile().getContentCache().OrigEntry;
    if (!File)
      continue;
    std::string Path = absolutePath(File->getName());
    bool IsOfToolkit = !Toolkit.empty() && StringRef(Path).starts_with(absolutePath(Toolkit) + "/");
    // The embedded headers are not files.
    if (!IsOfToolkit && llvm::sys::fs::is_regular_file(Path))
      Files.insert(std::move(Path));
  }
  return Files;
}

} // namespace memlint
