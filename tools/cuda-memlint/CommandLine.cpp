//===- CommandLine.cpp - What the user asks for ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "CompileOptions.h"

#include "cuda-memlint/Calculator/CostCalculator.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Documentation/CheckPage.h"
#include "cuda-memlint/Frontend/Architecture.h"
#include "cuda-memlint/Frontend/CompileArguments.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"
#include "cuda-memlint/Session/CommitHook.h"
#include "cuda-memlint/Support/EmbeddedFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;

namespace memlint {

extern const EmbeddedFile LicenseTexts[];
extern const size_t LicenseTextsCount;

static const char Overview[] =
    "cuda-memlint: finds inefficient memory accesses and data races in CUDA kernels\n\n"
    "  Computes from the source how many 32-byte sectors, shared memory wavefronts and\n"
    "  constant addresses each access takes, and warns where it takes more than needed.\n";

static const char Examples[] = R"(
AFTER THE PATHS:

  -- <compile options>    nvcc's or clang's; -I, -D, -U, -isystem, -include and -std
                          may also stand before it
  --args <arguments>      Arguments of the program that --verify, --verify-sanitizer,
                          or the script of --emit-bundle runs

EXAMPLES:

  cuda-memlint kernel.cu
      Warn about every access that costs more than necessary.
  cuda-memlint --summary kernel.cu
      Also list all accesses of each kernel, worst first.
  cuda-memlint --explain=42 kernel.cu
      Show how the addresses on line 42 are computed, and draw the lanes.
  cuda-memlint --launch 'transpose<<<(64,64),(32,8)>>>(_, _, 2048)' kernel.cu
      Give the launch configuration where the file does not: grid, block, then the
      values of scalar arguments, by position or name (n=2048); _ is unknown.
  cuda-memlint kernel.cu -- -I include -DTILE=32
      Pass compile options of nvcc or clang. With -p build they come from
      build/compile_commands.json.
  cuda-memlint --checks='-*,cuda-shared-*' --fail-on=none kernel.cu
      Run some checks only, and exit with 0 whatever they find.
  cuda-memlint -p build
      Analyse all CUDA sources of a project, or part of it: -p build src/kernels.
      Without a database, folders are searched for .cu files.
  cuda-memlint --fix kernel.cu
      Apply fixes that have been verified by re-analysis, and report what is left;
      --fix-dry-run prints them as a diff.
  cuda-memlint --format=json --output report.json 'src/**/*.cu'
      Write everything that is known, for other programs.
  cuda-memlint cost --space=shared requests.csv
      Predict the cost of requests given as lists of byte offsets, one per lane.

  cuda-memlint --verify prog.cu -- -I include --args 1024
      Build the program with nvcc, run it under Nsight Compute on this machine's
      GPU, and compare every prediction with the counters.

EXIT CODES:

  0  no findings at the severity of --fail-on or above
  1  findings at that severity
  2  failure; the reason is on standard error
  3  with --verify: a prediction was refuted
)";

namespace {

/// Of an option whose value may be left out: LLVM leaves the brackets of `[=<value>]` out of its
/// widths in the help.
class OptionalValueParser : public cl::parser<std::string> {
public:
  using cl::parser<std::string>::parser;

  size_t getOptionWidth(const cl::Option &Option) const {
    return cl::parser<std::string>::getOptionWidth(Option) + Brackets;
  }
  void printOptionInfo(const cl::Option &Option, size_t Width) const {
    cl::parser<std::string>::printOptionInfo(Option, Width - Brackets);
  }

private:
  static constexpr size_t Brackets = 2;
};

using OptionalValue = cl::opt<std::string, /*ExternalStorage=*/false, OptionalValueParser>;

/// All options. They are made after LLVM's own have been removed, since some of
/// those have the same names and none is of use here.
struct Options {
  cl::OptionCategory Analysis{"Analysis"};
  cl::OptionCategory Reading{"Reading the source"};
  cl::OptionCategory Output{"Output"};
  cl::OptionCategory Fixing{"Fixing"};
  cl::OptionCategory Verifying{"Verifying on a GPU"};
  cl::OptionCategory General{"General"};
  cl::SubCommand Cost{"cost", "predict the cost of the requests in a CSV file"};
  cl::SubCommand ClangCommands{"clang-commands", "print compile commands for Clang-based tools"};

  // Of both commands.
  cl::opt<std::string> Arch{
      "arch", cl::value_desc("sm_NN"),
      cl::desc("Target architecture (default: from the compile options, else sm_90)"),
      cl::cat(Reading), cl::sub(cl::SubCommand::getAll())};
  cl::opt<std::string> OutputPath{"output", cl::value_desc("file"),
                                  cl::desc("Write the report to a file, atomically"),
                                  cl::cat(Output), cl::sub(cl::SubCommand::getAll())};
  cl::alias OutputShort{"o", cl::desc("Alias for --output"), cl::aliasopt(OutputPath),
                        cl::NotHidden, cl::cat(Output)};
  cl::opt<bool> Help{"help", cl::ValueDisallowed, cl::desc("Show this help"), cl::cat(General),
                     cl::sub(cl::SubCommand::getAll())};
  cl::alias HelpShort{"h", cl::desc("Alias for --help"), cl::aliasopt(Help), cl::NotHidden,
                      cl::cat(General)};

  // cuda-memlint
  cl::list<std::string> Paths{cl::Positional, cl::desc("path... [-- compile options]")};
  cl::list<std::string> Launches{
      "launch", cl::value_desc("launch"),
      cl::desc("Launch configuration of a kernel, overriding the source"), cl::cat(Analysis)};
  cl::opt<std::string> Checks{
      "checks", cl::value_desc("globs"),
      cl::desc("Comma-separated globs of checks to run; a leading - excludes"), cl::cat(Analysis)};
  cl::opt<bool> ListChecks{"list-checks", cl::ValueDisallowed, cl::desc("List all checks"),
                           cl::cat(General)};
  cl::opt<std::string> ExplainCheck{"explain-check", cl::value_desc("name"),
                                    cl::desc("Show the documentation of a check"),
                                    cl::cat(General)};
  cl::opt<std::string> FailOn{
      "fail-on", cl::value_desc("level"), cl::init("warning"),
      cl::desc("Lowest severity that makes the exit code 1: none, remark, warning, error"),
      cl::cat(Analysis)};

