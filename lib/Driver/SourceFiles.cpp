//===- SourceFiles.cpp - Which files are meant ----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Driver/SourceFiles.h"

#include "cuda-memlint/Frontend/CompileArguments.h"
#include "cuda-memlint/Frontend/SourceNames.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

namespace {

/// What a folder holds, sorted by name.
struct FolderContents {
  std::vector<std::string> Files, Folders;
};

class SourceSearch {
public:
  SourceSearch(vfs::FileSystem &FileSystem, std::vector<std::string> FromDatabase)
      : FileSystem(FileSystem), FromDatabase(std::move(FromDatabase)) {}

  void add(const std::string &Argument);
  void addAllOfDatabase(StringRef Database);
  std::vector<SourceFile> take() { return std::move(Found); }

private:
  void addPath(const std::string &Path);
  void addFolder(StringRef Folder);
  void addGlob(const std::string &Pattern);
  void addFile(const std::string &Path);
  void collect(StringRef Folder, StringRef Root, std::vector<SourceFile> &Inside) const;
  bool leadsOut(StringRef Path, StringRef Root) const;
  Expected<FolderContents> read(StringRef Folder) const;
  void match(StringRef Folder, ArrayRef<StringRef> Parts, std::vector<SourceFile> &Matches) const;
  std::string identity(StringRef Path) const;
  bool isOwnName(StringRef Path) const;
  void keepOwnNames(std::vector<SourceFile> &Files) const;

  vfs::FileSystem &FileSystem;
  /// Absolute paths without links.
  std::vector<std::string> FromDatabase;
  std::vector<SourceFile> Found;
  StringSet<> Seen;
};

} // namespace

/// By the names of folders and file, one after the other.
static bool isPathBefore(StringRef Left, StringRef Right) {
  return std::lexicographical_compare(sys::path::begin(Left), sys::path::end(Left),
                                      sys::path::begin(Right), sys::path::end(Right));
}

static void sortByPath(std::vector<SourceFile> &Files) {
  llvm::sort(Files, [](const SourceFile &Left, const SourceFile &Right) {
    return isPathBefore(Left.Path, Right.Path);
  });
}

std::string SourceSearch::identity(StringRef Path) const {
  SmallString<256> Real;
  return FileSystem.getRealPath(Path, Real) ? Path.str() : Real.str().str();
}

/// Whether the last part of \p Path is not a link.
bool SourceSearch::isOwnName(StringRef Path) const {
  StringRef Folder = sys::path::parent_path(Path);
  return joinPath(identity(Folder.empty() ? "." : Folder), sys::path::filename(Path)) ==
         identity(Path);
}

/// Links go, where what they lead to is there, too.
void SourceSearch::keepOwnNames(std::vector<SourceFile> &Files) const {
  StringSet<> Own;
  for (const SourceFile &File : Files)
    if (isOwnName(File.Path))
      Own.insert(identity(File.Path));
  llvm::erase_if(Files, [&](const SourceFile &File) {
    return !isOwnName(File.Path) && Own.contains(identity(File.Path));
  });
}

Expected<FolderContents> SourceSearch::read(StringRef Folder) const {
  FolderContents Contents;
  std::error_code Code;
  vfs::directory_iterator Entry = FileSystem.dir_begin(Folder, Code), End;
  for (; !Code && Entry != End; Entry.increment(Code)) {
    std::string Path = joinPath(Folder, sys::path::filename(Entry->path()));
    sys::fs::file_type Type = Entry->type();
    bool IsLink = Type == sys::fs::file_type::symlink_file;
    if (IsLink || Type == sys::fs::file_type::type_unknown)
      if (ErrorOr<vfs::Status> Status = FileSystem.status(Path))
        Type = Status->getType();
    if (Type == sys::fs::file_type::regular_file)
      Contents.Files.push_back(std::move(Path));
    else if (Type == sys::fs::file_type::directory_file && !IsLink)
      Contents.Folders.push_back(std::move(Path));
  }
  if (Code)
    return createStringError("cannot read the folder '" + Folder + "': " + Code.message());
  llvm::sort(Contents.Files);
  llvm::sort(Contents.Folders);
  return Contents;
}

static bool isHidden(StringRef Path) { return sys::path::filename(Path).starts_with("."); }

/// Whether what is called \p Path is really outside of the folder \p Root.
bool SourceSearch::leadsOut(StringRef Path, StringRef Root) const {
  return pathBelow(identity(Path), Root).empty();
}

void SourceSearch::collect(StringRef Folder, StringRef Root,
                           std::vector<SourceFile> &Inside) const {
  Expected<FolderContents> Contents = read(Folder);
  if (!Contents) {
    Inside.push_back({Folder.str(), toString(Contents.takeError())});
    return;
  }
  for (const std::string &File : Contents->Files)
    if (isNamedAsSource(File) && !leadsOut(File, Root))
      Inside.push_back({File, ""});
  for (const std::string &Inner : Contents->Folders)
    if (!isHidden(Inner))
      collect(Inner, Root, Inside);
}

