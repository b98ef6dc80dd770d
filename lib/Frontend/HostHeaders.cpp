//===- HostHeaders.cpp - Where the machine keeps its C and C++ headers ----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/HostHeaders.h"

#include "cuda-memlint/Frontend/SourceFileSystem.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VersionTuple.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>

using namespace llvm;

namespace memlint {
namespace {

bool isFolder(vfs::FileSystem &FileSystem, const Twine &Path) {
  ErrorOr<vfs::Status> Status = FileSystem.status(Path);
  return Status && Status->isDirectory();
}

/// The subfolders of \p Path that are named like versions, newest first.
std::vector<std::string> findVersions(vfs::FileSystem &FileSystem, StringRef Path) {
  std::vector<std::pair<VersionTuple, std::string>> Versions;
  std::error_code Error;
  for (vfs::directory_iterator Entry = FileSystem.dir_begin(Path, Error), End;
       !Error && Entry != End; Entry.increment(Error)) {
    VersionTuple Version;
    StringRef Name = sys::path::filename(Entry->path());
    if (!Version.tryParse(Name))
      Versions.emplace_back(Version, Name.str());
  }
  std::sort(Versions.rbegin(), Versions.rend());
  std::vector<std::string> Names;
  for (auto &[Version, Name] : Versions)
    Names.push_back(std::move(Name));
  return Names;
}

/// The names under which the host's triple is used in folder names: Debian's
/// multiarch name, then those of other distributions.
SmallVector<std::string, 6> findTripleNames(StringRef HostTriple) {
  Triple Host(HostTriple);
  std::string Architecture = Host.getArchName().str();
  SmallVector<std::string, 6> Names = {Architecture + "-linux-gnu", HostTriple.str()};
  for (StringRef Suffix : {"-pc-linux-gnu", "-unknown-linux-gnu", "-redhat-linux", "-suse-linux",
                           "-alpine-linux-musl"})
    Names.push_back(Architecture + Suffix.str());
  return Names;
}

/// libstdc++: <root>/include/c++/<version>, and beside it or within it a folder
/// for the target that holds bits/c++config.h.
bool addLibstdcxx(vfs::FileSystem &FileSystem, StringRef Root, ArrayRef<std::string> Triples,
                  std::vector<std::string> &Folders) {
  std::string Base = (Root + "/include/c++").str();
  for (const std::string &Version : findVersions(FileSystem, Base)) {
    std::string Library = Base + "/" + Version;
    if (!FileSystem.exists(Library + "/vector"))
      continue;
    for (const std::string &Name : Triples) {
      for (const std::string &Target :
           {Root.str() + "/include/" + Name + "/c++/" + Version, Library + "/" + Name}) {
        if (!FileSystem.exists(Target + "/bits/c++config.h"))
          continue;
        Folders = {Library, Target, Library + "/backward"};
        return true;
      }
    }
  }
  return false;
}

bool addLibcxx(vfs::FileSystem &FileSystem, StringRef Root, ArrayRef<std::string> Triples,
               std::vector<std::string> &Folders) {
  std::string Library = (Root + "/include/c++/v1").str();
  if (!FileSystem.exists(Library + "/vector"))
    return false;
  Folders = {Library};
  for (const std::string &Name : Triples) {
    std::string Target = (Root + "/include/" + Name + "/c++/v1").str();
    if (isFolder(FileSystem, Target))
      Folders.insert(Folders.begin(), Target);
  }
  return true;
}

} // namespace

HostHeaders findHostHeaders(vfs::FileSystem &FileSystem, StringRef HostTriple) {
  HostHeaders Headers;
  SmallVector<std::string, 6> Triples = findTripleNames(HostTriple);
  static constexpr llvm::StringLiteral Roots[] = {"/usr", "/usr/local"};

  for (StringRef Root : Roots)
    if (addLibstdcxx(FileSystem, Root, Triples, Headers.CxxFolders))
      break;
  for (StringRef Root : Roots)
    if (Headers.CxxFolders.empty())
      addLibcxx(FileSystem, Root, Triples, Headers.CxxFolders);

  bool HasLibrary = false;
  std::vector<std::string> Candidates = {"/usr/local/include"};
  for (const std::string &Name : Triples)
    Candidates.push_back("/usr/include/" + Name);
  Candidates.push_back("/usr/include");
  for (std::string &Candidate : Candidates) {
    if (!isFolder(FileSystem, Candidate))
      continue;
    HasLibrary |= FileSystem.exists(Candidate + "/stdio.h");
    Headers.CFolders.push_back(std::move(Candidate));
  }
  if (!HasLibrary)
    Headers.CFolders.clear();
  return Headers;
}

const HostHeaders &installedHostHeaders() {
  static const HostHeaders Found =
      findHostHeaders(*sourceFileSystem(), sys::getDefaultTargetTriple());
  return Found;
}

} // namespace memlint