  cl::opt<bool> KeepGoing{
      "keep-going", cl::ValueDisallowed,
      cl::desc("Report what can be analysed of files with errors in the source, and do not fail "
               "for the errors"),
      cl::cat(Analysis)};
  cl::opt<bool> Fix{
      "fix", cl::ValueDisallowed,
      cl::desc("Apply fixes that have been verified by re-analysis; report what is left"),
      cl::cat(Fixing)};
  cl::opt<bool> FixDryRun{"fix-dry-run", cl::ValueDisallowed,
                          cl::desc("Print what --fix would change as a diff; write nothing"),
                          cl::cat(Fixing)};
  cl::opt<bool> UnsafeFixes{
      "unsafe-fixes", cl::ValueDisallowed,
      cl::desc("With --fix and similar options: also apply unsafe fixes, which may be wrong for "
               "code that is not visible"),
      cl::cat(Fixing)};
  cl::opt<std::string> ExportFixes{
      "export-fixes", cl::value_desc("file"),
      cl::desc("Write the fixes to a file for clang-apply-replacements"), cl::cat(Fixing)};
  cl::opt<std::string> BaselinePath{"baseline", cl::value_desc("file"),
                                    cl::desc("Report only findings that are not in this baseline"),
                                    cl::cat(Analysis)};
  cl::opt<std::string> WriteBaseline{
      "write-baseline", cl::value_desc("file"),
      cl::desc("Write the findings of this run to a baseline; none of them makes the exit code 1"),
      cl::cat(Analysis)};
  cl::opt<std::string> ConfigPath{
      "config", cl::value_desc("file"),
      cl::desc("Configuration for all files (default: for each file, the nearest "
               ".cuda-memlint.yaml in its folder or above)"),
      cl::cat(Analysis)};
  cl::opt<bool> NoConfig{"no-config", cl::ValueDisallowed, cl::desc("Ignore configuration files"),
                         cl::cat(Analysis)};
  cl::opt<bool> DumpConfig{"dump-config", cl::ValueDisallowed,
                           cl::desc("Print the effective configuration of the first file"),
                           cl::cat(General)};

  cl::opt<bool> Verify{
      "verify", cl::ValueDisallowed,
      cl::desc("Run the program and compare counters; arguments after --args go to it"),
      cl::cat(Verifying)};
  cl::opt<bool> VerifyDebug{"verify-debug", cl::ValueDisallowed,
                            cl::desc("Also verify an unoptimised build (-G)"), cl::cat(Verifying)};
  cl::opt<std::string> EmitBundle{"emit-bundle", cl::value_desc("folder"),
                                  cl::desc("Write a folder with a script and everything it needs "
                                           "to measure on a machine with a GPU"),
                                  cl::cat(Verifying)};
  cl::opt<std::string> ImportBundle{"import-bundle", cl::value_desc("folder"),
                                    cl::desc("Compare with the measurements in such a folder"),
                                    cl::cat(Verifying)};
  cl::opt<std::string> VerifyMethod{
      "verify-method", cl::value_desc("auto|counters|instrumentation|both"), cl::init("auto"),
      cl::desc(
          "Count with GPU counters, or with an instrumented copy of the source, which needs no "
          "privileges; auto: the copy where counters cannot be read"),
      cl::cat(Verifying)};
  cl::opt<std::string> VerifyTimeout{"verify-timeout", cl::value_desc("seconds"),
                                     cl::desc("Time limit of a build or run (default: 300)"),
                                     cl::cat(Verifying)};
  cl::opt<std::string> VerifyLaunches{"verify-launches", cl::value_desc("number"),
                                      cl::desc("Measure only the first launches (default: 100)"),
                                      cl::cat(Verifying)};
  cl::opt<bool> VerifyHarness{
      "verify-harness", cl::ValueDisallowed,
      cl::desc("Launch the kernels from a generated main even if the file has its own"),
      cl::cat(Verifying)};
  OptionalValue VerifySanitizer{
      "verify-sanitizer", cl::value_desc("tools"), cl::ValueOptional,
      cl::desc("Run the program under compute-sanitizer: racecheck,synccheck,memcheck,initcheck "
               "(default: all)"),
      cl::cat(Verifying)};
  cl::opt<bool> VerifyCode{
      "verify-code", cl::ValueDisallowed,
      cl::desc(
          "Compile with nvcc and show registers, spills, and memory instructions; needs no GPU"),
      cl::cat(Verifying)};
  cl::opt<bool> VerifyKeep{"verify-keep", cl::ValueDisallowed,
                           cl::desc("Keep programs and profiler reports, and print where"),
                           cl::cat(Verifying)};

  cl::opt<std::string> BuildPath{
      "p",
      cl::value_desc("folder"),
      cl::desc("Folder of the compile_commands.json with the compile options"),
      cl::cat(Reading),
      cl::sub(cl::SubCommand::getTopLevel()),
      cl::sub(ClangCommands)};
  cl::opt<std::string> Threads{
      "j",
      cl::value_desc("number"),
      cl::Prefix,
      cl::ValueRequired,
      cl::desc("Number of files to analyse in parallel (default: number of hardware threads)"),
      cl::cat(Analysis)};
  cl::opt<std::string> Toolkit{"toolkit",
                               cl::value_desc("auto|embedded|folder"),
                               cl::init("auto"),
                               cl::desc("CUDA headers; auto: use a toolkit only where needed"),
                               cl::cat(Reading),
                               cl::sub(cl::SubCommand::getTopLevel()),
                               cl::sub(ClangCommands)};
  cl::opt<std::string> CudaPath{"cuda-path",
                                cl::value_desc("folder"),
                                cl::desc("Toolkit to use where one is needed"),
                                cl::cat(Reading),
                                cl::sub(cl::SubCommand::getTopLevel()),
                                cl::sub(ClangCommands)};