void SourceSearch::addFolder(StringRef Folder) {
  std::string Root = identity(Folder);
  std::vector<SourceFile> Inside;
  collect(Folder, Root, Inside);
  StringSet<> Known;
  for (const SourceFile &File : Inside)
    if (isOwnName(File.Path))
      Known.insert(identity(File.Path));
  for (StringRef Path : FromDatabase) {
    StringRef Below = pathBelow(Path, Root);
    if (!Known.contains(Path) && !Below.empty())
      Inside.push_back({joinPath(Folder, Below), ""});
  }
  keepOwnNames(Inside);
  if (Inside.empty())
    Inside.push_back({Folder.str(), ("no .cu or .hip files in folder '" + Folder + "'").str()});
  sortByPath(Inside);
  for (const SourceFile &File : Inside)
    if (File.Problem.empty())
      addFile(File.Path);
    else
      Found.push_back(File);
}

/// Adds what below \p Folder ("" is the current one) fits the rest of the pattern.
void SourceSearch::match(StringRef Folder, ArrayRef<StringRef> Parts,
                         std::vector<SourceFile> &Matches) const {
  if (Parts.empty()) {
    if (!Folder.empty())
      Matches.push_back({Folder.str(), ""});
    return;
  }
  StringRef Part = Parts.front();
  ArrayRef<StringRef> Rest = Parts.drop_front();
  if (Part.find_first_of("*?[") == StringRef::npos) {
    std::string Path = joinPath(Folder, Part);
    if (FileSystem.exists(Path))
      match(Path, Rest, Matches);
    return;
  }
  Expected<FolderContents> Contents = read(Folder.empty() ? "." : Folder);
  Expected<GlobPattern> Pattern = GlobPattern::create(Part);
  if (!Contents || !Pattern) {
    consumeError(Contents.takeError());
    consumeError(Pattern.takeError());
    return;
  }
  auto Named = [&](StringRef Path) { return joinPath(Folder, sys::path::filename(Path)); };
  if (Part == "**") {
    match(Folder, Rest, Matches);
    for (const std::string &Inner : Contents->Folders)
      if (!isHidden(Inner))
        match(Named(Inner), Parts, Matches);
    return;
  }
  auto Fits = [&](StringRef Path) {
    return Pattern->match(sys::path::filename(Path)) && (!isHidden(Path) || Part.starts_with("."));
  };
  for (const std::string &Inner : Contents->Folders)
    if (Fits(Inner))
      match(Named(Inner), Rest, Matches);
  if (Rest.empty())
    for (const std::string &File : Contents->Files)
      if (Fits(File))
        Matches.push_back({Named(File), ""});
}

void SourceSearch::addGlob(const std::string &Pattern) {
  SmallVector<StringRef> Parts(sys::path::begin(Pattern), sys::path::end(Pattern));
  std::vector<SourceFile> Matches;
  match("", Parts, Matches);
  keepOwnNames(Matches);
  sortByPath(Matches);
  for (const SourceFile &Match : Matches)
    addPath(Match.Path);
  if (Matches.empty())
    Found.push_back({Pattern, "no file matches '" + Pattern + "'"});
}

void SourceSearch::addFile(const std::string &Path) {
  if (Seen.insert(identity(Path)).second)
    Found.push_back({Path, ""});
}

void SourceSearch::addPath(const std::string &Path) {
  ErrorOr<vfs::Status> Status = FileSystem.status(Path);
  if (Status && Status->isDirectory())
    addFolder(Path);
  else
    addFile(Path);
}

void SourceSearch::add(const std::string &Argument) {
  if (Argument.find_first_of("*?[") != std::string::npos && !FileSystem.exists(Argument))
    addGlob(Argument);
  else
    addPath(Argument);
}

void SourceSearch::addAllOfDatabase(StringRef Database) {
  llvm::sort(FromDatabase, isPathBefore);
  for (const std::string &Path : FromDatabase)
    addFile(Path);
  if (FromDatabase.empty())
    Found.push_back(
        {Database.str(), ("the compilation database '" + Database +
                          "' names no CUDA source (a .cu or .hip file, or one with -x cu)")
                             .str()});
}

Expected<std::vector<SourceFile>> findSourceFiles(ArrayRef<std::string> Arguments,
                                                  StringRef CompilationDatabase,
                                                  vfs::FileSystem &FileSystem) {
  std::vector<std::string> FromDatabase;
  if (!CompilationDatabase.empty()) {
    Expected<std::vector<std::string>> Named = findCudaSources(CompilationDatabase, FileSystem);
    if (!Named)
      return Named.takeError();
    FromDatabase = std::move(*Named);
  }
  SourceSearch Search(FileSystem, std::move(FromDatabase));
  if (Arguments.empty())
    Search.addAllOfDatabase(CompilationDatabase);
  for (const std::string &Argument : Arguments)
    Search.add(Argument);
  return Search.take();
}

ArrayRef<SourceFile> partOfFiles(ArrayRef<SourceFile> Files, unsigned Index, unsigned Count) {
  // By file, the bytes before it. An empty file is not analysed for nothing either.
  std::vector<uint64_t> Before = {0};
  for (const SourceFile &File : Files) {
    uint64_t Bytes = 0;
    if (sys::fs::file_size(File.Path, Bytes))
      Bytes = 0;
    Before.push_back(Before.back() + Bytes + 1);
  }
  // A file belongs to the part that its middle is in.
  auto IsBefore = [&](size_t File, unsigned Part) {
    double Middle = double(Before[File] + Before[File + 1]) / 2;
    return Middle * Count < double(Before.back()) * Part;
  };
  auto FirstOf = [&](unsigned Part) {
    size_t File = 0;
    while (File != Files.size() && IsBefore(File, Part))
      ++File;
    return File;
  };
  size_t First = FirstOf(Index - 1), End = FirstOf(Index);
  return Files.slice(First, End - First);
}

} // namespace memlint
