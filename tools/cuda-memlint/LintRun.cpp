//===- LintRun.cpp - One run over the sources -----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LintRun.h"

#include "Fixing.h"
#include "Interruption.h"
#include "MissingHeaders.h"
#include "Output.h"
#include "OutputConflicts.h"
#include "Programs.h"
#include "ProgressLine.h"
#include "TerminalLinks.h"

#include "cuda-memlint/Cache/CacheEntry.h"
#include "cuda-memlint/Cache/ResultCache.h"
#include "cuda-memlint/ChangedLines/GitChanges.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Configuration/ConfigurationSearch.h"
#include "cuda-memlint/Driver/CommitHook.h"
#include "cuda-memlint/Driver/LaunchMisfits.h"
#include "cuda-memlint/Driver/UnmatchedKernels.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"
#include "cuda-memlint/Hardware/Toolchain/WorkFolder.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/SourceErrors.h"
#include "cuda-memlint/Report/SourceText.h"
#include "cuda-memlint/Session/Session.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

using namespace llvm;

namespace memlint {

namespace {

/// The stages of a run. run() lists them in order; each needs the earlier ones.
class LintRun {
public:
  LintRun(LintCommand Command, const Bundle *Imported)
      : Command(std::move(Command)), Imported(Imported) {}

  int run();

private:
  Error findSources();
  Error readStandardInput();
  Error readOpenTexts();
  Error checkOutputs() const;
  bool dumpConfiguration() const;
  Error configure();
  Error openCache();
  void listInputs() const;
  void selectShard();
  bool writeShard();
  Error openSession();
  Expected<std::optional<ChangedLines>> readChangedLines() const;
  Expected<std::optional<Baseline>> readBaseline() const;
  bool checkAllAnalysed() const;
  RecordingList recordings() const;
  void noteUnusedRecordings() const;
  bool checkLaunches() const;
  bool searchedIn(StringRef Folder) const;
  bool haveKernelsFor(const SourcePosition &InConfiguration) const;
  bool checkBudgets() const;
  void noteUndecidedBudgets() const;
  void analyse();
  Error analyseFixed();
  bool writeBaseline();
  bool isWritten(const ReportFormat &Format) const;
  bool report() const;
  bool writeReport(const ReportFormat &Format, const std::string &Path,
                   const ReportContents &Contents) const;

  bool wantsChangedLines() const;
  Isolation isolation();
  bool mayBeIncomplete(const FileAnalysis &File) const;
  bool anyFails() const;
  bool wantsColor(StringRef Path) const;
  bool wantsHyperlinks(StringRef Path) const;
  int exitCode() const;

