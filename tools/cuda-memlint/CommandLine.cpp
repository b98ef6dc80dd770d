//===- CommandLine.cpp - What the user asks for ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "HelpTexts.h"
#include "ReportOptions.h"
#include "SharedOptions.h"
#include "SubCommandLines.h"

#include "cuda-memlint/Cache/ResultStore.h"
#include "cuda-memlint/Documentation/CheckPage.h"
#include "cuda-memlint/Driver/CommitHook.h"
#include "cuda-memlint/Launch/ProgramArguments.h"
#include "cuda-memlint/Launch/RecordedLaunches.h"
#include "cuda-memlint/Support/NearestName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;
using llvm::opt::InputArgList;

namespace memlint {

/// More would only be a slip of the finger.
static constexpr unsigned MostThreads = 1024;
/// A day, and more memory than a machine has.
static constexpr unsigned MostFileSeconds = 86400;
static constexpr unsigned MostFileMegabytes = 1u << 24;
static constexpr unsigned MostCacheMegabytes = 1u << 24;
static constexpr unsigned MostShards = 1u << 16;

/// The value that \p Words has for the word that \p Id gives; the first where it is not given.
template <typename Value>
static Expected<Value> readWord(const InputArgList &Given, OptionId Id,
                                std::initializer_list<std::pair<StringRef, Value>> Words) {
  if (!Given.hasArg(Id))
    return Words.begin()->second;
  for (const auto &[Word, Meaning] : Words)
    if (Word == valueOf(Given, Id))
      return Meaning;
  return badValue(Id, valueOf(Given, Id));
}

static Error readConfigurations(const InputArgList &Given, Configuration Settings,
                                LintCommand &Command) {
  ConfigurationSource &From = Command.Configurations;
  From.CommandLine = std::move(Settings);
  From.CommandLine.CompileOptions = Command.Driver.Frontend.CompileArguments;
  if (From.CommandLine.Toolkit.empty() && Given.hasArg(OPT_cuda_path))
    From.CommandLine.Toolkit = "auto";
  From.Path = valueOf(Given, OPT_config);
  // A bundle is all that the other machine has.
  From.Off = Given.hasArg(OPT_no_config, OPT_emit_bundle, OPT_import_bundle);
  if (Given.hasArg(OPT_config) && From.Off)
    return createStringError("--config takes a configuration and " +
                             Twine(Given.hasArg(OPT_no_config) ? "--no-config" : "a bundle") +
                             " takes none: omit one");
  Command.DumpConfiguration = Given.hasArg(OPT_dump_config);
  return Error::success();
}

static Error readExplain(const InputArgList &Given, TextReportOptions &Text) {
  StringRef Value = valueOf(Given, OPT_explain);
  unsigned Line = 0;
  if (Value.empty())
    Text.Explain = Given.hasArg(OPT_explain);
  else if (Value.getAsInteger(10, Line) || Line == 0)
    return badValue(OPT_explain, Value, "a line number, as in --explain=42");
  else
    Text.ExplainLine = Line;
  return Error::success();
}

static Error readTop(const InputArgList &Given, TextReportOptions &Text) {
  StringRef Value = valueOf(Given, OPT_top);
  unsigned Number = 0;
  if (!Given.hasArg(OPT_top))
    return Error::success();
  if (Value.getAsInteger(10, Number) || Number == 0)
    return badValue(OPT_top, Value, "a number of kernels, as in --top=20");
  Text.Top = Number;
  return Error::success();
}

static Error readChangedLinesOptions(const InputArgList &Given, LintCommand &Result) {
  if (Given.hasArg(OPT_changed_lines))
    Result.ChangedSince = valueOf(Given, OPT_changed_lines);
  // `pre-commit run --from-ref` says so in this way.
  const char *FromRevision = std::getenv("PRE_COMMIT_FROM_REF");
  if (Result.PreCommit && Result.ChangedSince == "" && FromRevision && *FromRevision)
    Result.ChangedSince = FromRevision + std::string("...");
  Result.ChangedDiff = valueOf(Given, OPT_changed_lines_diff);
  if (Result.ChangedSince && !Result.ChangedDiff.empty())
    return createStringError("--changed-lines asks git, --changed-lines-diff reads a file: leave "
                             "out one of them");
  if ((Result.ChangedSince || !Result.ChangedDiff.empty()) && Given.hasArg(OPT_write_baseline))
    return createStringError(
        "--write-baseline writes the findings of all lines: omit " +
        Twine(Result.ChangedSince ? "--changed-lines" : "--changed-lines-diff"));
  return Error::success();
}

/// An option that means something only beside certain others.
struct Need {
  OptionId Option;
  bool IsMet;
  /// Those others, as a list in words.
  StringRef What;
};

static Error checkNeeds(const InputArgList &Given, ArrayRef<Need> Needs) {
  for (const Need &Each : Needs)
    if (Given.hasArg(Each.Option) && !Each.IsMet)
      return createStringError(spelling(Each.Option) + " needs " + Each.What);
  return Error::success();
}

/// Whether the file's own main is run, here or with a bundle.
static bool runsOwnMain(const InputArgList &Given) {
  return Given.hasArg(OPT_verify, OPT_verify_debug, OPT_verify_sanitizer, OPT_emit_bundle) &&
         !Given.hasArg(OPT_verify_harness, OPT_verify_command);
}

/// Reads the command that is run in the place of a built program.
static Error readVerifyCommand(const InputArgList &Given, VerifyOptions &Result) {
  if (!Given.hasArg(OPT_verify_command))
    return Error::success();
  for (OptionId Each : {OPT_verify_debug, OPT_verify_harness, OPT_verify_sanitizer})
    if (Given.hasArg(Each))
      return createStringError(spelling(Each) + " builds a program: omit --verify-command");
  if (Result.Method != VerifyMethod::Automatic && Result.Method != VerifyMethod::Counters)
    return createStringError(
        "--verify-command cannot be instrumented: use --verify-method=counters");
  // No copy counts in its place.
  Result.Method = VerifyMethod::Counters;
  Expected<std::vector<std::string>> Words = splitArguments(valueOf(Given, OPT_verify_command));
  if (!Words)
    return createStringError("--verify-command: " + toString(Words.takeError()));
  if (Words->empty())
    return badValue(OPT_verify_command, "");
  ErrorOr<std::string> Found = sys::findProgramByName(Words->front());
  // One with a slash is not looked for.
  if (!Found || !sys::fs::can_execute(*Found))
    return createStringError("--verify-command: '" + Words->front() +
                             "' does not exist or is not an executable");
  SmallString<256> Path(*Found);
  sys::fs::make_absolute(Path);
  Words->front() = Path.str().str();
  Result.Command = std::move(*Words);
  return Error::success();
}

/// How programs are built and run; nothing when nothing of the kind is asked for.
static Expected<std::optional<VerifyOptions>> readVerify(const InputArgList &Given,
                                                         const Configuration &Settings,
                                                         const ForeignArguments &Foreign) {
  bool Emits = Given.hasArg(OPT_emit_bundle);
  bool Counts = Emits || Given.hasArg(OPT_verify, OPT_verify_debug);
  bool Runs = Counts || Given.hasArg(OPT_verify_sanitizer);
  bool ShowsCode = Given.hasArg(OPT_verify_code);
  bool BuildsHere = (Runs && !Emits) || ShowsCode;
  if (Error Failure = checkNeeds(
          Given, {{OPT_verify_method, Counts, "--verify or --emit-bundle"},
                  {OPT_verify_launches, Counts, "--verify or --emit-bundle"},
                  {OPT_verify_command, Counts && !Emits, "--verify"},
                  {OPT_verify_folder, Counts && !Emits, "--verify"},
                  {OPT_verify_no_record, Counts && !Emits, "--verify"},
                  {OPT_verify_harness, Runs, "--verify, --verify-sanitizer or --emit-bundle"},
                  {OPT_verify_timeout, Runs || ShowsCode,
                   "--verify, --verify-sanitizer, --verify-code or --emit-bundle"},
                  {OPT_verify_keep, BuildsHere, "--verify, --verify-sanitizer or --verify-code"}}))
    return std::move(Failure);
  if (!Runs && !ShowsCode)
    return std::nullopt;
  VerifyOptions Result;
  Expected<VerifyMethod> Method =
      readWord<VerifyMethod>(Given, OPT_verify_method,
                             {{"auto", VerifyMethod::Automatic},
                              {"counters", VerifyMethod::Counters},
                              {"instrumentation", VerifyMethod::Instrumentation},
                              {"both", VerifyMethod::Both}});
  if (!Method)
    return Method.takeError();
  Result.Method = *Method;
  Result.Debug = Given.hasArg(OPT_verify_debug);
  Result.CompileArguments = Foreign.Compiler;
  Result.ProgramArguments = Settings.Arguments.value_or(std::vector<std::string>());
  Result.CudaPath = valueOf(Given, OPT_cuda_path);
  Result.GenerateMain = Given.hasArg(OPT_verify_harness);
  Result.Keep = Given.hasArg(OPT_verify_keep);
  if (Error Failure = readVerifyCommand(Given, Result))
    return std::move(Failure);
  Result.RunFolder = valueOf(Given, OPT_verify_folder);
  if (!Result.RunFolder.empty() && !sys::fs::is_directory(Result.RunFolder))
    return createStringError("--verify-folder: '" + Result.RunFolder + "' is not a folder");
  Result.Record = !Given.hasArg(OPT_verify_no_record);
  /// A day; and more launches than anybody reads about.
  constexpr unsigned MostSeconds = 86400, MostLaunches = 10000;
  if (Error Failure = readNumber(Given, OPT_verify_timeout, MostSeconds, Result.TimeoutSeconds))
    return Failure;
  unsigned Launches = 0;
  if (Error Failure = readNumber(Given, OPT_verify_launches, MostLaunches, Launches))
    return Failure;
  if (Given.hasArg(OPT_verify_launches))
    Result.MaximumLaunches = Launches;
  return Result;
}

/// A bundle that is read says what was asked for when it was made.
static Error checkBundleOptions(const InputArgList &Given, const ForeignArguments &Foreign) {
  if (Given.hasArg(OPT_import_bundle, OPT_emit_bundle) &&
      Given.hasArg(OPT_verify_sanitizer, OPT_verify_code))
    return createStringError("--verify-sanitizer and --verify-code start programs here: omit "
                             "--emit-bundle and --import-bundle");
  if (Given.hasArg(OPT_import_bundle, OPT_emit_bundle) && Given.hasArg(OPT_launches))
    return createStringError("a bundle has no room for recorded launches: omit --launches");
  if (Given.hasArg(OPT_emit_bundle) && Given.hasArg(OPT_verify))
    return createStringError("--emit-bundle runs nothing here: omit --verify");
  bool AsksAgain = Given.hasArg(OPT_emit_bundle, OPT_INPUT, OPT_launch, OPT_args, OPT_database,
                                OPT_arch, OPT_verify, OPT_verify_debug) ||
                   !Foreign.Compiler.empty();
  if (Given.hasArg(OPT_import_bundle) && AsksAgain)
    return createStringError("--import-bundle takes files, launches and options from the bundle: "
                             "omit the options that repeat them");
  return Error::success();
}

/// The folder that a glob searches.
static std::string fixedPart(StringRef Glob) {
  size_t Folder = Glob.take_front(Glob.find_first_of("*?[")).rfind('/');
  return Folder == StringRef::npos ? "." : Glob.take_front(Folder + 1).str();
}

static Error readFixes(const InputArgList &Given, LintCommand &Result) {
  bool InPlace = Given.hasArg(OPT_fix), DryRun = Given.hasArg(OPT_fix_dry_run),
       Exported = Given.hasArg(OPT_export_fixes);
  Result.OffersFixes = !Given.hasArg(OPT_no_fixes);
  Result.UnsafeFixes = Given.hasArg(OPT_unsafe_fixes);
  if (!InPlace && !DryRun && !Exported)
    return Result.UnsafeFixes ? createStringError("--unsafe-fixes needs --fix, --fix-dry-run or "
                                                  "--export-fixes")
                              : Error::success();
  if (InPlace + DryRun + Exported > 1)
    return createStringError("--fix, --fix-dry-run and --export-fixes exclude each other: give one "
                             "of them");
  if (!Result.OffersFixes)
    return createStringError("--no-fixes omits the fixes that --fix, --fix-dry-run and "
                             "--export-fixes are about: omit one of them");
  if (Given.hasArg(OPT_verify, OPT_verify_debug, OPT_verify_code, OPT_verify_sanitizer,
                   OPT_emit_bundle, OPT_import_bundle))
    return createStringError(spelling(InPlace  ? OPT_fix
                                      : DryRun ? OPT_fix_dry_run
                                               : OPT_export_fixes) +
                             " changes what would be verified: run one after the other");
  if (DryRun && !Result.Format->ForPeople && Result.Output.empty())
    return createStringError(
        "--fix-dry-run writes a diff to standard output: pass --output for the "
        "report");
  if (InPlace && Given.hasArg(OPT_changed_lines_diff))
    return createStringError("--fix moves the lines that --changed-lines-diff counts: use "
                             "--changed-lines, or --fix-dry-run");
  Result.Fix = InPlace ? FixMode::InPlace : DryRun ? FixMode::DryRun : FixMode::None;
  Result.ExportFixes = valueOf(Given, OPT_export_fixes);
  return Error::success();
}

/// A source from standard input is in no file that could be changed, built or asked git about.
static Error checkStandardInput(const LintCommand &Command) {
  if (!is_contained(Command.Paths, StandardInput))
    return Error::success();
  if (Command.Fix != FixMode::None || !Command.ExportFixes.empty())
    return createStringError("fixes need a file: standard input cannot be changed");
  if (Command.Verify || Command.Sanitize || Command.Code)
    return createStringError("nvcc needs a file: standard input cannot be built");
  if (Command.ChangedSince)
    return createStringError("--changed-lines needs a file: git does not know standard input");
  if (Command.ChangedDiff == StandardInput)
    return createStringError("standard input is given twice: as a source and as a diff");
  return Error::success();
}

static Error readStandardInputPath(const InputArgList &Given, LintCommand &Result) {
  Result.StandardInputPath = NamelessInputPath;
  if (!Given.hasArg(OPT_stdin_filename))
    return Error::success();
  Result.StandardInputPath = valueOf(Given, OPT_stdin_filename);
  if (!is_contained(Result.Paths, StandardInput))
    return createStringError("--stdin-filename names standard input: pass - among the paths");
  return Error::success();
}

static Error readPaths(const InputArgList &Given, const ForeignArguments &Foreign,
                       LintCommand &Result) {
  Result.Paths = Given.getAllArgValues(OPT_INPUT);
  append_range(Result.Paths, Foreign.Files);
  if (Result.Paths.empty() &&
      !Given.hasArg(OPT_database, OPT_import_bundle, OPT_pre_commit, OPT_dump_config))
    return createStringError("no input file; see --help");
  // A file or folder of that name comes before a glob.
  for (const std::string &Path : Result.Paths)
    Result.FixScope.push_back(StringRef(Path).find_first_of("*?[") == StringRef::npos ||
                                      sys::fs::exists(Path)
                                  ? Path
                                  : fixedPart(Path));
  if (Result.Paths.empty() && !Given.hasArg(OPT_import_bundle))
    Result.FixScope.push_back(".");
  append_range(Result.FixScope, Given.getAllArgValues(OPT_fix_folder));
  Result.OpenTexts = Given.getLastArgValue(OPT_open_texts).str();
  return readStandardInputPath(Given, Result);
}

/// What is built and run beside the analysis, with \p Result's options of the driver.
static Error readPrograms(const InputArgList &Given, std::optional<VerifyOptions> Verify,
                          LintCommand &Result) {
  if (!Verify)
    return Error::success();
  Verify->Frontend = Result.Driver.Frontend;
  Verify->Checks = Result.Driver.Checks;
  Verify->Budget = Result.Driver.Budget;
  Verify->CacheFolder = Result.CacheFolder;
  if (Given.hasArg(OPT_verify_sanitizer)) {
    Expected<std::vector<SanitizerTool>> Tools =
        parseSanitizerTools(valueOf(Given, OPT_verify_sanitizer));
    if (!Tools)
      return createStringError("--verify-sanitizer: " + toString(Tools.takeError()));
    Result.Sanitizers = std::move(*Tools);
    Result.Sanitize = *Verify;
  }
  if (Given.hasArg(OPT_verify_code))
    Result.Code = *Verify;
  if (Given.hasArg(OPT_verify, OPT_verify_debug, OPT_emit_bundle))
    Result.Verify = std::move(*Verify);
  return Error::success();
}

static Error readReport(const InputArgList &Given, const FileSettings &Settings,
                        LintCommand &Result) {
  if (Error Failure = readFormats(Given, Result))
    return Failure;
  for (auto [Id, Choice] :
       {std::pair(OPT_color, &Result.Color), {OPT_hyperlinks, &Result.Hyperlinks}})
    if (Error Failure = readWord<std::optional<bool>>(
                            Given, Id, {{"auto", std::nullopt}, {"always", true}, {"never", false}})
                            .moveInto(*Choice))
      return Failure;
  Result.FailOn = Settings.FailOn;
  Result.Output = valueOf(Given, OPT_output);
  Result.Text.Remarks = Settings.Remarks;
  Result.Text.Summary = Given.hasArg(OPT_summary);
  Result.Text.EachAccess = Given.hasArg(OPT_each_access);
  Result.Text.JoinsCopies = true;
  Expected<bool> ByCost = readWord<bool>(Given, OPT_sort, {{"location", false}, {"cost", true}});
  if (!ByCost)
    return ByCost.takeError();
  Result.Text.ByCost = *ByCost;
  Result.Text.Unknown = Given.hasArg(OPT_show_unknown);
  Result.Text.Statistics = Given.hasArg(OPT_stats);
  if (Error Failure = readTop(Given, Result.Text))
    return Failure;
  Result.Baseline = valueOf(Given, OPT_baseline);
  Result.WriteBaseline = valueOf(Given, OPT_write_baseline);
  return readExplain(Given, Result.Text);
}

static Error readCache(const InputArgList &Given, LintCommand &Result) {
  if (Given.hasArg(OPT_no_cache) && Given.hasArg(OPT_cache_dir))
    return createStringError("--cache-dir names a cache and --no-cache uses none: omit one");
  Result.CacheIsNamed = Given.hasArg(OPT_cache_dir);
  if (!Given.hasArg(OPT_no_cache))
    Result.CacheFolder =
        Result.CacheIsNamed ? valueOf(Given, OPT_cache_dir).str() : defaultCacheFolder();
  return readNumber(Given, OPT_cache_limit, MostCacheMegabytes, Result.CacheMegabytes);
}

/// Options that are about one machine, or one part of the files.
static bool isOfOneShard(const opt::Arg &Given) {
  switch (OptionId(Given.getOption().getID())) {
  case OPT_shard:
  case OPT_shard_output:
  case OPT_cache_dir:
  case OPT_cache_limit:
  case OPT_no_cache:
  case OPT_file_memory:
  case OPT_file_timeout:
  case OPT_threads:
    return true;
  default:
    return false;
  }
}

static Error readShard(const InputArgList &Given, const ForeignArguments &Foreign,
                       LintCommand &Result) {
  if (Given.hasArg(OPT_shard) != Given.hasArg(OPT_shard_output))
    return createStringError("--shard and --shard-output need each other");
  if (!Given.hasArg(OPT_shard))
    return Error::success();
  for (OptionId Each :
       {OPT_output, OPT_also, OPT_fix, OPT_fix_dry_run, OPT_export_fixes, OPT_write_baseline,
        OPT_verify, OPT_verify_debug, OPT_verify_code, OPT_verify_sanitizer, OPT_emit_bundle,
        OPT_import_bundle, OPT_pre_commit, OPT_dump_config})
    if (Given.hasArg(Each))
      return createStringError("--shard writes no report and changes nothing: omit " +
                               spelling(Each));
  if (is_contained(Result.Paths, StandardInput))
    return createStringError("--shard needs files: standard input cannot be read again by merge");
  ShardHead &Head = Result.Shard.emplace();
  auto [Index, Count] = valueOf(Given, OPT_shard).split('/');
  if (Index.getAsInteger(10, Head.Index) || Count.getAsInteger(10, Head.Count) || Head.Index == 0 ||
      Head.Index > Head.Count || Head.Count > MostShards)
    return badValue(OPT_shard, valueOf(Given, OPT_shard));
  Result.ShardOutput = valueOf(Given, OPT_shard_output);
  SmallString<256> Folder;
  sys::fs::current_path(Folder);
  Head.Folder = Folder.str().str();
  Head.Options = renderOptions(Given, isOfOneShard);
  Head.CompileOptions = Foreign.AfterDashes;
  return Error::success();
}

/// What is done again and again must leave the files as they are.
static Error readWatch(const InputArgList &Given, LintCommand &Result) {
  Result.Watch = Given.hasArg(OPT_watch);
  if (!Result.Watch)
    return Error::success();
  for (OptionId Each : {OPT_fix, OPT_fix_dry_run, OPT_export_fixes, OPT_write_baseline, OPT_verify,
                        OPT_verify_debug, OPT_verify_code, OPT_verify_sanitizer, OPT_emit_bundle,
                        OPT_import_bundle, OPT_pre_commit, OPT_dump_config, OPT_shard})
    if (Given.hasArg(Each))
      return createStringError("--watch only shows reports: omit " + spelling(Each));
  if (Given.hasArg(OPT_output) || !Result.Format->ForPeople)
    return createStringError("--watch shows one report after the other: write those for programs, "
                             "or into a file, with --also");
  if (is_contained(Result.Paths, StandardInput) || Result.ChangedDiff == StandardInput)
    return createStringError("--watch needs files: standard input cannot be read again");
  return Error::success();
}

static Expected<Command> readLintCommand(const InputArgList &Given, ForeignArguments Foreign) {
  LintCommand Result;
  Result.PreCommit = Given.hasArg(OPT_pre_commit);
  Result.KeepGoing = Given.hasArg(OPT_keep_going);
  Result.EmitBundle = valueOf(Given, OPT_emit_bundle);
  Result.ImportBundle = valueOf(Given, OPT_import_bundle);
  if (Error Failure = checkBundleOptions(Given, Foreign))
    return Failure;
  if (Error Failure = readPaths(Given, Foreign, Result))
    return Failure;
  if (Error Failure = readNumber(Given, OPT_threads, MostThreads, Result.Threads))
    return Failure;
  if (Error Failure = readNumber(Given, OPT_file_timeout, MostFileSeconds, Result.FileSeconds))
    return Failure;
  if (Error Failure = readNumber(Given, OPT_file_memory, MostFileMegabytes, Result.FileMegabytes))
    return Failure;
  Result.LimitsOneFile = Given.hasArg(OPT_file_timeout, OPT_file_memory);
  if (Error Failure = readCache(Given, Result))
    return Failure;
  if (Error Failure = readShard(Given, Foreign, Result))
    return Failure;
  Expected<Configuration> Settings = readSettings(Given);
  if (!Settings)
    return Settings.takeError();
  DriverOptions &Driver = Result.Driver;
  if (Error Failure = readFrontend(Given, *Settings, Driver.Frontend))
    return Failure;
  Expected<std::optional<VerifyOptions>> Verify = readVerify(Given, *Settings, Foreign);
  if (!Verify)
    return Verify.takeError();
  Driver.Frontend.CompileArguments = std::move(Foreign.Compiler);
  FileSettings Plain = settingsFor(*Settings);
  Driver.Launches = Plain.Launches;
  Driver.Recordings = Plain.Recordings;
  Driver.Arguments = Plain.Arguments;
  // What is run is what is analysed.
  if (!Driver.Arguments && *Verify && runsOwnMain(Given))
    Driver.Arguments.emplace();
  Driver.Checks = Plain.Checks;
  Driver.PossibleRaces = Plain.PossibleRaces;
  Driver.ShortRaces = Given.hasArg(OPT_short_races);
  Driver.OtherDevices = Plain.OtherArchitectures;
  Driver.Limits = Plain.Limits;
  Result.Launches = Given.getAllArgValues(OPT_launch);
  if (Error Failure = readPrograms(Given, std::move(*Verify), Result))
    return Failure;
  if (Error Failure = readReport(Given, Plain, Result))
    return Failure;
  if (Error Failure = readFixes(Given, Result))
    return Failure;
  if (Error Failure = readChangedLinesOptions(Given, Result))
    return Failure;
  if (Error Failure = checkStandardInput(Result))
    return Failure;
  if (Error Failure = readWatch(Given, Result))
    return Failure;
  if (Error Failure = readConfigurations(Given, std::move(*Settings), Result))
    return Failure;
  return Command(std::move(Result));
}

/// \p Path names a text that begins as recordings do, with or without the mark that `record` writes
/// first.
static bool isRecording(const std::string &Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  return Buffer && ((*Buffer)->getBuffer().starts_with("---") ||
                    (*Buffer)->getBuffer().starts_with("version:"));
}

/// One recording of all launches in the files at \p Paths.
static Expected<Command> mergeRecordings(ArrayRef<std::string> Paths, std::string Output) {
  RecordedLaunches All;
  for (const std::string &Path : Paths) {
    auto Recording = readRecordedLaunches(Path);
    if (!Recording)
      return createStringError("merge: " + toString(Recording.takeError()));
    All.add(**Recording);
  }
  std::string Text;
  raw_string_ostream Stream(Text);
  printRecordedLaunches(Stream, All);
  return Command(AnsweredCommand{std::move(Text), std::move(Output)});
}

/// The run that the shards are parts of, with the options \p Given on top.
static Expected<Command> readMergeCommand(const InputArgList &Given,
                                          const ForeignArguments &Foreign) {
  std::vector<std::string> Paths = Given.getAllArgValues(OPT_INPUT);
  if (Paths.empty())
    return createStringError("merge: give the files that --shard-output or record has written");
  if (!Foreign.AfterDashes.empty())
    return createStringError("merge: compile options come from the shards: omit the --");
  if (any_of(Paths, isRecording))
    return mergeRecordings(Paths, valueOf(Given, OPT_output).str());
  Expected<ShardedRun> Shards = readShards(Paths);
  if (!Shards)
    return createStringError("merge: " + toString(Shards.takeError()));
  std::vector<std::string> Texts = Shards->Head.Options;
  append_range(Texts, renderOptions(Given, [](const opt::Arg &Each) {
                 return Each.getOption().matches(OPT_INPUT);
               }));
  std::vector<const char *> Pointers;
  for (const std::string &Text : Texts)
    Pointers.push_back(Text.c_str());
  Expected<InputArgList> Whole = parseOptions(Pointers, OfLint);
  if (!Whole)
    return Whole.takeError();
  ForeignArguments Compiling;
  Compiling.AfterDashes = Shards->Head.CompileOptions;
  if (Error Failure = readCompiler(*Whole, Compiling))
    return std::move(Failure);
  Expected<Command> Result = readLintCommand(*Whole, std::move(Compiling));
  if (Result)
    std::get<LintCommand>(*Result).Shards = std::move(Shards->Results);
  return Result;
}

/// Of a word at the front that is neither a file nor a subcommand, the subcommand that was meant.
static Error checkFirstWord(StringRef Word) {
  if (Word.find_first_of("-./*?[") != StringRef::npos || sys::fs::exists(Word))
    return Error::success();
  StringRef Nearest = nameBySlip(
      Word, map_range(allSubCommands(), [](const SubCommand &Each) { return Each.Name; }));
  if (Nearest.empty())
    return Error::success();
  return createStringError("'" + Word + "' is neither a file nor a subcommand; did you mean '" +
                           Nearest + "'?");
}

static Expected<Command> readSubCommand(const SubCommand &Sub, const InputArgList &Given,
                                        const char *Program, ForeignArguments Foreign) {
  switch (Sub.Mask) {
  case OfCost:
    return readCostCommand(Given);
  case OfInit:
    return readInitCommand(Given);
  case OfDoctor:
    return readDoctorCommand(Given);
  case OfCompletions:
    return readCompletionsCommand(Given);
  case OfMerge:
    return readMergeCommand(Given, Foreign);
  default:
    return readClangCommandsCommand(Given, Program, std::move(Foreign.Compiler));
  }
}

/// What is ours of \p All: what follows `--`, which is for the compiler, goes to \p Foreign, and
/// what follows `--args`, which is for the program, becomes one option, kept in \p Joined.
static std::vector<const char *> separate(ArrayRef<const char *> All, ForeignArguments &Foreign,
                                          std::string &Joined) {
  auto *Program = find(All, StringRef("--args"));
  auto *Separator = std::find(All.begin(), Program, StringRef("--"));
  std::vector<const char *> Ours(All.begin(), Separator);
  // `--args=` may stand there as well.
  for (const char *Each : ArrayRef(Separator, Program).drop_front(Separator == Program ? 0 : 1))
    if (StringRef(Each).starts_with("--args="))
      Ours.push_back(Each);
    else
      Foreign.AfterDashes.emplace_back(Each);
  if (Program != All.end()) {
    Joined = "--args=" + argumentsText(std::vector<std::string>(Program + 1, All.end()));
    Ours.push_back(Joined.c_str());
  }
  return Ours;
}

Expected<Command> readCommandLine(int ArgumentCount, const char *const *Arguments) {
  ArrayRef<const char *> All(Arguments + 1, size_t(ArgumentCount - 1));
  // What follows its `--` is another program's, whatever it looks like.
  if (!All.empty() && All.front() == StringRef("record"))
    return readRecordCommand(All.drop_front());
  if (!All.empty() && All.front() == StringRef("lsp"))
    return readServerCommand(All.drop_front());
  if (!All.empty() && All.front() == StringRef("diff"))
    return readDiffCommand(All.drop_front());
  ForeignArguments Foreign;
  if (is_contained(All, StringRef("--pre-commit"))) {
    size_t Count = countAppendedFiles(All);
    Foreign.Files.assign(All.end() - Count, All.end());
    All = All.drop_back(Count);
  }
  std::string JoinedArguments;
  std::vector<const char *> Ours = separate(All, Foreign, JoinedArguments);
  const SubCommand *Sub = Ours.empty() ? nullptr : subCommand(Ours.front());
  if (!Sub && !Ours.empty())
    if (Error Failure = checkFirstWord(Ours.front()))
      return std::move(Failure);
  Expected<InputArgList> Parsed =
      parseOptions(ArrayRef(Ours).drop_front(Sub ? 1 : 0), Sub ? Sub->Mask : OfLint);
  if (!Parsed)
    return Parsed.takeError();
  const InputArgList &Given = *Parsed;
  if (Error Failure = readCompiler(Given, Foreign))
    return Failure;
  std::string Output = valueOf(Given, OPT_output).str();
  if (Given.hasArg(OPT_help))
    return Command(AnsweredCommand{helpText(Sub), /*Output=*/""});
  if (Sub)
    return readSubCommand(*Sub, Given, Arguments[0], std::move(Foreign));
  if (Given.hasArg(OPT_version))
    return Command(AnsweredCommand{versionText(), Output});
  if (Given.hasArg(OPT_licenses))
    return Command(AnsweredCommand{licenseText(), Output});
  if (Given.hasArg(OPT_list_checks))
    return Command(AnsweredCommand{checkList(), Output});
  if (Given.hasArg(OPT_explain_check)) {
    Expected<const Check *> Item = findCheck(valueOf(Given, OPT_explain_check));
    if (!Item)
      return createStringError("--explain-check: " + toString(Item.takeError()));
    return Command(AnsweredCommand{pageOf(**Item).str(), Output});
  }
  return readLintCommand(Given, std::move(Foreign));
}

Expected<Command> readCommandLine(ArrayRef<std::string> Arguments) {
  std::vector<const char *> Pointers = {"cuda-memlint"};
  for (const std::string &Each : Arguments)
    Pointers.push_back(Each.c_str());
  return readCommandLine(int(Pointers.size()), Pointers.data());
}

/// The run with \p Arguments, which ask for JSON, and whose report \p Reader, a part of a
/// subcommand, reads itself.
static Expected<LintCommand> readRunFor(StringRef Reader, ArrayRef<std::string> Arguments) {
  Expected<Command> Whole = readCommandLine(Arguments);
  if (!Whole)
    return Whole.takeError();
  auto *Lint = std::get_if<LintCommand>(&*Whole);
  if (!Lint || Lint->Format->Name != "json" || !Lint->Output.empty() ||
      !Lint->FurtherReports.empty() || !Lint->WriteBaseline.empty() || Lint->DumpConfiguration)
    return createStringError("the " + Reader +
                             " writes no report: omit options that ask for another");
  return std::move(*Lint);
}

Expected<LintCommand> readComparedAnalysis(ArrayRef<std::string> Arguments) {
  std::vector<std::string> Whole = {"--format=json", "."};
  append_range(Whole, Arguments);
  Expected<LintCommand> Result = readRunFor("analysis", Whole);
  if (!Result)
    return Result;
  bool RunsPrograms = Result->Verify || Result->Sanitize || Result->Code ||
                      !Result->EmitBundle.empty() || !Result->ImportBundle.empty();
  if (RunsPrograms || Result->Fix != FixMode::None || !Result->ExportFixes.empty())
    return createStringError(
        "revisions are analysed only: omit options that run programs or change files");
  if (Result->ChangedSince || !Result->ChangedDiff.empty() || Result->PreCommit || Result->Shard)
    return createStringError("revisions are analysed as a whole: omit --changed-lines, "
                             "--changed-lines-diff, --pre-commit and --shard");
  if (is_contained(Result->Paths, StandardInput))
    return createStringError("standard input belongs to no revision: omit -");
  bool NamesFiles =
      Result->Paths.size() > 1 || !Result->Driver.Frontend.CompilationDatabase.empty();
  if (NamesFiles)
    Result->Paths.erase(Result->Paths.begin());
  return Result;
}

WorkLimits limitsOf(const LintCommand &Command) {
  return {std::chrono::seconds(Command.FileSeconds), uint64_t(Command.FileMegabytes) << 20};
}

/// What of \p Arguments no server takes, whatever the text is read from.
static Error checkServed(ArrayRef<std::string> Arguments) {
  // Behind -- are options of the compiler. The server chooses the format: an editor may not ask
  // even for the same one.
  for (StringRef Each : Arguments.take_while([](StringRef Argument) { return Argument != "--"; }))
    if (Each.starts_with("-") && Each.ltrim('-').split('=').first == "format")
      return createStringError("the language server writes no report: omit '" + Each + "'");
  std::vector<std::string> OfFile = {"--format=json", "--keep-going", "file.cu"};
  append_range(OfFile, Arguments);
  Expected<LintCommand> Lint = readRunFor("language server", OfFile);
  if (!Lint)
    return Lint.takeError();
  if (Lint->Paths.size() != 1)
    return createStringError("the editor names the files: omit '" + Lint->Paths.back() + "'");
  if (Lint->Verify || Lint->Sanitize || Lint->Code || Lint->Fix != FixMode::None ||
      !Lint->ExportFixes.empty() || !Lint->EmitBundle.empty() || !Lint->ImportBundle.empty())
    return createStringError("the language server shows findings: omit options that run programs "
                             "or change files");
  if (Lint->ChangedSince || Lint->ChangedDiff == StandardInput || Lint->Shard)
    return createStringError("the language server shows the findings of whole files: omit "
                             "--changed-lines, --changed-lines-diff=- and --shard");
  const TextReportOptions &Text = Lint->Text;
  for (auto [IsGiven, Option] : {std::pair(Text.EachAccess, OPT_each_access),
                                 {Text.Summary, OPT_summary},
                                 {Text.Top.has_value(), OPT_top},
                                 {Text.ByCost, OPT_sort},
                                 {Text.Unknown, OPT_show_unknown},
                                 {Text.Statistics, OPT_stats},
                                 {Text.Explain, OPT_explain},
                                 {Lint->Color.has_value(), OPT_color},
                                 {Lint->Hyperlinks.has_value(), OPT_hyperlinks},
                                 {Lint->PreCommit, OPT_pre_commit}})
    if (IsGiven)
      return createStringError("the language server shows each finding in its place: omit " +
                               spelling(Option));
  return Error::success();
}

/// How many words the option \p Name takes that \p Word begins; 0: it is another one, or has no
/// value, which is refused.
static size_t wordsOf(StringRef Name, StringRef Word) {
  if ((!Word.consume_front("--") && !Word.consume_front("-")) || !Word.consume_front(Name))
    return 0;
  if (Word.empty())
    return 2;
  return Word.size() > 1 && Word.starts_with("=") ? 1 : 0;
}

static std::vector<std::string> without(ArrayRef<StringLiteral> Options,
                                        ArrayRef<std::string> Arguments) {
  std::vector<std::string> Result;
  while (!Arguments.empty() && Arguments.front() != "--") {
    size_t Words = 0;
    for (StringRef Name : Options)
      Words += wordsOf(Name, Arguments.front());
    if (Words == 0 || Words > Arguments.size()) {
      Result.push_back(Arguments.front());
      Words = 1;
    }
    Arguments = Arguments.drop_front(Words);
  }
  append_range(Result, Arguments);
  return Result;
}

/// \p Arguments without recorded launches: the analysis reads them in the folder of the workspace,
/// as all files, and the server is in another one.
static std::vector<std::string> withoutRecordings(ArrayRef<std::string> Arguments) {
  return without({"launches"}, Arguments);
}

Expected<ServedAnalysis> readServedAnalysis(StringRef Path, ArrayRef<std::string> Arguments) {
  if (Error Failure = checkServed(withoutRecordings(Arguments)))
    return createStringError("lsp: " + toString(std::move(Failure)));
  std::vector<std::string> Whole = {"--stdin-filename=" + Path.str(), "--format=json",
                                    "--keep-going", StandardInput.str()};
  append_range(Whole, Arguments);
  Expected<LintCommand> Lint = readRunFor("language server", withoutRecordings(Whole));
  if (!Lint)
    return createStringError("lsp: " + toString(Lint.takeError()));
  ServedAnalysis Result;
  // The server holds the command to these limits.
  Result.Arguments = without({"file-timeout", "file-memory"}, Whole);
  Result.Limits = limitsOf(*Lint);
  return Result;
}

} // namespace memlint