  cl::opt<std::string> Format{"format", cl::value_desc("text|json|sarif"), cl::init("text"),
                              cl::desc("Report format (default: text)"), cl::cat(Output)};
  cl::opt<bool> Summary{"summary", cl::ValueDisallowed,
                        cl::desc("List all accesses of each kernel, costliest first"),
                        cl::cat(Output)};
  OptionalValue Explain{
      "explain", cl::value_desc("line"), cl::ValueOptional,
      cl::desc("Show how addresses are computed: of findings, or of all accesses on a line"),
      cl::cat(Output)};
  cl::opt<bool> ShowUnknown{"show-unknown", cl::ValueDisallowed,
                            cl::desc("List accesses of unknown cost, with the reason"),
                            cl::cat(Output)};
  cl::opt<std::string> Races{
      "races", cl::value_desc("sure|may"), cl::init("sure"),
      cl::desc("Report races and divergent barriers that happen in every launch (sure), or also "
               "those that depend on data or unknown arguments (may)"),
      cl::cat(Output)};
  cl::opt<bool> Remarks{
      "remarks", cl::ValueDisallowed,
      cl::desc("Also show remarks: minor findings, or ones that depend on a guessed launch"),
      cl::cat(Output)};
  cl::alias ShowRemarks{"show-remarks", cl::desc("Alias for --remarks"), cl::aliasopt(Remarks),
                        cl::NotHidden, cl::cat(Output)};
  OptionalValue ChangedSince{
      "changed-lines", cl::value_desc("revision|staged"), cl::ValueOptional,
      cl::desc("Report only findings on lines that git lists as changed: since the last commit, "
               "since a revision, or staged"),
      cl::cat(Output)};
  cl::opt<std::string> ChangedDiff{
      "changed-lines-diff", cl::value_desc("file|-"),
      cl::desc("Report only findings on lines changed by this unified diff"), cl::cat(Output)};
  cl::opt<bool> PreCommit{"pre-commit", cl::ValueDisallowed,
                          cl::desc("The last arguments are changed files, whatever their names; "
                                   "headers without kernels are skipped"),
                          cl::cat(Reading)};
  cl::opt<bool> Statistics{"stats", cl::ValueDisallowed,
                           cl::desc("Count files, kernels, and accesses by class"),
                           cl::cat(Output)};
  cl::opt<std::string> Color{"color", cl::value_desc("auto|always|never"), cl::init("auto"),
                             cl::desc("Colour the text report; auto: on a terminal"),
                             cl::cat(Output)};
  cl::opt<bool> Version{"version", cl::ValueDisallowed, cl::desc("Show the version"),
                        cl::cat(General)};

  cl::opt<bool> Licenses{"licenses", cl::ValueDisallowed,
                         cl::desc("Show the licence and third-party notices"), cl::cat(General)};

  // cuda-memlint cost
  cl::list<std::string> CostPaths{cl::Positional, cl::desc("file.csv, or - for standard input"),
                                  cl::sub(Cost)};
  cl::opt<std::string> Space{"space", cl::value_desc("global|shared|constant"),
                             cl::desc("Memory space of the requests"), cl::cat(Analysis),
                             cl::sub(Cost)};

  // cuda-memlint clang-commands
  cl::list<std::string> ClangPaths{cl::Positional, cl::desc("[file...] [-- compile options]"),
                                   cl::sub(ClangCommands)};
  cl::opt<bool> MissingFiles{"missing-files",  cl::ValueDisallowed,
                             cl::Hidden,       cl::desc("Accept files that do not exist"),
                             cl::cat(Reading), cl::sub(ClangCommands)};
  cl::opt<std::string> ClangConfiguration{
      "clang-config", cl::value_desc("file"),
      cl::desc("Installed clang-tidy.cfg (default: next to this program)"), cl::cat(Reading),
      cl::sub(ClangCommands)};
};

} // namespace

/// Forgets the options of LLVM's libraries.
static void removeForeignOptions() {
  cl::getRegisteredOptions(); // makes those that LLVM makes late
  cl::ResetCommandLineParser();
}

/// What stands between the first quotes of \p Text.
static StringRef quoted(StringRef Text) { return Text.split('\'').second.split('\'').first; }

/// What CommandLine says about the first bad argument, in one line. Of its
/// suggestions only those that look like a slip of the finger are kept.
static Error describeBadArgument(StringRef Messages, StringRef ProgramName) {
  // Two slips make any two letters of any two others.
  constexpr size_t MostSlips = 2, LettersForASlip = 3;
  SmallVector<StringRef> Lines;
  Messages.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  std::string Text, Suggestion;
  for (StringRef Line : Lines) {
    Line.consume_front(ProgramName);
    Line.consume_front(": ");
    if (Text.empty())
      Text = Line.split("  Try: ").first.rtrim(". !").str();
    else if (Line.starts_with("Did you mean ") &&
             quoted(Line).edit_distance(quoted(Text)) <=
                 std::min(MostSlips, quoted(Text).size() / LettersForASlip))
      Suggestion = quoted(Line).str();
  }
  if (!Text.empty())
    Text[0] = toLower(Text[0]);
  if (!Suggestion.empty())
    return createStringError(Text + "; did you mean '" + Suggestion + "'?");
  if (isCompileOption(quoted(Text)))
    return createStringError(
        Text + "; compile options go after --, as in: cuda-memlint file.cu -- " + quoted(Text));
  return createStringError(Text + "; see --help");
}