  LintCommand Command;
  /// Null, or what is read instead of running programs.
  const Bundle *Imported;
  /// Absolute; empty: standard input is not a source.
  std::string StandardInputPath;
  std::vector<SourceFile> Sources;
  /// Where the results of this run are collected, for a shard or the list of inputs.
  std::optional<WorkFolder> Collected;
  std::optional<Session> Run;
  std::optional<ProgressLine> Progress;
  /// All that was asked for could be done so far.
  bool Done = true;
  bool AllAnalysed = true;
};

} // namespace

/// Whether all went well; else a message.
static bool check(Error Failure) {
  if (!Failure)
    return true;
  printError(toString(std::move(Failure)));
  return false;
}

int LintRun::run() {
  bool HasSources = check(findSources());
  auto List = make_scope_exit([this] { listInputs(); });
  if (!HasSources)
    return Failed;
  if (Command.DumpConfiguration)
    return dumpConfiguration() ? NothingFound : Failed;
  if (!check(configure()) || !check(openSession()))
    return Failed;
  auto Prune = make_scope_exit([this] {
    if (!Command.CacheFolder.empty() && Command.Driver.Cache->hasGrown())
      ResultFolder(Command.CacheFolder).prune(uint64_t(Command.CacheMegabytes) << 20);
  });
  analyse();
  if (Command.Shard) {
    // The report that merge writes shows them as they are here.
    if (Command.wantsReport(std::mem_fn(&ReportFormat::ShowsFixes)) && !isInterrupted()) {
      InterruptNote Noted;
      offerFixes(Command, *Run);
    }
    return writeShard() ? NothingFound : Failed;
  }
  Done = AllAnalysed = checkAllAnalysed();
  if (Command.Verify && Command.Verify->Record && AllAnalysed && Command.EmitBundle.empty())
    Run->recordPrograms();
  // A name that no file has is looked for in all of them only.
  bool SettingsFit = !Done || (checkLaunches() && checkBudgets());
  Done &= SettingsFit;
  if (!Command.wantsReport([this](const ReportFormat &Each) { return isWritten(Each); }))
    return Failed;
  bool Fixed = !SettingsFit || isInterrupted() || handleFixes(Command, *Run, *Progress);
  Done &= Fixed;
  // Not all that was changed in memory is so on disk, or is marked as it should be.
  if (Command.Fix == FixMode::InPlace && SettingsFit && !isInterrupted() &&
      (!Fixed || wantsChangedLines()) && !check(analyseFixed()))
    return Failed;
  Run->keepChangedLines();
  if (!writeBaseline())
    return Failed;
  if (!isInterrupted())
    Done &= Command.EmitBundle.empty() ? runPrograms(*Run) : writeBundle(Command, *Run);
  noteUndecidedBudgets();
  Done &= report();
  return exitCode();
}

Error LintRun::findSources() {
  if (Error Failure = readOpenTexts())
    return Failure;
  if (Error Failure = readStandardInput())
    return Failure;
  // Without a path, the whole database is meant, but not by a hook.
  const std::string &Database = Command.Driver.Frontend.CompilationDatabase;
  bool NothingGiven = Command.Paths.empty() &&
                      (Command.PreCommit || (Command.DumpConfiguration && Database.empty()));
  if (!NothingGiven) {
    Expected<std::vector<SourceFile>> Found =
        findSourceFiles(Command.Paths, Database, *sourceFileSystem());
    if (!Found)
      return Found.takeError();
    Sources = std::move(*Found);
  }
  return checkOutputs();
}

/// Reads what an editor has of files that are not saved.
Error LintRun::readOpenTexts() {
  if (Command.OpenTexts.empty())
    return Error::success();
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Command.OpenTexts);
  if (!Buffer)
    return createStringError("cannot read " + Command.OpenTexts + ": " +
                             Buffer.getError().message());
  Expected<std::map<std::string, std::string>> Texts =
      json::parse<std::map<std::string, std::string>>((*Buffer)->getBuffer());
  if (!Texts)
    return Texts.takeError();
  Command.Driver.Frontend.Overlay = std::move(*Texts);
  return Error::success();
}

/// Reads the source that is given on standard input, under the name that it is reported by.
Error LintRun::readStandardInput() {
  if (!is_contained(Command.Paths, StandardInput))
    return Error::success();
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getSTDIN();
  SmallString<256> Path(Command.StandardInputPath);
  std::error_code Code = Buffer ? sys::fs::make_absolute(Path) : Buffer.getError();
  if (!Code && (*Buffer)->getBufferSize() > MaximumSourceBytes)
    Code = std::make_error_code(std::errc::file_too_large);
  if (Code)
    return createStringError("cannot read standard input: " + Code.message());
  StandardInputPath = Path.str().str();
  Command.Driver.Frontend.Overlay[StandardInputPath] = (*Buffer)->getBuffer().str();
  for (std::vector<std::string> *Paths : {&Command.Paths, &Command.FixScope})
    std::replace(Paths->begin(), Paths->end(), StandardInput.str(), Command.StandardInputPath);
  return Error::success();
}

/// Whether the files to write are others than those to read.
Error LintRun::checkOutputs() const {
  // The baseline may be written anew.
  std::vector<std::string> Inputs = {Command.ChangedDiff, Command.Configurations.Path};
  for (const SourceFile &Each : Sources)
    Inputs.push_back(Each.Path);
  std::vector<OutputOption> Outputs = {{"--output", Command.Output},
                                       {"--export-fixes", Command.ExportFixes}};
  for (const FurtherReport &Each : Command.FurtherReports)
    Outputs.push_back({Each.Option, Each.Path});
  if (Error Failure = memlint::checkOutputs(Outputs, {Command.Baseline}))
    return Failure;
  Outputs.push_back({"--write-baseline", Command.WriteBaseline});
  Outputs.push_back({"--shard-output", Command.ShardOutput});
  if (Error Failure = memlint::checkOutputs(Outputs, Inputs))
    return Failure;
  for (const OutputOption &Each : Outputs)
    if (Error Failure = checkWritable(Each.Path))
      return Failure;
  return Error::success();
}

