//===- RevisionComparison.cpp - What differs between revisions ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RevisionComparison.h"

#include "LintRun.h"
#include "Output.h"

#include "cuda-memlint/ChangedLines/GitCheckout.h"
#include "cuda-memlint/Configuration/ConfigurationSearch.h"
#include "cuda-memlint/Frontend/MovedCommands.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"
#include "cuda-memlint/Hardware/Toolchain/WorkFolder.h"
#include "cuda-memlint/Process/ChildRun.h"
#include "cuda-memlint/Support/RealPaths.h"
#include "cuda-memlint/Support/RepositoryRoot.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <csignal>

using namespace llvm;

namespace memlint {

namespace {

/// The files of one revision, and what is analysed of them.
struct RevisionTree {
  /// For messages.
  std::string Name;
  /// Without links.
  std::string Root;
  /// The current folder's counterpart; it need not exist.
  std::string Folder;
  /// With which compile options; empty: none.
  std::string Database;
  /// Those given that it has, and the others; neither: all in the database.
  std::vector<std::string> Paths, Missing;
  bool HasSources = false;
  /// Where the report is written.
  std::string Report;
};

class RevisionComparison {
public:
  RevisionComparison(const DiffCommand &Command, std::string Folder, std::string Root,
                     WorkFolder Work)
      : Command(Command), Folder(std::move(Folder)), Root(std::move(Root)), Work(std::move(Work)) {}

  Expected<std::vector<Difference>> run();

private:
  Error inheritConfiguration() const;
  Expected<RevisionTree> makeTree(StringRef Side, const std::string &Commit);
  Error linkSubmodules(const RevisionTree &Tree, ArrayRef<std::string> Found);
  std::vector<std::string> argumentsFor(const RevisionTree &Tree) const;
  Error findDatabase(RevisionTree &Tree, StringRef Database) const;
  Error findSources(RevisionTree &Tree, ArrayRef<std::string> Paths) const;
  Error checkPaths(ArrayRef<std::string> Paths) const;
  Error analyse(const RevisionTree &Tree) const;
  int analyseHere(const RevisionTree &Tree) const;
  bool isInSubmodule(const Difference &Each) const;