/// Options that are given twice count as given last.
static void allowRepetition(cl::SubCommand &Sub) {
  for (auto &Entry : cl::getRegisteredOptions(Sub))
    if (Entry.second->getNumOccurrencesFlag() == cl::Optional)
      Entry.second->setNumOccurrencesFlag(cl::ZeroOrMore);
}

static StringRef dashes(StringRef Option) { return Option.size() == 1 ? "-" : "--"; }

/// The option of \p Known that \p Argument is, be it with a value or without; or null.
static cl::Option *findOption(StringRef Argument, const StringMap<cl::Option *> &Known) {
  if (!Argument.consume_front("-"))
    return nullptr;
  Argument.consume_front("-");
  return Known.lookup(Argument.split('=').first);
}

/// Whether \p Argument, a path, may be meant for the option before it, whose value needs the =.
static bool looksLikeValue(StringRef Argument) {
  return sys::path::extension(Argument) != ".cu" && !Argument.starts_with("-") &&
         Argument.find_first_of("*?[") == StringRef::npos && !sys::fs::exists(Argument);
}

/// Finds what CommandLine would complain about on standard error in its own way:
/// a value that is missing, or that an option does not take.
static Error checkValues(ArrayRef<const char *> Arguments, cl::SubCommand &Sub) {
  StringMap<cl::Option *> &Known = cl::getRegisteredOptions(Sub);
  for (size_t Index = 1; Index < Arguments.size(); ++Index) {
    StringRef Argument = Arguments[Index];
    const cl::Option *Found = findOption(Argument, Known);
    if (!Found)
      continue;
    Argument = Argument.ltrim('-');
    StringRef Name = Argument.split('=').first;
    bool HasValue = Argument.contains('=');
    cl::ValueExpected Expected = Found->getValueExpectedFlag();
    if (Expected == cl::ValueDisallowed && HasValue)
      return createStringError(dashes(Name) + Name + " takes no value");
    if (Expected == cl::ValueOptional && Argument.ends_with("=") && Argument.drop_back() == Name)
      return createStringError("invalid value '' for " + dashes(Name) + Name +
                               " (expected one after the =, or neither)");
    if (Expected == cl::ValueOptional && !HasValue && Index + 1 != Arguments.size() &&
        looksLikeValue(Arguments[Index + 1]))
      return createStringError("no such file: '" + Twine(Arguments[Index + 1]) +
                               "'; to pass it as the value of --" + Name + ", write --" + Name +
                               "=" + Arguments[Index + 1]);
    if (Expected == cl::ValueRequired && !HasValue && ++Index == Arguments.size())
      return createStringError(dashes(Name) + Name + " needs a value; see --help");
  }
  return Error::success();
}

/// LLVM prints the help to standard output, which is where --help wants it.
static Command answerHelp(bool OfSubCommand) {
  cl::PrintHelpMessage(/*Hidden=*/false, /*Categorized=*/true);
  return AnsweredCommand{OfSubCommand ? "" : Examples, /*Output=*/""};
}

static std::string versionText() {
  return "cuda-memlint " MEMLINT_VERSION ", with LLVM and Clang " LLVM_VERSION_STRING "\n";
}

static std::string licenseText() {
  std::string Text;
  raw_string_ostream Stream(Text);
  for (const EmbeddedFile &File : ArrayRef(LicenseTexts, LicenseTextsCount))
    Stream << "==== " << File.Path << "\n\n" << StringRef(File.Contents, File.Size) << '\n';
  return Text;
}

static std::string checkList() {
  std::string Text;
  raw_string_ostream Stream(Text);
  for (const Check *Item : allChecks())
    Stream << Item->Name << " ("
           << (Item->Level == FindingLevel::Remark ? "remark, shown with --remarks"
                                                   : levelName(Item->Level))
           << ")\n    " << Item->Summary << '\n';
  return Text;
}

/// More would only be a slip of the finger.
static constexpr unsigned MostThreads = 1024;

static Error badValue(StringRef Option, StringRef Value, const Twine &Allowed) {
  return createStringError("invalid value '" + Value + "' for " + dashes(Option) + Option +
                           " (expected " + Allowed + ")");
}

static Expected<std::optional<FindingLevel>> readFailOn(StringRef Value) {
  using Level = std::optional<FindingLevel>;
  if (Value == "none")
    return Level();
  if (Value == "remark")
    return Level(FindingLevel::Remark);
  if (Value == "warning")
    return Level(FindingLevel::Warning);
  if (Value == "error")
    return Level(FindingLevel::Error);
  return badValue("fail-on", Value, "none, remark, warning, error");
}

static Expected<ReportFormat> readFormat(StringRef Value) {
  if (Value == "text")
    return ReportFormat::Text;
  if (Value == "json")
    return ReportFormat::Json;
  if (Value == "sarif")
    return ReportFormat::Sarif;
  return badValue("format", Value, "text, json, sarif");
}

static Expected<std::optional<bool>> readColor(StringRef Value) {
  using Color = std::optional<bool>;
  if (Value == "auto")
    return Color();
  if (Value == "always")
    return Color(true);
  if (Value == "never")
    return Color(false);
  return badValue("color", Value, "auto, always, never");
}

/// Of options whose value an empty one would silently undo, as that of a variable may that a
/// script has not set.
static Error checkEmptyValues(const Options &Given) {
  for (auto [Option, Allowed] :
       {std::pair<const cl::opt<std::string> *, StringRef>(&Given.OutputPath, "a file name"),
        {&Given.Arch, "an architecture, such as sm_90"},
        {&Given.Checks, "check globs, such as '-*,cuda-shared-*'"},
        {&Given.BuildPath, "the folder of a compile_commands.json"},
        {&Given.Toolkit, "auto, embedded, or a folder"},
        {&Given.CudaPath, "the folder of a toolkit"}})
    if (Option->getNumOccurrences() && StringRef(*Option).trim().empty())
      return badValue(Option->ArgStr, *Option, Allowed);
  return Error::success();
}