/// What the configuration of the first file, or of the current folder, comes to.
bool LintRun::dumpConfiguration() const {
  Expected<Configuration> Whole = effectiveConfiguration(
      Sources.empty() ? "file.cu" : Sources.front().Path, Command.Configurations);
  if (!Whole)
    return check(Whole.takeError());
  return writeOutput(Command.Output, [&](raw_ostream &Stream) {
    printConfiguration(Stream, *Whole);
    return Error::success();
  });
}

/// Gives each of the sources what its configuration says.
Error LintRun::configure() {
  if (Command.PreCommit)
    dropHeadersWithoutKernels(Sources);
  Expected<std::shared_ptr<const std::map<std::string, FileSettings>>> Settings =
      configureFiles(Sources, Command.Configurations);
  if (!Settings)
    return Settings.takeError();
  for (const auto &[Path, OfFile] : **Settings)
    if (OfFile.Remarks)
      Command.Text.RemarksOf.insert(Path);
  Command.Driver.OfFile = std::move(*Settings);
  if (Command.Shard)
    selectShard();
  Command.Text.IncompleteCauses = Command.KeepGoing;
  return Error::success();
}

bool LintRun::wantsChangedLines() const {
  return Command.ChangedSince || !Command.ChangedDiff.empty();
}

/// The lines that were changed; nothing when all lines count.
Expected<std::optional<ChangedLines>> LintRun::readChangedLines() const {
  if (!wantsChangedLines())
    return std::nullopt;
  std::vector<std::string> Paths;
  for (const SourceFile &Each : Sources)
    Paths.push_back(Each.Path);
  return Command.ChangedSince ? readGitChanges(Paths, *Command.ChangedSince)
                              : readChangesOfDiff(Command.ChangedDiff);
}

/// Nothing where none is given.
Expected<std::optional<Baseline>> LintRun::readBaseline() const {
  // The one that is written counts.
  if (Command.Baseline.empty() || !Command.WriteBaseline.empty())
    return std::nullopt;
  return Baseline::read(Command.Baseline);
}

Isolation LintRun::isolation() {
  Isolation Result;
  Result.Limits = limitsOf(Command);
  Result.EvenOfOne = Command.LimitsOneFile;
  Result.GoOn = [this](const AnalysisProgress &Now) {
    Progress->show(Now);
    return !isInterrupted();
  };
  return Result;
}

Error LintRun::openCache() {
  std::vector<std::shared_ptr<const ResultStore>> Stores;
  auto KeepForRun = [&]() -> Error {
    Expected<WorkFolder> Folder = WorkFolder::create();
    if (!Folder)
      return Folder.takeError();
    Collected.emplace(std::move(*Folder));
    Stores.push_back(std::make_shared<const ResultFolder>(Collected->path().str()));
    return Error::success();
  };
  // All results of this run, found in the cache or new.
  if (Command.Shard || !Command.InputList.empty())
    if (Error Failure = KeepForRun())
      return Failure;
  if (!Command.CacheFolder.empty()) {
    if (std::error_code Code = sys::fs::create_directories(Command.CacheFolder);
        Code && Command.CacheIsNamed)
      errs() << "cuda-memlint: note: no cache: cannot create the folder '"
             << printableText(Command.CacheFolder) << "': " << Code.message() << '\n';
    Stores.push_back(std::make_shared<const ResultFolder>(Command.CacheFolder));
  }
  if (Command.Shards)
    Stores.push_back(Command.Shards);
  // Trials of fixes analyse the files anew that depend on each other. What those are like that an
  // edit does not touch is known from this run, also where nothing is kept for later ones.
  // Without a folder for that, they only take longer.
  if (Stores.empty() && Sources.size() > 1 && Command.OffersFixes)
    consumeError(KeepForRun());
  if (!Stores.empty())
    Command.Driver.Cache = std::make_shared<const ResultCache>(std::move(Stores));
  return Error::success();
}

