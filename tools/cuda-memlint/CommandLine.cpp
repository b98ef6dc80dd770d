//===- CommandLine.cpp - What the user asks for ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "cuda-memlint/Calculator/CostCalculator.h"
#include "cuda-memlint/Frontend/Architecture.h"
#include "cuda-memlint/Support/EmbeddedFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace memlint {

extern const EmbeddedFile LicenseTexts[];
extern const size_t LicenseTextsCount;

static const char Overview[] =
    "cuda-memlint: what each memory access of a CUDA kernel costs, from its source\n\n"
    "  Counts the 32-byte sectors, shared memory wavefronts and constant addresses of\n"
    "  every access whose address can be worked out, and warns where fewer would do.\n";

static const char Examples[] = R"(
EXAMPLES:

  cuda-memlint kernel.cu
      Warn about every access that costs more than it need.
  cuda-memlint --summary kernel.cu
      And list all accesses of each kernel, the worst first.
  cuda-memlint --explain=42 kernel.cu
      Show where the addresses of line 42 come from, and draw its lanes.
  cuda-memlint --launch 'transpose<<<(64,64),(32,8)>>>(_, _, 2048)' kernel.cu
      Say how a kernel is launched where the file does not: grid, block and, after
      them, the values of scalar arguments, also by name (n=2048); _ is what is not
      known.
  cuda-memlint kernel.cu -- -I include -DTILE=32
      Pass compile options, nvcc's or clang's. With -p build they come from
      build/compile_commands.json.
  cuda-memlint --checks='-*,cuda-shared-*' --fail-on=none kernel.cu
      Only some checks, and exit with 0 whatever they find.
  cuda-memlint -p build
      All CUDA sources of a project; of part of it: -p build src/kernels. Also
      without a database: folders are searched for .cu files.
  cuda-memlint --format=json --output report.json 'src/**/*.cu'
      Everything that is known, for programs.
  cuda-memlint cost --space=shared requests.csv
      Predict the cost of requests given as lists of byte offsets, one per lane.

  cuda-memlint --verify prog.cu -- -I include --args 1024
      Build the program with nvcc, run it under Nsight Compute on this machine's
      GPU, and hold every prediction against what was counted.

EXIT CODES:

  0  nothing was found at the level of --fail-on or above
  1  something was
  2  the job could not be done; the reason is on standard error
  3  with --verify: a prediction was refuted
)";

namespace {

/// All options. They are made after LLVM's own have been removed, since some of
/// those have the same names and none is of use here.
struct Options {
  cl::OptionCategory Analysis{"Analysis"};
  cl::OptionCategory Reading{"Reading the source"};
  cl::OptionCategory Output{"Output"};
  cl::OptionCategory Verifying{"Verifying on a GPU"};
  cl::OptionCategory General{"General"};
  cl::SubCommand Cost{"cost", "predict the cost of requests in a CSV file"};

  // Of both commands.
  cl::opt<std::string> Arch{
      "arch", cl::value_desc("sm_NN"),
      cl::desc("The device (default: that of the compile options, else sm_90)"), cl::cat(Reading),
      cl::sub(cl::SubCommand::getAll())};
  cl::opt<std::string> OutputPath{"output", cl::value_desc("file"),
                                  cl::desc("Write to this file, whole or not at all"),
                                  cl::cat(Output), cl::sub(cl::SubCommand::getAll())};
  cl::alias OutputShort{"o", cl::desc("Short for --output"), cl::aliasopt(OutputPath),
                        cl::cat(Output)};
  cl::opt<bool> Help{"help", cl::ValueDisallowed, cl::desc("Show this help"), cl::cat(General),
                     cl::sub(cl::SubCommand::getAll())};
  cl::alias HelpShort{"h", cl::desc("Short for --help"), cl::aliasopt(Help), cl::cat(General)};

  // cuda-memlint
  cl::list<std::string> Paths{cl::Positional, cl::desc("path... [-- compile options]")};
  cl::list<std::string> Launches{
      "launch", cl::value_desc("launch"),
      cl::desc("How a kernel is launched, instead of what the source says"), cl::cat(Analysis)};
  cl::opt<std::string> Checks{"checks", cl::value_desc("globs"),
                              cl::desc("Checks to run, separated by commas; - takes away"),
                              cl::cat(Analysis)};
  cl::opt<bool> ListChecks{"list-checks", cl::ValueDisallowed,
                           cl::desc("List the checks and what they find"), cl::cat(General)};
  cl::opt<std::string> FailOn{
      "fail-on", cl::value_desc("level"), cl::init("warning"),
      cl::desc("Least level that fails the run: none, remark, warning, error"), cl::cat(Analysis)};