static Error readFrontend(const Options &Given, FrontendOptions &Frontend) {
  if (!Given.Arch.empty()) {
    // Whether it is a device at all, and one whose memory system is known.
    if (Expected<Architecture> Device = parseArchitecture(Given.Arch); !Device)
      return Device.takeError();
    if (Expected<const TargetModel *> Target = findTarget(Given.Arch); !Target)
      return Target.takeError();
  }
  Frontend.Architecture = Given.Arch;
  Frontend.CompilationDatabase = Given.BuildPath;
  Frontend.ToolkitPath = Given.CudaPath;
  if (Given.Toolkit == "auto") {
    Frontend.Toolkit = ToolkitMode::Auto;
  } else if (Given.Toolkit == "embedded") {
    Frontend.Toolkit = ToolkitMode::Embedded;
    if (!Given.CudaPath.empty())
      return createStringError("--toolkit=embedded uses no toolkit: omit --cuda-path");
  } else {
    Frontend.Toolkit = ToolkitMode::Path;
    Frontend.ToolkitPath = Given.Toolkit;
    if (!Given.CudaPath.empty())
      return createStringError("--toolkit already names a folder: omit --cuda-path");
  }
  return Error::success();
}

/// What the command line says, as a configuration. The values have been looked at.
static Configuration asConfiguration(const Options &Given, const LintCommand &Command) {
  Configuration Result;
  Result.Checks = Given.Checks;
  Result.Architecture = Given.Arch;
  for (auto [Text, Request] : zip(Command.Launches, Command.Driver.Launches))
    Result.Launches.push_back({Text, Request});
  if (Given.FailOn.getNumOccurrences())
    Result.FailOn = Command.FailOn;
  if (Given.Remarks)
    Result.Remarks = true;
  if (Given.Races.getNumOccurrences())
    Result.PossibleRaces = Command.Driver.PossibleRaces;
  Result.CompileOptions = Command.Driver.Frontend.CompileArguments;
  if (Given.Toolkit.getNumOccurrences() || !Given.CudaPath.empty()) {
    SmallString<256> Toolkit = StringRef(Given.Toolkit);
    if (Command.Driver.Frontend.Toolkit == ToolkitMode::Path)
      sys::fs::make_absolute(Toolkit);
    Result.Toolkit = Toolkit.str().str();
  }
  return Result;
}

static Error readConfigurations(const Options &Given, LintCommand &Command) {
  ConfigurationSource &From = Command.Configurations;
  From.CommandLine = asConfiguration(Given, Command);
  From.Path = Given.ConfigPath;
  // A bundle is all that the other machine has.
  From.Off = Given.NoConfig || !Given.EmitBundle.empty() || !Given.ImportBundle.empty();
  if (Given.ConfigPath.getNumOccurrences()) {
    if (From.Off)
      return createStringError("--config takes a configuration and " +
                               Twine(Given.NoConfig ? "--no-config" : "a bundle") +
                               " takes none: omit one");
    if (From.Path.empty())
      return badValue("config", "", "the path of a configuration");
  }
  Command.DumpConfiguration = Given.DumpConfig;
  return Error::success();
}

static Error readExplain(const Options &Given, TextReportOptions &Text) {
  if (!Given.Explain.getNumOccurrences())
    return Error::success();
  if (Given.Explain.empty()) {
    Text.Explain = true;
    return Error::success();
  }
  unsigned Line = 0;
  if (StringRef(Given.Explain).getAsInteger(10, Line) || Line == 0)
    return badValue("explain", Given.Explain, "a line number, as in --explain=42");
  Text.ExplainLine = Line;
  return Error::success();
}

static Error readChangedLinesOptions(const Options &Given, LintCommand &Result) {
  if (Given.ChangedSince.getNumOccurrences())
    Result.ChangedSince = Given.ChangedSince;
  // `pre-commit run --from-ref` says so in this way.
  const char *FromRevision = std::getenv("PRE_COMMIT_FROM_REF");
  if (Given.PreCommit && Result.ChangedSince == "" && FromRevision && *FromRevision)
    Result.ChangedSince = FromRevision + std::string("...");
  if (Given.ChangedDiff.getNumOccurrences()) {
    if (Given.ChangedDiff.empty())
      return badValue("changed-lines-diff", "", "the path of a diff, or - for standard input");
    Result.ChangedDiff = Given.ChangedDiff;
  }
  if (Result.ChangedSince && !Result.ChangedDiff.empty())
    return createStringError("--changed-lines asks git, --changed-lines-diff reads a file: leave "
                             "out one of them");
  if ((Result.ChangedSince || !Result.ChangedDiff.empty()) &&
      Given.WriteBaseline.getNumOccurrences())
    return createStringError(
        "--write-baseline writes the findings of all lines: omit " +
        Twine(Result.ChangedSince ? "--changed-lines" : "--changed-lines-diff"));
  return Error::success();
}

static Expected<VerifyMethod> readVerifyMethod(StringRef Value) {
  if (Value == "auto")
    return VerifyMethod::Automatic;
  if (Value == "counters")
    return VerifyMethod::Counters;
  if (Value == "instrumentation")
    return VerifyMethod::Instrumentation;
  if (Value == "both")
    return VerifyMethod::Both;
  return badValue("verify-method", Value, "auto, counters, instrumentation, both");
}

/// What follows `--` and `--args`, and with --pre-commit what comes last.
struct ForeignArguments {
  std::vector<std::string> Compiler;
  std::optional<std::vector<std::string>> Program;
  std::vector<std::string> Files;
};