/// Paths where the configuration of the file at \p Path may be.
static void addConfigurations(StringRef Path, std::set<std::string> &Paths) {
  std::string Absolute = absolutePath(Path);
  for (StringRef Folder = sys::path::parent_path(Absolute); !Folder.empty();
       Folder = sys::path::parent_path(Folder)) {
    SmallString<256> Each(Folder);
    sys::path::append(Each, ConfigurationSearch::FileName);
    Paths.insert(Each.str().str());
  }
}

/// Writes the paths of all that this run has looked at.
void LintRun::listInputs() const {
  if (Command.InputList.empty())
    return;
  const std::string &Database = Command.Driver.Frontend.CompilationDatabase;
  std::set<std::string> Paths = {Command.Configurations.Path, Command.Baseline, Command.ChangedDiff,
                                 Database};
  if (!Database.empty())
    Paths.insert(Database + "/compile_commands.json");
  for (const SourceFile &Each : Sources) {
    Paths.insert(Each.Path);
    if (!Command.Configurations.Off && Command.Configurations.Path.empty())
      addConfigurations(Each.Path, Paths);
  }
  for (const auto &Each : recordings())
    Paths.insert(Each->Path);
  if (Collected)
    ResultFolder(Collected->path().str()).forEach([&](const CacheKey &Key, StringRef Bytes) {
      if (std::optional<CacheEntry> Entry = readEntry(Key, Bytes))
        for (const FileRead &Each : Entry->Reads)
          Paths.insert(Each.Path);
    });
  Paths.erase("");
  check(writeText(Command.InputList, join(Paths, StringRef("\0", 1))));
}

/// Leaves the part of the sources that the shard is of.
void LintRun::selectShard() {
  auto All = std::make_shared<const std::vector<SourceFile>>(Sources);
  Sources = partOfFiles(*All, Command.Shard->Index, Command.Shard->Count);
  Command.Driver.SeveralFiles = All->size() > 1;
  Command.Driver.AllFiles = std::move(All);
}

/// Writes what is known to the shard. What could not be analysed is not in it: merge says why.
bool LintRun::writeShard() {
  if (isInterrupted()) {
    printError("interrupted: '" + Command.ShardOutput + "' was not written");
    return false;
  }
  return writeOutput(Command.ShardOutput, [&](raw_ostream &Stream) {
    memlint::writeShard(Stream, *Command.Shard, ResultFolder(Collected->path().str()));
    return Error::success();
  });
}

Error LintRun::openSession() {
  SessionOptions Options;
  if (Error Failure = openCache())
    return Failure;
  Options.Driver = Command.Driver;
  Options.Threads = Command.Threads;
  Options.Isolated = isolation();
  Options.Fixing.Named = Command.FixScope;
  Options.Fixing.StandardInput = StandardInputPath;
  Options.Fixing.Unsafe = Command.UnsafeFixes;
  Options.Fixing.GoOn = [] { return !isInterrupted(); };
  Options.Fixing.TimeLimit = Options.Isolated->Limits.Time;
  Options.Fixing.Least = Command.Text.Remarks ? FindingLevel::Remark : FindingLevel::Warning;
  Options.Programs = {Command.Verify, Command.Sanitize, Command.Sanitizers, Command.Code};
  if (Options.Programs.Verify)
    Options.Programs.Verify->Waiting = [] {
      errs()
          << "cuda-memlint: note: another cuda-memlint on this machine is measuring; waiting for "
             "it to finish\n";
    };
  Options.Imported = Imported;
  if (Error Failure = readChangedLines().moveInto(Options.Changed))
    return Failure;
  if (Error Failure = readBaseline().moveInto(Options.Known))
    return Failure;
  Run.emplace(Sources, std::move(Options));
  return Error::success();
}

/// Whether \p File may be incomplete. A hook is given headers that nobody named, and which need not
/// compile by themselves.
bool LintRun::mayBeIncomplete(const FileAnalysis &File) const {
  return Command.KeepGoing || (Command.PreCommit && isHeader(File.Path));
}

static bool wasInterrupted(const FileAnalysis &File) {
  return any_of(File.Errors,
                [](const SourceError &Error) { return Error.Effect == ErrorEffect::Interrupted; });
}