  cl::opt<bool> Verify{"verify", cl::ValueDisallowed,
                       cl::desc("Run the program and compare; --args: what follows is for it"),
                       cl::cat(Verifying)};
  cl::opt<bool> VerifyDebug{"verify-debug", cl::ValueDisallowed,
                            cl::desc("And a build with -G, in which nothing is optimised"),
                            cl::cat(Verifying)};
  cl::opt<std::string> EmitBundle{
      "emit-bundle", cl::value_desc("folder"),
      cl::desc("Write all that a machine with a GPU needs to measure, and a script for it"),
      cl::cat(Verifying)};
  cl::opt<std::string> ImportBundle{
      "import-bundle", cl::value_desc("folder"),
      cl::desc("Compare with what the script of such a folder measured"), cl::cat(Verifying)};
  cl::opt<std::string> VerifyMethod{
      "verify-method", cl::value_desc("auto|counters|instrumentation|both"), cl::init("auto"),
      cl::desc("Who counts: the GPU, or an instrumented copy of the source, which needs no "
               "privilege; auto: the copy where the GPU's counters cannot be read"),
      cl::cat(Verifying)};
  cl::opt<std::string> VerifyTimeout{
      "verify-timeout", cl::value_desc("seconds"),
      cl::desc("End a build or run that takes longer (default: 300)"), cl::cat(Verifying)};
  cl::opt<std::string> VerifyLaunches{
      "verify-launches", cl::value_desc("number"),
      cl::desc("Measure the first launches of the run (default: 100)"), cl::cat(Verifying)};
  cl::opt<bool> VerifyHarness{
      "verify-harness", cl::ValueDisallowed,
      cl::desc("Launch kernels by a generated main, also where the file has its own"),
      cl::cat(Verifying)};
  cl::opt<std::string> VerifySanitizer{
      "verify-sanitizer", cl::value_desc("tools"), cl::ValueOptional,
      cl::desc("Run it under compute-sanitizer: racecheck,synccheck,memcheck,initcheck "
               "(default: all)"),
      cl::cat(Verifying)};
  cl::opt<bool> VerifyCode{"verify-code", cl::ValueDisallowed,
                           cl::desc("Compile with nvcc and show registers, spills and memory "
                                    "instructions; needs no GPU"),
                           cl::cat(Verifying)};
  cl::opt<bool> VerifyKeep{"verify-keep", cl::ValueDisallowed,
                           cl::desc("Keep programs and the profiler's reports, and say where"),
                           cl::cat(Verifying)};

  cl::opt<std::string> BuildPath{
      "p", cl::value_desc("folder"),
      cl::desc("Take compile options from this folder's compile_commands.json"), cl::cat(Reading)};
  cl::opt<std::string> Threads{
      "j",
      cl::value_desc("number"),
      cl::Prefix,
      cl::ValueRequired,
      cl::desc("Files analysed at a time (default: as many as the machine runs threads)"),
      cl::cat(Analysis)};
  cl::opt<std::string> Toolkit{"toolkit", cl::value_desc("auto|embedded|folder"), cl::init("auto"),
                               cl::desc("CUDA headers; auto: those of a toolkit only where needed"),
                               cl::cat(Reading)};
  cl::opt<std::string> CudaPath{"cuda-path", cl::value_desc("folder"),
                                cl::desc("The toolkit to use where one is needed"),
                                cl::cat(Reading)};

  cl::opt<std::string> Format{"format", cl::value_desc("text|json|sarif"), cl::init("text"),
                              cl::desc("Form of the report (default: text)"), cl::cat(Output)};
  cl::opt<bool> Summary{"summary", cl::ValueDisallowed,
                        cl::desc("List all accesses of each kernel, the costliest first"),
                        cl::cat(Output)};
  cl::opt<std::string> Explain{
      "explain", cl::value_desc("line"), cl::ValueOptional,
      cl::desc("Where addresses come from: of findings, or of all accesses on a line"),
      cl::cat(Output)};
  cl::opt<bool> ShowUnknown{"show-unknown", cl::ValueDisallowed,
                            cl::desc("List accesses whose cost is not known, and why"),
                            cl::cat(Output)};
  cl::opt<std::string> Races{
      "races", cl::value_desc("sure|may"), cl::init("sure"),
      cl::desc("Report races and divergent barriers that happen in every launch, or those that "
               "depend on data or on arguments that are not known, too"),
      cl::cat(Output)};
  cl::opt<bool> ShowRemarks{"show-remarks", cl::ValueDisallowed,
                            cl::desc("Show findings that hold for some guessed block shapes only"),
                            cl::cat(Output)};
  cl::opt<bool> Statistics{"stats", cl::ValueDisallowed,
                           cl::desc("Count files, kernels and accesses by class"), cl::cat(Output)};
  cl::opt<std::string> Color{"color", cl::value_desc("auto|always|never"), cl::init("auto"),
                             cl::desc("Colours in text; auto: on a terminal"), cl::cat(Output)};
  cl::opt<bool> Version{"version", cl::ValueDisallowed, cl::desc("Show the version"),
                        cl::cat(General)};