/// An option that means something only beside certain others.
struct Need {
  const cl::Option &Option;
  bool IsMet;
  /// Those others, as a list in words.
  StringRef What;
};

static Error checkNeeds(ArrayRef<Need> Needs) {
  for (const Need &Each : Needs)
    if (Each.Option.getNumOccurrences() && !Each.IsMet)
      return createStringError("--" + Each.Option.ArgStr + " needs " + Each.What);
  return Error::success();
}

/// How programs are built and run; nothing when nothing of the kind is asked for.
static Expected<std::optional<VerifyOptions>> readVerify(const Options &Given,
                                                         const ForeignArguments &Foreign) {
  bool Emits = !Given.EmitBundle.empty();
  bool Counts = Given.Verify || Given.VerifyDebug || Emits;
  bool Runs = Counts || Given.VerifySanitizer.getNumOccurrences();
  bool BuildsHere = (Runs && !Emits) || Given.VerifyCode;
  if (Error Failure = checkNeeds(
          {{Given.VerifyMethod, Counts, "--verify or --emit-bundle"},
           {Given.VerifyLaunches, Counts, "--verify or --emit-bundle"},
           {Given.VerifyHarness, Runs, "--verify, --verify-sanitizer or --emit-bundle"},
           {Given.VerifyTimeout, Runs || Given.VerifyCode,
            "--verify, --verify-sanitizer, --verify-code or --emit-bundle"},
           {Given.VerifyKeep, BuildsHere, "--verify, --verify-sanitizer or --verify-code"}}))
    return std::move(Failure);
  if (!Runs && Foreign.Program)
    return createStringError("--args needs --verify, --verify-sanitizer or --emit-bundle: nothing "
                             "is run without");
  if (!Runs && !Given.VerifyCode)
    return std::nullopt;
  VerifyOptions Result;
  Expected<VerifyMethod> Method = readVerifyMethod(Given.VerifyMethod);
  if (!Method)
    return Method.takeError();
  Result.Method = *Method;
  Result.Debug = Given.VerifyDebug;
  Result.CompileArguments = Foreign.Compiler;
  Result.ProgramArguments = Foreign.Program.value_or(std::vector<std::string>());
  Result.CudaPath = Given.CudaPath;
  Result.GenerateMain = Given.VerifyHarness;
  Result.Keep = Given.VerifyKeep;
  auto ReadNumber = [](const cl::opt<std::string> &Option, unsigned &Number,
                       unsigned Most) -> Error {
    if (Option.getNumOccurrences() &&
        (StringRef(Option).getAsInteger(10, Number) || Number == 0 || Number > Most))
      return badValue(Option.ArgStr, Option, "a number from 1 to " + utostr(Most));
    return Error::success();
  };
  /// A day; and more launches than anybody reads about.
  constexpr unsigned MostSeconds = 86400, MostLaunches = 10000;
  if (Error Failure = ReadNumber(Given.VerifyTimeout, Result.TimeoutSeconds, MostSeconds))
    return Failure;
  if (Error Failure = ReadNumber(Given.VerifyLaunches, Result.MaximumLaunches, MostLaunches))
    return Failure;
  return Result;
}

/// A bundle that is read says what was asked for when it was made.
static Error checkBundleOptions(const Options &Given, const ForeignArguments &Foreign) {
  if (Given.ImportBundle.getNumOccurrences() && Given.ImportBundle.empty())
    return badValue("import-bundle", "", "the folder of a bundle");
  if (Given.EmitBundle.getNumOccurrences() && Given.EmitBundle.empty())
    return badValue("emit-bundle", "", "a new folder");
  if ((!Given.ImportBundle.empty() || !Given.EmitBundle.empty()) &&
      (Given.VerifySanitizer.getNumOccurrences() || Given.VerifyCode))
    return createStringError("--verify-sanitizer and --verify-code start programs here: omit "
                             "--emit-bundle and --import-bundle");
  if (!Given.EmitBundle.empty() && Given.Verify)
    return createStringError("--emit-bundle runs nothing here: omit --verify");
  if (Given.ImportBundle.empty())
    return Error::success();
  bool AsksAgain = !Given.EmitBundle.empty() || !Given.Paths.empty() || !Given.Launches.empty() ||
                   !Given.BuildPath.empty() || !Given.Arch.empty() || Given.Verify ||
                   Given.VerifyDebug || !Foreign.Compiler.empty() || Foreign.Program;
  if (AsksAgain)
    return createStringError("--import-bundle takes files, launches and options from the bundle: "
                             "omit the options that repeat them");
  return Error::success();
}

/// The folder that a glob searches.
static std::string fixedPart(StringRef Glob) {
  size_t Folder = Glob.take_front(Glob.find_first_of("*?[")).rfind('/');
  return Folder == StringRef::npos ? "." : Glob.take_front(Folder + 1).str();
}