/// Where headers may be that are not found: the folders that are given, else the current one.
static std::vector<std::string> searchedFolders(ArrayRef<std::string> Paths) {
  std::vector<std::string> Folders;
  copy_if(Paths, std::back_inserter(Folders),
          [](const std::string &Path) { return sys::fs::is_directory(Path); });
  if (Folders.empty())
    Folders.push_back(".");
  return Folders;
}

namespace {

/// Why files are incomplete. A header that several of them lack is one cause.
class IncompleteCauses {
public:
  void add(const FileAnalysis &File) {
    const SourceError &Cause = *firstCause(File);
    bool LacksHeader = Cause.Effect == ErrorEffect::MissingHeader;
    auto Known = LacksHeader ? OfHeader.find(Cause.Header) : OfHeader.end();
    if (Known != OfHeader.end()) {
      ++Causes[Known->second].Others;
      return;
    }
    if (LacksHeader)
      OfHeader[Cause.Header] = Causes.size();
    Causes.push_back({describeCauseAt(File, Cause), 0});
  }

  bool empty() const { return Causes.empty(); }

  void print() const {
    for (const auto &[Message, Others] : Causes)
      printError(Others == 0 ? Message
                             : Message + "; " + formatNumberOf(Others, "more file") +
                                   (Others == 1 ? " lacks" : " lack") + " this header");
  }

private:
  struct Cause {
    std::string Message;
    /// Files that are not named.
    size_t Others;
  };
  std::vector<Cause> Causes;
  StringMap<size_t> OfHeader;
};

} // namespace

/// Whether all files could be analysed whole; says why not.
bool LintRun::checkAllAnalysed() const {
  bool All = true;
  IncompleteCauses Causes;
  size_t InterruptedFiles = count_if(Run->files(), wasInterrupted);
  if (isInterrupted() || InterruptedFiles != 0) {
    printError("interrupted: " + utostr(InterruptedFiles) + " of " + utostr(Run->files().size()) +
               " files were not analysed");
    All = false;
  }
  for (const FileAnalysis &File : Run->files()) {
    if (wasInterrupted(File))
      continue;
    if (File.Parsed == ParseState::Not) {
      printError(File.Errors.front().Message);
      All = false;
    } else if (File.Parsed == ParseState::Incomplete && !Command.KeepGoing) {
      if (mayBeIncomplete(File))
        errs() << "cuda-memlint: note: " << printableText(describeCauseAt(File, *firstCause(File)))
               << '\n';
      else
        Causes.add(File);
    }
  }
  if (Causes.empty())
    return All;
  Causes.print();
  for (const std::string &Suggestion :
       suggestIncludeFolders(Run->files(), searchedFolders(Command.Paths)))
    errs() << "cuda-memlint: note: " << printableText(Suggestion) << '\n';
  errs() << "cuda-memlint: note: the report may miss kernels or misread them; pass --keep-going "
            "to accept that\n";
  return false;
}

/// Those of the command line and of the files' configurations.
RecordingList LintRun::recordings() const {
  RecordingList Result = Command.Driver.Recordings;
  for (const SourceFile &File : Sources)
    if (const FileSettings *Settings = Command.Driver.settingsOf(File.Path))
      for (const auto &Each : Settings->Recordings)
        if (!is_contained(Result, Each))
          Result.push_back(Each);
  return Result;
}

/// Says which recorded launches are not used, and why. Programs launch kernels of libraries, too.
void LintRun::noteUnusedRecordings() const {
  std::vector<std::string> Notes = findOutdatedRecordings(recordings(), Run->files());
  append_range(Notes, findForeignKernels(Command.Driver.Recordings, Run->files()));
  for (const std::string &Note : Notes)
    errs() << "cuda-memlint: note: " << printableText(Note) << '\n';
}

/// \p At as it begins a message.
static std::string placeOf(const SourcePosition &At) {
  return At.Path + ":" + utostr(At.Line) + ":" + utostr(At.Column) + ": ";
}