  cl::opt<bool> Licenses{"licenses", cl::ValueDisallowed,
                         cl::desc("Show the licence, and the notices of what is built in"),
                         cl::cat(General)};

  // cuda-memlint cost
  cl::list<std::string> CostPaths{cl::Positional, cl::desc("file.csv, or - for standard input"),
                                  cl::sub(Cost)};
  cl::opt<std::string> Space{"space", cl::value_desc("global|shared|constant"),
                             cl::desc("The memory that the requests go to"), cl::cat(Analysis),
                             cl::sub(Cost)};
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
  constexpr unsigned MostSlips = 2;
  SmallVector<StringRef> Lines;
  Messages.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  std::string Text, Suggestion;
  for (StringRef Line : Lines) {
    Line.consume_front(ProgramName);
    Line.consume_front(": ");
    if (Text.empty())
      Text = Line.split("  Try: ").first.rtrim(". !").str();
    else if (Line.starts_with("Did you mean ") &&
             quoted(Line).edit_distance(quoted(Text)) <= MostSlips)
      Suggestion = quoted(Line).str();
  }
  if (!Text.empty())
    Text[0] = toLower(Text[0]);
  if (!Suggestion.empty())
    return createStringError(Text + "; did you mean '" + Suggestion + "'?");
  return createStringError(Text + "; see --help");
}

/// Options that are given twice count as given last.
static void allowRepetition(cl::SubCommand &Sub) {
  for (auto &Entry : cl::getRegisteredOptions(Sub))
    if (Entry.second->getNumOccurrencesFlag() == cl::Optional)
      Entry.second->setNumOccurrencesFlag(cl::ZeroOrMore);
}

static StringRef dashes(StringRef Option) { return Option.size() == 1 ? "-" : "--"; }

/// Finds what CommandLine would complain about on standard error in its own way:
/// a value that is missing, or that an option does not take.
static Error checkValues(ArrayRef<const char *> Arguments, cl::SubCommand &Sub) {
  StringMap<cl::Option *> &Known = cl::getRegisteredOptions(Sub);
  for (size_t Index = 1; Index < Arguments.size(); ++Index) {
    StringRef Argument = Arguments[Index];
    if (!Argument.consume_front("-"))
      continue;
    Argument.consume_front("-");
    StringRef Name = Argument.split('=').first;
    auto Found = Known.find(Name);
    if (Found == Known.end())
      continue;
    bool HasValue = Argument.contains('=');
    cl::ValueExpected Expected = Found->second->getValueExpectedFlag();
    if (Expected == cl::ValueDisallowed && HasValue)
      return createStringError(dashes(Name) + Name + " takes no value");
    if (Expected == cl::ValueRequired && !HasValue && ++Index == Arguments.size())
      return createStringError(dashes(Name) + Name + " needs a value; see --help");
  }
  return Error::success();
}

/// LLVM prints the help to standard output, which is where --help wants it.
static Command answerHelp(bool OfCost) {
  cl::PrintHelpMessage(/*Hidden=*/false, /*Categorized=*/true);
  return AnsweredCommand{OfCost ? "" : Examples};
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
    Stream << Item->Name << "\n    " << Item->Summary << '\n';
  return Text;
}

/// More would only be a slip of the finger.
static constexpr unsigned MostThreads = 1024;

static Error badValue(StringRef Option, StringRef Value, const Twine &Allowed) {
  return createStringError("'" + Value + "' is no value of " + dashes(Option) + Option + ": use " +
                           Allowed);
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
  return badValue("fail-on", Value, "none, remark, warning or error");
}

static Expected<ReportFormat> readFormat(StringRef Value) {
  if (Value == "text")
    return ReportFormat::Text;
  if (Value == "json")
    return ReportFormat::Json;
  if (Value == "sarif")
    return ReportFormat::Sarif;
  return badValue("format", Value, "text, json or sarif");
}

static Expected<std::optional<bool>> readColor(StringRef Value) {
  using Color = std::optional<bool>;
  if (Value == "auto")
    return Color();
  if (Value == "always")
    return Color(true);
  if (Value == "never")
    return Color(false);
  return badValue("color", Value, "auto, always or never");
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
      return createStringError("--toolkit=embedded uses no toolkit: leave out --cuda-path");
  } else {
    Frontend.Toolkit = ToolkitMode::Path;
    Frontend.ToolkitPath = Given.Toolkit;
    if (!Given.CudaPath.empty())
      return createStringError("--toolkit names a folder already: leave out --cuda-path");
  }
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
    return badValue("explain", Given.Explain, "the number of a line, as in --explain=42");
  Text.ExplainLine = Line;
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
  return badValue("verify-method", Value, "auto, counters, instrumentation or both");
}