  const DiffCommand &Command;
  /// The current one, and that of the repository: without links.
  const std::string Folder, Root;
  const WorkFolder Work;
  /// Absolute folders, in the repository.
  std::vector<std::string> Submodules;
};

} // namespace

/// What holds above the repository, for trees that are elsewhere.
Error RevisionComparison::inheritConfiguration() const {
  Expected<std::shared_ptr<const Configuration>> Above = ConfigurationSearch().find(Root);
  if (!Above)
    return Above.takeError();
  std::string Text;
  raw_string_ostream Stream(Text);
  if (*Above)
    printConfiguration(Stream, **Above);
  return writeText(Work.file(ConfigurationSearch::FileName), Text);
}

/// Of submodules there is only what is on disk.
Error RevisionComparison::linkSubmodules(const RevisionTree &Tree, ArrayRef<std::string> Found) {
  for (const std::string &Each : Found) {
    std::string OnDisk = joinPath(Root, Each), InTree = joinPath(Tree.Root, Each);
    Submodules.push_back(OnDisk);
    sys::fs::remove(InTree);
    if (std::error_code Code = sys::fs::create_link(OnDisk, InTree))
      return createStringError("cannot create '" + InTree + "': " + Code.message());
  }
  return Error::success();
}

/// \p Side is "base" or "head"; \p Commit empty: the files on disk.
Expected<RevisionTree> RevisionComparison::makeTree(StringRef Side, const std::string &Commit) {
  RevisionTree Tree;
  Tree.Report = Work.file(Side + ".json");
  if (Commit.empty()) {
    Tree.Name = "the working tree";
    Tree.Root = Root;
    Tree.Folder = Folder;
    return Tree;
  }
  constexpr size_t ShortHash = 12;
  Tree.Name = ("the " + Side + " (" + StringRef(Commit).take_front(ShortHash) + ")").str();
  Tree.Root = Work.file(Side);
  Tree.Folder = pathInCopy(Folder, Root, Tree.Root);
  Expected<std::vector<std::string>> Found = checkOut(Root, Commit, Tree.Root);
  if (!Found)
    return Found.takeError();
  if (Error Failure = linkSubmodules(Tree, *Found))
    return std::move(Failure);
  return Tree;
}

/// The database of the revision or, where it has none, that on disk. Its paths are those of a
/// build in the repository.
Error RevisionComparison::findDatabase(RevisionTree &Tree, StringRef Database) const {
  if (Database.empty())
    return Error::success();
  std::string OnDisk = realPath(Database);
  Tree.Database = OnDisk;
  if (Tree.Root == Root)
    return Error::success();
  std::string InTree = pathInCopy(OnDisk, Root, Tree.Root);
  bool HasOwn = sys::fs::is_regular_file(InTree) ||
                sys::fs::exists(joinPath(InTree, "compile_commands.json"));
  Expected<json::Array> Moved =
      moveCommands(HasOwn && !InTree.empty() ? InTree : OnDisk, Root, Tree.Root);
  if (!Moved)
    return Moved.takeError();
  Tree.Database = Tree.Root + ".database.json";
  return writeText(Tree.Database, formatv("{0}", json::Value(std::move(*Moved))).str());
}

/// Takes those of \p Paths that the revision has.
Error RevisionComparison::findSources(RevisionTree &Tree, ArrayRef<std::string> Paths) const {
  std::unique_ptr<vfs::FileSystem> Files = vfs::createPhysicalFileSystem();
  bool HasFolder = !Files->setCurrentWorkingDirectory(Tree.Folder);
  auto HasAny = [&](ArrayRef<std::string> Named) -> Expected<bool> {
    Expected<std::vector<SourceFile>> Found = findSourceFiles(Named, Tree.Database, *Files);
    if (!Found)
      return Found.takeError();
    return any_of(*Found, [&](const SourceFile &Each) {
      return Each.Problem.empty() && Files->exists(Each.Path);
    });
  };
  if (Paths.empty())
    return HasAny({}).moveInto(Tree.HasSources);
  for (const std::string &Path : Paths) {
    std::string InTree = sys::path::is_absolute(Path) ? pathInCopy(Path, Root, Tree.Root) : Path;
    Expected<bool> IsThere = HasFolder ? HasAny(InTree) : false;
    if (!IsThere)
      return IsThere.takeError();
    (*IsThere ? Tree.Paths : Tree.Missing).push_back(*IsThere ? InTree : Path);
  }
  Tree.HasSources = !Tree.Paths.empty();
  return Error::success();
}

Error RevisionComparison::checkPaths(ArrayRef<std::string> Paths) const {
  for (const std::string &Path : Paths) {
    std::string Absolute = sys::path::is_absolute(Path) ? Path : joinPath(Folder, Path);
    if (pathInCopy(Absolute, Root, Root).empty())
      return createStringError("'" + Path + "' is outside of the git repository '" + Root + "'");
  }
  return Error::success();
}

/// The command line for the tree: absolute paths in the repository lead to what it has.
std::vector<std::string> RevisionComparison::argumentsFor(const RevisionTree &Tree) const {
  std::vector<std::string> Result = Command.Analysis;
  for (std::string &Each : Result) {
    size_t At = Each.find(Root + "/");
    bool IsPath = At == 0 || (At != std::string::npos && Each.front() == '-');
    std::string InTree = IsPath ? pathInCopy(StringRef(Each).substr(At), Root, Tree.Root) : "";
    if (!InTree.empty() && sys::fs::exists(InTree))
      Each.replace(At, std::string::npos, InTree);
  }
  return Result;
}

/// In a process of its own; the exit code.
int RevisionComparison::analyseHere(const RevisionTree &Tree) const {
  // Who interrupts the comparison ends it, and this process with it.
  std::signal(SIGINT, SIG_IGN);
  if (std::error_code Code = sys::fs::set_current_path(Tree.Folder)) {
    printError("diff: cannot change to the folder '" + Tree.Folder + "': " + Code.message());
    return Failed;
  }
  Expected<LintCommand> Lint = readComparedAnalysis(argumentsFor(Tree));
  if (!Lint) {
    printError(toString(Lint.takeError()));
    return Failed;
  }
  Lint->Paths = Tree.Paths;
  Lint->Driver.Frontend.CompilationDatabase = Tree.Database;
  Lint->Output = Tree.Report;
  Lint->OffersFixes = false;
  // Nobody finds again what is kept by the path of a temporary folder.
  if (Tree.Root != Root)
    Lint->CacheFolder.clear();
  return runLint(*Lint);
}

Error RevisionComparison::analyse(const RevisionTree &Tree) const {
  if (!Tree.HasSources) {
    std::string Text;
    raw_string_ostream Stream(Text);
    printJsonReport(Stream, {});
    return writeText(Tree.Report, Text);
  }
  Expected<int> Code = runInChild([&] { return analyseHere(Tree); });
  if (!Code)
    return Code.takeError();
  if (*Code != NothingFound && *Code != Found)
    return createStringError("the analysis of " + Tree.Name + " failed");
  return Error::success();
}

bool RevisionComparison::isInSubmodule(const Difference &Each) const {
  std::string Path = absolutePath(joinPath(Folder, Each.Path));
  return any_of(Submodules, [&](const std::string &Of) { return !pathBelow(Path, Of).empty(); });
}

Expected<std::vector<Difference>> RevisionComparison::run() {
  Expected<LintCommand> Lint = readComparedAnalysis(Command.Analysis);
  if (!Lint)
    return Lint.takeError();
  if (Error Failure = checkPaths(Lint->Paths))
    return std::move(Failure);
  Expected<ComparedCommits> Commits = findComparedCommits(Root, Command.Base, Command.Head);
  if (!Commits)
    return Commits.takeError();
  if (Error Failure = inheritConfiguration())
    return std::move(Failure);
  std::vector<RevisionTree> Trees;
  for (const auto &[Side, Commit] : {std::pair("base", Commits->Base), {"head", Commits->Head}}) {
    Expected<RevisionTree> Tree = makeTree(Side, Commit);
    if (!Tree)
      return Tree.takeError();
    if (Error Failure = findDatabase(*Tree, Lint->Driver.Frontend.CompilationDatabase))
      return std::move(Failure);
    if (Error Failure = findSources(*Tree, Lint->Paths))
      return std::move(Failure);
    Trees.push_back(std::move(*Tree));
  }
  for (const std::string &Path : Trees.front().Missing)
    if (is_contained(Trees.back().Missing, Path))
      return createStringError("neither revision has sources at '" + Path + "'");
  for (const RevisionTree &Tree : Trees)
    if (Error Failure = analyse(Tree))
      return std::move(Failure);
  auto Report = [&](const RevisionTree &Of) { return ComparedReport{Of.Report, Of.Root, Root}; };
  Expected<std::vector<Difference>> All =
      compareReports(Report(Trees.front()), Report(Trees.back()));
  if (All)
    erase_if(*All, [&](const Difference &Each) { return isInSubmodule(Each); });
  return All;
}

Expected<std::vector<Difference>> compareRevisions(const DiffCommand &Command) {
  std::string Folder = realPath("."), Root = findRepositoryRoot(Folder);
  if (Root.empty())
    return createStringError("'" + Command.Base +
                             "' is not a JSON report (.json), and the current folder is not in a "
                             "git repository whose revision it could be");
  Expected<WorkFolder> Work = WorkFolder::create();
  if (!Work)
    return Work.takeError();
  return RevisionComparison(Command, std::move(Folder), std::move(Root), std::move(*Work)).run();
}

} // namespace memlint