/// Whether every launch of the command line, and of the configurations, fits a kernel; says of
/// each that does not why. The latter speak of kernels that some files have and others do not.
bool LintRun::checkLaunches() const {
  noteUnusedRecordings();
  std::vector<std::string> Unused = findUnusedLaunches(Command.Driver.Launches, Run->files());
  for (const std::string &Message : Unused)
    printError("--launch: " + Message);
  if (!Unused.empty())
    return false;
  std::set<std::string> Reported;
  for (const FileAnalysis &File : Run->files()) {
    const FileSettings *Settings = Command.Driver.settingsOf(File.Path);
    if (!Settings)
      continue;
    for (const LaunchRequest &Launch : Settings->Launches) {
      if (Launch.Origin != LaunchOrigin::Config)
        continue;
      std::string Misfit = findMisfit(Launch, File);
      if (!Misfit.empty() && Reported.insert(Misfit).second)
        printError("launches of the configuration of '" + File.Path + "': " + Misfit);
    }
  }
  for (const MisspeltKernel &Each : findMisspeltKernels(Run->files(), Command.Driver))
    if (haveKernelsFor(Each.Position))
      errs() << "cuda-memlint: note: " << printableText(placeOf(Each.Position) + Each.Message)
             << '\n';
  return Reported.empty();
}

/// Whether all files in \p Folder, which is absolute, were looked for: a budget there that matches
/// no kernel is then a mistake.
bool LintRun::searchedIn(StringRef Folder) const {
  return Command.Paths.empty() || any_of(Command.Paths, [&](const std::string &Path) {
           std::string Searched = absolutePath(Path);
           return sys::fs::is_directory(Searched) &&
                  (Folder == Searched || !pathBelow(Folder, Searched).empty());
         });
}

/// Whether a kernel that \p InConfiguration names should be among those of this run: single files
/// have some of a project's kernels only.
bool LintRun::haveKernelsFor(const SourcePosition &InConfiguration) const {
  return searchedIn(sys::path::parent_path(InConfiguration.Path)) ||
         (Sources.size() > 1 && !Command.PreCommit);
}

/// Whether every budget is one of a kernel; says of each that is not.
bool LintRun::checkBudgets() const {
  bool AllMatch = true;
  for (const UnmatchedBudget &Each : findUnmatchedBudgets(Run->files(), Command.Driver)) {
    const SourcePosition &At = Each.Budget->Position;
    std::string Message =
        placeOf(At) + "no kernel matches the budget of '" + Each.Budget->Kernels + "'" + Each.Hint;
    bool IsMistake = searchedIn(sys::path::parent_path(At.Path));
    if (IsMistake)
      printError(Message);
    else if (haveKernelsFor(At))
      errs() << "cuda-memlint: note: " << printableText(Message) << '\n';
    AllMatch &= !IsMistake;
  }
  return AllMatch;
}

/// A budget that nobody can decide must not seem to be kept.
void LintRun::noteUndecidedBudgets() const {
  size_t Undecided = 0;
  for (const FileAnalysis &File : Run->files()) {
    if (Command.Text.Remarks || Command.Text.RemarksOf.contains(File.Path))
      continue;
    for (const KernelAnalysis &Kernel : File.Kernels)
      Undecided += count_if(Kernel.Findings, [](const Finding &Item) {
        return Item.Budget && !Item.Budget->Reached && Item.Suppressed == Suppression::None;
      });
  }
  if (Undecided != 0)
    errs() << "cuda-memlint: note: " << formatNumberOf(Undecided, "budget")
           << " could not be decided; --remarks shows why\n";
}

void LintRun::analyse() {
  Progress.emplace();
  // Where nobody asks whether to go on, the signal does what it always does.
  std::optional<InterruptNote> Noted;
  if (Run->isolatesFiles())
    Noted.emplace();
  Run->analyse();
  Progress->hide();
}

/// Once fixes were made.
Error LintRun::analyseFixed() {
  if (Command.ChangedSince) {
    // Lines have moved.
    Expected<std::optional<ChangedLines>> Changed = readChangedLines();
    if (!Changed)
      return Changed.takeError();
    Run->setChangedLines(std::move(**Changed));
  }
  analyse();
  // What was said the first time is not said again.
  Done &= !AllAnalysed || checkAllAnalysed();
  Run->offerFixes();
  return Error::success();
}