/// What follows `--` and `--args`.
struct ForeignArguments {
  std::vector<std::string> Compiler;
  std::optional<std::vector<std::string>> Program;
};

/// How programs are built and run; nothing when nothing of the kind is asked for.
static Expected<std::optional<VerifyOptions>> readVerify(const Options &Given,
                                                         const ForeignArguments &Foreign) {
  bool Counts = Given.Verify || Given.VerifyDebug || !Given.EmitBundle.empty();
  bool Runs = Counts || Given.VerifySanitizer.getNumOccurrences();
  if (!Counts)
    for (const cl::Option *Option : {static_cast<const cl::Option *>(&Given.VerifyMethod),
                                     static_cast<const cl::Option *>(&Given.VerifyLaunches)})
      if (Option->getNumOccurrences())
        return createStringError("--" + Option->ArgStr + " needs --verify or --emit-bundle");
  if (!Runs && Given.VerifyHarness)
    return createStringError("--verify-harness needs --verify or --emit-bundle");
  if (!Runs && Foreign.Program)
    return createStringError("--args needs --verify or --emit-bundle: nothing is run without");
  if (!Runs && !Given.VerifyCode) {
    for (const cl::Option *Option : {static_cast<const cl::Option *>(&Given.VerifyTimeout),
                                     static_cast<const cl::Option *>(&Given.VerifyKeep)})
      if (Option->getNumOccurrences())
        return createStringError("--" + Option->ArgStr + " needs --verify or --emit-bundle");
    return std::nullopt;
  }
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
    return createStringError("--verify-sanitizer and --verify-code start programs here: leave out "
                             "--emit-bundle and --import-bundle");
  if (Given.ImportBundle.empty())
    return Error::success();
  bool AsksAgain = !Given.EmitBundle.empty() || !Given.Paths.empty() || !Given.Launches.empty() ||
                   !Given.BuildPath.empty() || !Given.Arch.empty() || Given.Verify ||
                   Given.VerifyDebug || !Foreign.Compiler.empty() || Foreign.Program;
  if (AsksAgain)
    return createStringError("--import-bundle takes files, launches and options from the bundle: "
                             "leave out what says them again");
  return Error::success();
}

static Expected<Command> readLintCommand(const Options &Given, ForeignArguments Foreign) {
  LintCommand Result;
  Result.Paths.assign(Given.Paths.begin(), Given.Paths.end());
  Result.EmitBundle = Given.EmitBundle;
  Result.ImportBundle = Given.ImportBundle;
  if (Error Failure = checkBundleOptions(Given, Foreign))
    return Failure;
  if (Result.Paths.empty() && Given.BuildPath.empty() && Result.ImportBundle.empty())
    return createStringError("no file is given; see --help");
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
    return badValue("races", Given.Races, "sure or may");
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
  if (Error Failure = readExplain(Given, Result.Text))
    return Failure;
  Result.Text.Remarks = Given.ShowRemarks || Result.FailOn == FindingLevel::Remark;
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

Expected<Command> readCommandLine(int ArgumentCount, const char *const *Arguments) {
  // What follows `--` is for the compiler, what follows `--args` for the program.
  ArrayRef<const char *> All(Arguments, size_t(ArgumentCount));
  ForeignArguments Foreign;
  auto *Program =
      find_if(All, [](const char *Argument) { return StringRef(Argument) == "--args"; });
  if (Program != All.end())
    Foreign.Program.emplace(Program + 1, All.end());
  auto *Separator =
      std::find_if(All.begin(), Program, [](StringRef Argument) { return Argument == "--"; });
  ArrayRef<const char *> Ours(All.begin(), Separator);
  if (Separator != Program)
    Foreign.Compiler.assign(Separator + 1, Program);

  removeForeignOptions();
  Options Given;
  bool OfCost = Ours.size() > 1 && StringRef(Ours[1]) == "cost";
  cl::SubCommand &Sub = OfCost ? Given.Cost : cl::SubCommand::getTopLevel();
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
    return answerHelp(OfCost);
  if (OfCost)
    return readCostCommand(Given);
  if (Given.Version)
    return Command(AnsweredCommand{versionText()});
  if (Given.Licenses)
    return Command(AnsweredCommand{licenseText()});
  if (Given.ListChecks)
    return Command(AnsweredCommand{checkList()});
  return readLintCommand(Given, std::move(Foreign));
}

} // namespace memlint
