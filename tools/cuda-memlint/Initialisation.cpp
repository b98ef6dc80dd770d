//===- Initialisation.cpp - A configuration to begin with -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Initialisation.h"

#include "Examination.h"
#include "LintRun.h"
#include "Output.h"

#include "cuda-memlint/Configuration/ConfigurationSearch.h"
#include "cuda-memlint/Configuration/NewConfiguration.h"
#include "cuda-memlint/Frontend/Architecture.h"
#include "cuda-memlint/Frontend/CompileArguments.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"
#include "cuda-memlint/Hardware/Toolchain/DriverState.h"
#include "cuda-memlint/Report/SourceText.h"
#include "cuda-memlint/Support/RealPaths.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <map>
#include <set>

using namespace llvm;

namespace memlint {

/// By their numbers, each once: those of \p Names whose rules are known.
static std::vector<std::string> knownDevices(ArrayRef<std::string> Names) {
  std::map<std::pair<unsigned, std::string>, std::string> ByNumber;
  for (const std::string &Name : Names) {
    Expected<Architecture> Device = parseArchitecture(Name);
    if (!Device) {
      consumeError(Device.takeError());
      continue;
    }
    Expected<const TargetModel *> Target = findTarget(Device->name());
    if (Target)
      ByNumber[{Device->Number, Device->Processor}] = Device->name();
    else
      consumeError(Target.takeError());
  }
  auto Devices = make_second_range(ByNumber);
  return {Devices.begin(), Devices.end()};
}

/// The devices of the first commands: a look at each takes as long as reading all of them.
static Expected<std::vector<std::string>> devicesOfDatabase(const std::string &Database) {
  constexpr size_t MostSources = 20;
  Expected<std::vector<std::string>> Sources = findCudaSources(Database, *sourceFileSystem());
  if (!Sources)
    return Sources.takeError();
  FrontendOptions Options;
  Options.CompilationDatabase = Database;
  std::vector<std::string> Names;
  for (const std::string &Path : ArrayRef(*Sources).take_front(MostSources)) {
    Expected<TranslatedArguments> Arguments = argumentsOfFile(Path, Options);
    if (!Arguments)
      return Arguments.takeError();
    append_range(Names, Arguments->Architectures);
  }
  return knownDevices(Names);
}

static std::vector<std::string> devicesOfMachine() {
  std::vector<std::string> Names;
  for (StringRef Capability : listComputeCapabilities()) {
    auto [Major, Minor] = Capability.split('.');
    Names.push_back(("sm_" + Major + Minor).str());
  }
  return knownDevices(Names);
}

/// The files in the current folder that `record` has written.
static std::vector<std::string> findRecordings() {
  std::vector<std::string> Found;
  std::error_code Failure;
  for (sys::fs::directory_iterator It(".", Failure), End; !Failure && It != End;
       It.increment(Failure)) {
    StringRef Name = sys::path::filename(It->path());
    if (!Name.ends_with(".yaml") || Name == ConfigurationSearch::FileName)
      continue;
    auto Recording = readRecordedLaunches(Name);
    if (Recording)
      Found.push_back(Name.str());
    else
      consumeError(Recording.takeError());
  }
  llvm::sort(Found);
  return Found;
}

/// Whether \p Folder is a repository in another one, or is called as those are that hold others'
/// code.
static bool looksForeign(StringRef Folder) {
  static constexpr StringLiteral Names[] = {"3rdparty", "deps",      "dependencies", "extern",
                                            "external", "externals", "submodules",   "thirdparty",
                                            "vendor",   "vendors"};
  std::string Letters;
  for (char Letter : sys::path::filename(Folder).lower())
    if (isAlnum(Letter))
      Letters += Letter;
  return is_contained(Names, Letters) || sys::fs::exists(Folder + "/.git");
}

/// The outermost of the folders that \p Path is in and that look foreign; empty: none.
static std::string foreignFolderOf(StringRef Path) {
  for (size_t At = Path.find('/'); At != StringRef::npos; At = Path.find('/', At + 1))
    if (StringRef Folder = Path.take_front(At); looksForeign(Folder))
      return Folder.str() + "/";
  return "";
}

static void lookAtSources(ProjectFacts &Facts) {
  Expected<std::vector<SourceFile>> Sources = findSourceFiles({"."}, "", *sourceFileSystem());
  if (!Sources)
    return consumeError(Sources.takeError());
  std::set<std::string> Folders;
  for (const SourceFile &Each : *Sources) {
    if (!Each.Problem.empty())
      continue;
    ++Facts.Sources;
    std::string Folder = foreignFolderOf(sys::path::remove_leading_dotslash(Each.Path));
    // In a pattern, these letters would stand for others.
    if (!Folder.empty() && Folder.find_first_of("*?[\\") == std::string::npos)
      Folders.insert(Folder);
  }
  Facts.ForeignFolders.assign(Folders.begin(), Folders.end());
}

/// The path of the nearest configuration above the current folder; empty: there is none.
static std::string findOuterConfiguration() {
  std::string Folder = absolutePath(".");
  for (StringRef Each = sys::path::parent_path(Folder); !Each.empty();
       Each = sys::path::parent_path(Each)) {
    SmallString<256> Path = Each;
    sys::path::append(Path, ConfigurationSearch::FileName);
    if (sys::fs::exists(Path))
      return Path.str().str();
  }
  return "";
}

static Expected<ProjectFacts> lookAround(const InitCommand &Command) {
  ProjectFacts Facts;
  lookAtSources(Facts);
  Facts.Database = Command.Database.empty() ? findDatabaseFolder() : Command.Database;
  if (!Facts.Database.empty())
    if (Error Failure = devicesOfDatabase(Facts.Database).moveInto(Facts.DatabaseDevices))
      return std::move(Failure);
  Facts.Gpus = devicesOfMachine();
  Facts.Recordings = findRecordings();
  Facts.Outer = findOuterConfiguration();
  return Facts;
}

/// Whether something is at \p Path that writing would replace.
static bool wouldReplace(StringRef Path) {
  sys::fs::file_status Status, Target;
  if (Path == "-" || sys::fs::status(Path, Status, /*follow=*/false))
    return false;
  bool IsStream =
      !sys::fs::status(Path, Target) && (Target.type() == sys::fs::file_type::character_file ||
                                         Target.type() == sys::fs::file_type::fifo_file);
  return !IsStream;
}

int runInit(const InitCommand &Command) {
  if (wouldReplace(Command.Output)) {
    printError("init: '" + Command.Output +
               "' is there already and was not changed: name another file with --output, or - to "
               "see what would be written");
    return Failed;
  }
  Expected<ProjectFacts> Facts = lookAround(Command);
  if (!Facts) {
    printError("init: " + toString(Facts.takeError()));
    return Failed;
  }
  bool Written = writeOutput(Command.Output, [&](raw_ostream &Stream) {
    printNewConfiguration(Stream, *Facts);
    return Error::success();
  });
  if (!Written)
    return Failed;
  if (Command.Output != "-")
    errs() << "cuda-memlint: wrote '" << printableText(Command.Output) << "'\n";
  return NothingFound;
}

} // namespace memlint
