//===- FileGroups.cpp - Files that tell each other something --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileGroups.h"

#include "cuda-memlint/Checks/FileAnalysis.h"
#include "cuda-memlint/Checks/KernelAnalysis.h"
#include "cuda-memlint/Fixes/EditScope.h"
#include "cuda-memlint/Frontend/CompileArguments.h"
#include "cuda-memlint/Frontend/IncludedNames.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"
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

/// The names that are both wanted by some file and given by some: what FileLinker can link.
static StringSet<> linkedNames(const StringSet<> &Wanted, const StringSet<> &Given) {
  StringSet<> Result;
  for (StringRef Name : Wanted.keys())
    if (Given.contains(Name))
      Result.insert(Name);
  return Result;
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
  StringSet<> Called, Launchers, Missing, Constants;
  for (const FileAnalysis &File : Files) {
    for (const OutgoingCall &Call : File.Links.Calls)
      Called.insert(Call.Function);
    Launchers.insert(File.Links.Launchers.begin(), File.Links.Launchers.end());
    Missing.insert(File.Links.MissingConstants.begin(), File.Links.MissingConstants.end());
    for (const SharedConstant &Constant : File.Links.Constants)
      Constants.insert(Constant.Name);
  }
  StringSet<> LinkedFunctions = linkedNames(Called, Launchers);
  StringSet<> LinkedConstants = linkedNames(Missing, Constants);
  IncludeSearch Includes(Edited, Texts);
  for (auto [Index, File] : enumerate(Files)) {
    if (File.Parsed == ParseState::Not || !AreSeveral)
      continue;
    Join("file " + File.Path, Index);
    for (const KernelElsewhere &Kernel : File.KernelsElsewhere)
      Join("file " + Kernel.File, Index);
    auto JoinIfLinked = [&](StringRef Kind, StringRef Name, const StringSet<> &Linked) {
      if (Linked.contains(Name))
        Join(Kind + Name, Index);
    };
    for (const std::string &Name : File.Links.Launchers)
      JoinIfLinked("function ", Name, LinkedFunctions);
    for (const OutgoingCall &Call : File.Links.Calls)
      JoinIfLinked("function ", Call.Function, LinkedFunctions);
    for (const SharedConstant &Constant : File.Links.Constants)
      JoinIfLinked("constant ", Constant.Name, LinkedConstants);
    for (const std::string &Name : File.Links.MissingConstants)
      JoinIfLinked("constant ", Name, LinkedConstants);
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