/// Writes the findings to a baseline, by which they are known from now on, where one is to be
/// written; false, and a message, when that fails.
bool LintRun::writeBaseline() {
  StringRef Path = Command.WriteBaseline;
  if (Path.empty())
    return true;
  if (!Done)
    return check(createStringError("'" + Path +
                                   "' was not written: the findings of some files are unknown"));
  Baseline Now = Run->acceptFindings(Path);
  return writeOutput(Path, [&](raw_ostream &Stream) {
    Now.print(Stream);
    return Error::success();
  });
}

static bool isRefuted(const FileVerification &Verification) {
  return any_of(Verification.Builds, [](const FileComparison &Build) {
    return countOutcomes(Build, VerifyStatus::Refuted) != 0;
  });
}

bool LintRun::anyFails() const {
  return any_of(Run->files(), [&](const FileAnalysis &File) {
    const FileSettings *Settings = Command.Driver.settingsOf(File.Path);
    ConfiguredLevel Least = Settings ? Settings->FailOn : Command.FailOn;
    return Least && any_of(File.Kernels, [&](const KernelAnalysis &Kernel) {
             return any_of(Kernel.Findings, [&](const Finding &Item) {
               return Item.Level >= *Least && Item.Suppressed == Suppression::None;
             });
           });
  });
}

int LintRun::exitCode() const {
  if (!Done)
    return Failed;
  if (any_of(Run->results().Verified, isRefuted))
    return Refuted;
  return anyFails() ? Found : NothingFound;
}

bool LintRun::wantsColor(StringRef Path) const {
  if (Command.Color)
    return *Command.Color;
  const char *NoColor = std::getenv("NO_COLOR");
  return Path.empty() && outs().has_colors() && !(NoColor && *NoColor);
}

bool LintRun::wantsHyperlinks(StringRef Path) const {
  return Command.Hyperlinks.value_or(Path.empty() && outs().is_displayed() && terminalHasLinks());
}

/// Formats for people have no report on files of which none could be read; standard error says why.
bool LintRun::isWritten(const ReportFormat &Format) const {
  return !Format.ForPeople || Run->files().empty() ||
         any_of(Run->files(),
                [](const FileAnalysis &File) { return File.Parsed != ParseState::Not; });
}

bool LintRun::writeReport(const ReportFormat &Format, const std::string &Path,
                          const ReportContents &Contents) const {
  if (!isWritten(Format))
    return true;
  bool Color = Format.ForPeople && wantsColor(Path);
  TextReportOptions Text = Contents.Text;
  Text.Hyperlinks = Format.ForPeople && wantsHyperlinks(Path);
  if (Text.Hyperlinks)
    Text.PageFolder = installedPages();
  return writeOutput(Path, [&](raw_ostream &Stream) {
    Stream.enable_colors(Color);
    Format.Print(Stream, {Contents.Files, Contents.Verified, Contents.Tools, Text, Contents.Run});
    return Error::success();
  });
}

bool LintRun::report() const {
  SarifRun OfRun;
  OfRun.Version = MEMLINT_VERSION;
  OfRun.ExitCode = exitCode();
  OfRun.KernelsMayBeMissing = all_of(Run->files(), [&](const FileAnalysis &File) {
    return File.Parsed != ParseState::Incomplete || mayBeIncomplete(File);
  });
  OfRun.HasBaseline = !Command.Baseline.empty() || !Command.WriteBaseline.empty();
  ReportContents Contents = {Run->files(), Run->results().Verified, Run->results().Others,
                             Command.Text, OfRun};
  bool AllWritten = true;
  for (const FurtherReport &Each : Command.FurtherReports)
    AllWritten &= writeReport(*Each.Format, Each.Path, Contents);
  // Of a dry run there is a diff on standard output.
  if (Command.Fix == FixMode::DryRun && Command.Output.empty())
    return AllWritten;
  return writeReport(*Command.Format, Command.Output, Contents) && AllWritten;
}

int runLint(const LintCommand &Command) {
  if (Command.ImportBundle.empty())
    return LintRun(Command, nullptr).run();
  Expected<Bundle> Imported = readBundle(Command.ImportBundle);
  if (!Imported)
    return check(Imported.takeError()), Failed;
  Expected<LintCommand> Again = commandFor(Command, *Imported);
  if (!Again)
    return check(Again.takeError()), Failed;
  return LintRun(std::move(*Again), &*Imported).run();
}

} // namespace memlint
