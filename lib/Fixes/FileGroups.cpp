//===- FileGroups.cpp - Files that depend on each other -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileGroups.h"

#include "cuda-memlint/Fixes/EditScope.h"
#include "cuda-memlint/Frontend/CompileArguments.h"
#include "cuda-memlint/Frontend/IncludedNames.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

namespace {

/// Finds the edited files that a file includes, in any number of steps. Conditions around
/// directives are not evaluated, and a name that nothing is found for is that of any edited
/// file: one file too many costs time only.
class IncludeSearch {
public:
  IncludeSearch(const StringSet<> &Edited, FileTexts &Texts) : Edited(Edited), Texts(Texts) {}

  StringSet<> find(StringRef File, const FrontendOptions &Options);

  std::map<std::string, std::set<std::string>> Spellings;

private:
  /// Sees to it that \p File is looked at, once.
  void visit(StringRef File) {
    auto [Entry, Inserted] = Seen.insert(File);
    if (Inserted)
      Pending.push_back(Entry->getKey());
  }
  void follow(StringRef Includer, StringRef Name);

  const StringSet<> &Edited;
  FileTexts &Texts;
  RealPaths Paths;
  /// Of the file that is looked at.
  std::vector<std::string> Folders;
  StringSet<> Seen;
  std::vector<StringRef> Pending;
};

} // namespace

void IncludeSearch::follow(StringRef Includer, StringRef Name) {
  SmallVector<StringRef> Candidates{sys::path::parent_path(Includer)};
  Candidates.append(Folders.begin(), Folders.end());
  for (StringRef Folder : Candidates) {
    SmallString<256> Path(Folder);
    sys::path::append(Path, Name);
    if (sys::fs::is_regular_file(Path)) {
      StringRef Real = Paths.of(Path);
      if (Edited.contains(Real))
        Spellings[Real.str()].insert(absolutePath(Path));
      visit(Real);
      return;
    }
  }
  for (StringRef Each : Edited.keys())
    if (sys::path::filename(Each) == sys::path::filename(Name))
      visit(Each);
}

StringSet<> IncludeSearch::find(StringRef File, const FrontendOptions &Options) {
  Folders.clear();
  Seen.clear();
  TranslatedArguments Arguments =
      translateCompileArguments(Options.CompileArguments, "", *sourceFileSystem());
  if (Expected<TranslatedArguments> Own = argumentsOfFile(File, Options))
    append_range(Arguments.ClangArguments, Own->ClangArguments);
  else
    consumeError(Own.takeError());
  // Of pairs of an option and a value, as of any two that follow each other.
  for (const std::string &Each : Arguments.ClangArguments)
    if (sys::fs::is_directory(Each))
      Folders.push_back(Each);
  visit(Paths.of(File));
  for (const std::string &Each : Arguments.ClangArguments)
    if (sys::fs::is_regular_file(Each))
      visit(Paths.of(Each));
  while (!Pending.empty()) {
    StringRef Next = Pending.back();
    Pending.pop_back();
    if (const std::string *Text = Texts.find(Next))
      for (const IncludedName &Each : findIncludes(*Text))
        follow(Next, Each.Name);
  }
  return std::move(Seen);
}

/// Calls \p Do with each name by which FileLinker may link \p File with another: functions that
/// launch, constants, and kernels. IsWanted: the file asks for it; else it gives it.
static void forEachLink(const FileAnalysis &File,
                        function_ref<void(const std::string &Name, bool IsWanted)> Do) {
  for (const std::string &Name : File.Links.Launchers)
    Do("function " + Name, false);
  for (const OutgoingCall &Call : File.Links.Calls)
    Do("function " + Call.Function, true);
  for (const SharedConstant &Constant : File.Links.Constants)
    Do("constant " + Constant.Name, false);
  for (const std::string &Name : File.Links.MissingConstants)
    Do("constant " + Name, true);
  for (const std::string &Name : File.Links.Kernels)
    Do("kernel " + Name, false);
  for (const OutgoingLaunch &Launch : File.Links.Launches)
    Do("kernel " + Launch.Kernel, true);
}

FileGroups::FileGroups(ArrayRef<FileAnalysis> Files, const DriverOptions &Options,
                       const StringSet<> &Edited, FileTexts &Texts)
    : Group(Files.size()) {
  IntEqClasses Classes(unsigned(Files.size()));
  // By a name of any kind, the first file that has it.
  StringMap<size_t> First;
  auto Join = [&](const Twine &Name, size_t File) {
    auto [Known, Inserted] = First.try_emplace(Name.str(), File);
    if (!Inserted)
      Classes.join(unsigned(Known->second), unsigned(File));
  };
  bool AreSeveral = Files.size() > 1;
  StringSet<> Wanted, Given;
  for (const FileAnalysis &File : Files)
    forEachLink(File,
                [&](StringRef Name, bool IsWanted) { (IsWanted ? Wanted : Given).insert(Name); });
  IncludeSearch Includes(Edited, Texts);
  for (auto [Index, File] : enumerate(Files)) {
    if (File.Parsed == ParseState::Not || !AreSeveral)
      continue;
    Join("file " + File.Path, Index);
    for (const KernelElsewhere &Kernel : File.KernelsElsewhere)
      Join("file " + Kernel.File, Index);
    forEachLink(File, [&, Index = Index](StringRef Name, bool) {
      if (Wanted.contains(Name) && Given.contains(Name))
        Join(Name, Index);
    });
    if (Edited.empty())
      continue;
    StringSet<> Included = Includes.find(File.Path, Options.forFile(File.Path).Frontend);
    for (StringRef Each : Edited.keys())
      if (Included.contains(Each))
        Join("edited " + Each, Index);
  }
  Spellings = std::move(Includes.Spellings);
  Classes.compress();
  Members.resize(Classes.getNumClasses());
  for (size_t Index = 0; Index != Files.size(); ++Index) {
    Group[Index] = Classes[unsigned(Index)];
    if (Files[Index].Parsed != ParseState::Not)
      Members[Group[Index]].push_back(Index);
  }
}

} // namespace memlint