static Error readFixes(const Options &Given, LintCommand &Result) {
  if (Given.ExportFixes.getNumOccurrences() && Given.ExportFixes.empty())
    return badValue("export-fixes", "", "a file name");
  if (!Given.Fix && !Given.FixDryRun && Given.ExportFixes.empty())
    return Given.UnsafeFixes ? createStringError("--unsafe-fixes needs --fix, --fix-dry-run or "
                                                 "--export-fixes")
                             : Error::success();
  StringRef Name = Given.Fix ? "--fix" : Given.FixDryRun ? "--fix-dry-run" : "--export-fixes";
  if (Given.Fix + Given.FixDryRun + !Given.ExportFixes.empty() > 1)
    return createStringError("--fix, --fix-dry-run and --export-fixes exclude each other: give one "
                             "of them");
  if (Given.Verify || Given.VerifyDebug || Given.VerifyCode ||
      Given.VerifySanitizer.getNumOccurrences() || !Given.EmitBundle.empty() ||
      !Given.ImportBundle.empty())
    return createStringError(Name + " changes what would be verified: run one after the other");
  if (Given.FixDryRun && Given.Format != "text" && Given.OutputPath.empty())
    return createStringError(
        "--fix-dry-run writes a diff to standard output: pass --output for the "
        "report");
  if (Given.Fix && !Given.ChangedDiff.empty())
    return createStringError("--fix moves the lines that --changed-lines-diff counts: use "
                             "--changed-lines, or --fix-dry-run");
  Result.Fix = Given.Fix ? FixMode::InPlace : Given.FixDryRun ? FixMode::DryRun : FixMode::None;
  Result.UnsafeFixes = Given.UnsafeFixes;
  Result.ExportFixes = Given.ExportFixes;
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

static Expected<Command> readLintCommand(const Options &Given, ForeignArguments Foreign) {
  LintCommand Result;
  Result.Paths.assign(Given.Paths.begin(), Given.Paths.end());
  append_range(Result.Paths, Foreign.Files);
  Result.PreCommit = Given.PreCommit;
  Result.KeepGoing = Given.KeepGoing;
  Result.EmitBundle = Given.EmitBundle;
  Result.ImportBundle = Given.ImportBundle;
  if (Error Failure = checkBundleOptions(Given, Foreign))
    return Failure;
  if (Result.Paths.empty() && Given.BuildPath.empty() && Result.ImportBundle.empty() &&
      !Given.PreCommit && !Given.DumpConfig)
    return createStringError("no input file; see --help");
  if (Given.Threads.getNumOccurrences() &&
      (StringRef(Given.Threads).getAsInteger(10, Result.Threads) || Result.Threads == 0 ||
       Result.Threads > MostThreads))
    return badValue("j", Given.Threads, "a number from 1 to " + utostr(MostThreads));
  if (Error Failure = readFrontend(Given, Result.Driver.Frontend))
    return Failure;
  Expected<std::optional<VerifyOptions>> Verify = readVerify(Given, Foreign);
  if (!Verify)
    return Verify.takeError();
  if (Given.VerifySanitizer.getNumOccurrences()) {
    Expected<std::vector<SanitizerTool>> Tools = parseSanitizerTools(Given.VerifySanitizer);
    if (!Tools)
      return createStringError("--verify-sanitizer: " + toString(Tools.takeError()));
    Result.Sanitizers = std::move(*Tools);
    Result.Sanitize = *Verify;
  }
  if (Given.VerifyCode)
    Result.Code = *Verify;
  if (Given.Verify || Given.VerifyDebug || !Given.EmitBundle.empty())
    Result.Verify = std::move(*Verify);
  Result.Driver.Frontend.CompileArguments = std::move(Foreign.Compiler);
  for (const std::string &Text : Given.Launches) {
    Expected<LaunchRequest> Launch = parseLaunchOption(Text);
    if (!Launch)
      return createStringError("--launch '" + Text + "': " + toString(Launch.takeError()));
    Result.Driver.Launches.push_back(std::move(*Launch));
    Result.Launches.push_back(Text);
  }
  Expected<std::vector<const Check *>> Checks = selectChecks(Given.Checks);
  if (!Checks)
    return createStringError("--checks: " + toString(Checks.takeError()));
  Result.Driver.Checks = std::move(*Checks);
  for (std::optional<VerifyOptions> *Each : {&Result.Verify, &Result.Sanitize, &Result.Code})
    if (*Each) {
      (*Each)->Frontend = Result.Driver.Frontend;
      (*Each)->Checks = Result.Driver.Checks;
      (*Each)->Budget = Result.Driver.Budget;
    }

  if (Given.Races != "sure" && Given.Races != "may")
    return badValue("races", Given.Races, "sure, may");
  Result.Driver.PossibleRaces = Given.Races == "may";
  Expected<ReportFormat> Format = readFormat(Given.Format);
  if (!Format)
    return Format.takeError();
  Result.Format = *Format;
  Expected<std::optional<FindingLevel>> FailOn = readFailOn(Given.FailOn);
  if (!FailOn)
    return FailOn.takeError();
  Result.FailOn = *FailOn;
  Expected<std::optional<bool>> Color = readColor(Given.Color);
  if (!Color)
    return Color.takeError();
  Result.Color = *Color;
  Result.Output = Given.OutputPath;
  if (Error Failure = readFixes(Given, Result))
    return Failure;
  // A file or folder of that name comes before a glob.
  for (const std::string &Path : Result.Paths)
    Result.FixScope.push_back(StringRef(Path).find_first_of("*?[") == StringRef::npos ||
                                      sys::fs::exists(Path)
                                  ? Path
                                  : fixedPart(Path));
  if (Result.Paths.empty() && Result.ImportBundle.empty())
    Result.FixScope.push_back(".");
  if (Error Failure = readExplain(Given, Result.Text))
    return Failure;
  Result.Text.Remarks = Given.Remarks || Result.FailOn == FindingLevel::Remark;
  if (Error Failure = readChangedLinesOptions(Given, Result))
    return Failure;
  for (const cl::opt<std::string> *Path : {&Given.BaselinePath, &Given.WriteBaseline})
    if (Path->getNumOccurrences() && Path->empty())
      return badValue(Path->ArgStr, "", "the path of a file");
  Result.Baseline = Given.BaselinePath;
  Result.WriteBaseline = Given.WriteBaseline;
  if (Error Failure = checkStandardInput(Result))
    return Failure;
  if (Error Failure = readConfigurations(Given, Result))
    return Failure;
  Result.Text.Summary = Given.Summary;
  Result.Text.Unknown = Given.ShowUnknown;
  Result.Text.Statistics = Given.Statistics;
  return Command(std::move(Result));
}

static Expected<Command> readCostCommand(const Options &Given) {
  CostCommand Result;
  if (Given.CostPaths.size() != 1)
    return createStringError("cost: give one file, or - for standard input");
  Result.Path = Given.CostPaths.front();
  if (Given.Space.empty())
    return createStringError("cost: --space is missing: global, shared or constant");
  Expected<MemorySpace> Space = parseCostSpace(Given.Space);
  if (!Space)
    return Space.takeError();
  Result.Space = *Space;
  Result.Target = &defaultTarget();
  if (!Given.Arch.empty()) {
    Expected<const TargetModel *> Target = findTarget(Given.Arch);
    if (!Target)
      return Target.takeError();
    Result.Target = *Target;
  }
  Result.Output = Given.OutputPath;
  return Command(std::move(Result));
}

static Expected<Command> readClangCommandsCommand(const Options &Given, StringRef Program,
                                                  std::vector<std::string> CompileArguments) {
  ClangCommandsCommand Result;
  Result.MissingFiles = Given.MissingFiles;
  Result.Paths.assign(Given.ClangPaths.begin(), Given.ClangPaths.end());
  if (Result.Paths.empty() && Given.BuildPath.empty())
    return createStringError("clang-commands: give files, or -p and the folder of a "
                             "compile_commands.json");
  if (Error Failure = readFrontend(Given, Result.Frontend))
    return Failure;
  Result.Frontend.CompileArguments = std::move(CompileArguments);
  SmallString<256> Configuration(Given.ClangConfiguration);
  if (Configuration.empty()) {
    static char Symbol;
    Configuration = sys::path::parent_path(
        sys::path::parent_path(sys::fs::getMainExecutable(Program.str().c_str(), &Symbol)));
    sys::path::append(Configuration, "share", "cuda-memlint", "clang-tidy.cfg");
  }
  if (std::error_code Code = sys::fs::make_absolute(Configuration);
      Code || !sys::fs::exists(Configuration))
    return createStringError("clang-commands: no such file: '" + Configuration +
                             "': name the installed clang-tidy.cfg with --clang-config");
  Result.Configuration = Configuration.str().str();
  Result.Output = Given.OutputPath;
  return Command(std::move(Result));
}

Expected<Command> readCommandLine(int ArgumentCount, const char *const *Arguments) {
  // What follows `--` is for the compiler, what follows `--args` for the program.
  ArrayRef<const char *> All(Arguments, size_t(ArgumentCount));
  ForeignArguments Foreign;
  if (any_of(All, [](StringRef Argument) { return Argument == "--pre-commit"; })) {
    size_t Count = countAppendedFiles(All.drop_front());
    Foreign.Files.assign(All.end() - Count, All.end());
    All = All.drop_back(Count);
  }
  auto *Program =
      find_if(All, [](const char *Argument) { return StringRef(Argument) == "--args"; });
  if (Program != All.end())
    Foreign.Program.emplace(Program + 1, All.end());
  auto *Separator =
      std::find_if(All.begin(), Program, [](StringRef Argument) { return Argument == "--"; });
  std::vector<const char *> Ours(All.begin(), Separator);
  removeForeignOptions();
  Options Given;
  bool OfCost = Ours.size() > 1 && StringRef(Ours[1]) == "cost";
  bool OfClangCommands = Ours.size() > 1 && StringRef(Ours[1]) == "clang-commands";
  cl::SubCommand &Sub = OfCost            ? Given.Cost
                        : OfClangCommands ? Given.ClangCommands
                                          : cl::SubCommand::getTopLevel();
  auto TakesNext = [&Known = cl::getRegisteredOptions(Sub)](StringRef Argument) {
    const cl::Option *Found = findOption(Argument, Known);
    return Found && Found->getValueExpectedFlag() == cl::ValueRequired && !Argument.contains('=');
  };
  if (!OfCost)
    if (Error Failure = takeCompileOptions(Ours, Foreign.Compiler, TakesNext))
      return Failure;
  if (Separator != Program)
    Foreign.Compiler.insert(Foreign.Compiler.end(), Separator + 1, Program);
  if (!Foreign.Compiler.empty() && wantsValue(Foreign.Compiler.back()))
    return createStringError("compile option '" + Foreign.Compiler.back() +
                             "': missing value, expected as the next argument");
  if (Error Failure = checkCompileArguments(Foreign.Compiler, *sourceFileSystem()))
    return Failure;

  allowRepetition(Sub);
  if (Error Failure = checkValues(Ours, Sub))
    return Failure;
  std::string Messages;
  raw_string_ostream MessageStream(Messages);
  if (!cl::ParseCommandLineOptions(int(Ours.size()), Ours.data(), Overview, &MessageStream)) {
    StringRef Program = Arguments[0];
    return describeBadArgument(Messages, Program.substr(Program.rfind('/') + 1));
  }
  if (Given.Help)
    return answerHelp(OfCost || OfClangCommands);
  if (Error Failure = checkEmptyValues(Given))
    return Failure;
  if (OfCost)
    return readCostCommand(Given);
  if (OfClangCommands)
    return readClangCommandsCommand(Given, Arguments[0], std::move(Foreign.Compiler));
  if (Given.Version)
    return Command(AnsweredCommand{versionText(), Given.OutputPath});
  if (Given.Licenses)
    return Command(AnsweredCommand{licenseText(), Given.OutputPath});
  if (Given.ListChecks)
    return Command(AnsweredCommand{checkList(), Given.OutputPath});
  if (Given.ExplainCheck.getNumOccurrences()) {
    Expected<const Check *> Item = findCheck(Given.ExplainCheck);
    if (!Item)
      return createStringError("--explain-check: " + toString(Item.takeError()));
    return Command(AnsweredCommand{pageOf(**Item).str(), Given.OutputPath});
  }
  return readLintCommand(Given, std::move(Foreign));
}

} // namespace memlint
