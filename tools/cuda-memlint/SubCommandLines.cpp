//===- SubCommandLines.cpp - Arguments of subcommands ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SubCommandLines.h"

#include "Completions.h"
#include "HelpTexts.h"
#include "SharedOptions.h"

#include "cuda-memlint/Cache/ResultStore.h"
#include "cuda-memlint/Calculator/CostCalculator.h"
#include "cuda-memlint/Configuration/ConfigurationSearch.h"
#include "cuda-memlint/Frontend/Architecture.h"
#include "cuda-memlint/Support/NearestName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using llvm::opt::InputArgList;

namespace memlint {

/// The devices of --arch; a processor without rules has those of one of its generation.
static Expected<std::vector<CostDevice>> readCostDevices(StringRef Names) {
  std::vector<CostDevice> Result;
  for (StringRef Each : split(Names, ',')) {
    StringRef Name = Each.trim();
    if (any_of(Result, [&](const CostDevice &Known) { return Known.Name == Name; }))
      continue;
    std::string Ruled = Name.str();
    Expected<Architecture> Device = parseArchitecture(Name);
    if (!Device)
      consumeError(Device.takeError());
    else if (!Device->Asked.empty())
      Ruled = Device->name();
    Expected<const TargetModel *> Target = findTarget(Ruled);
    if (!Target)
      return Target.takeError();
    Result.push_back({Name.str(), *Target, /*IsOther=*/Ruled != Name});
  }
  return Result;
}

Expected<Command> readCostCommand(const InputArgList &Given) {
  CostCommand Result;
  std::vector<std::string> Paths = Given.getAllArgValues(OPT_INPUT);
  if (Paths.size() != 1)
    return createStringError("cost: give one file, or - for standard input");
  Result.Path = Paths.front();
  if (valueOf(Given, OPT_space).empty())
    return createStringError("cost: --space is missing: global, shared or constant");
  Expected<MemorySpace> Space = parseCostSpace(valueOf(Given, OPT_space));
  if (!Space)
    return Space.takeError();
  Result.Space = *Space;
  Expected<std::vector<CostDevice>> Devices = readCostDevices(
      Given.hasArg(OPT_arch) ? valueOf(Given, OPT_arch) : StringRef(defaultTarget().name()));
  if (!Devices)
    return Devices.takeError();
  Result.Devices = std::move(*Devices);
  Result.Output = valueOf(Given, OPT_output);
  return Command(std::move(Result));
}

Expected<Command> readRecordCommand(ArrayRef<const char *> Arguments) {
  constexpr StringLiteral HowToCall = "record: give the program and its arguments after --, as in: "
                                      "cuda-memlint record -- ./program";
  const auto *Separator = find(Arguments, StringRef("--"));
  Expected<InputArgList> Given =
      parseOptions(Arguments.take_front(size_t(Separator - Arguments.begin())), OfRecord);
  if (!Given)
    return Given.takeError();
  if (Given->hasArg(OPT_help))
    return Command(AnsweredCommand{helpText(subCommand("record")), /*Output=*/""});
  RecordCommand Result;
  if (Separator != Arguments.end())
    Result.Program.assign(Separator + 1, Arguments.end());
  if (Given->hasArg(OPT_INPUT) || Result.Program.empty() || Result.Program.front().empty())
    return createStringError(HowToCall);
  Result.Output = Given->hasArg(OPT_output) ? valueOf(*Given, OPT_output).str() : "launches.yaml";
  Result.CudaPath = valueOf(*Given, OPT_cuda_path);
  Result.Times = Given->hasArg(OPT_times);
  Result.CacheFolder =
      Given->hasArg(OPT_cache_dir) ? valueOf(*Given, OPT_cache_dir).str() : defaultCacheFolder();
  return Command(std::move(Result));
}

/// Whether --format says \p Second, not text.
static Expected<bool> readSecondFormat(const InputArgList &Given, StringRef Second) {
  StringRef Format = Given.hasArg(OPT_format) ? valueOf(Given, OPT_format) : "text";
  if (Format != "text" && Format != Second)
    return badValue(OPT_format, Format, "text, " + Second);
  return Format == Second;
}

/// Of what `diff` compares, a report and not a revision.
static bool isReport(StringRef Name) { return Name.ends_with(".json"); }

Expected<Command> readDiffCommand(ArrayRef<const char *> Arguments) {
  const auto *Separator = find(Arguments, StringRef("--"));
  Expected<InputArgList> Given =
      parseOptions(Arguments.take_front(size_t(Separator - Arguments.begin())), OfDiff);
  if (!Given)
    return Given.takeError();
  if (Given->hasArg(OPT_help))
    return Command(AnsweredCommand{helpText(subCommand("diff")), /*Output=*/""});
  std::vector<std::string> Names = Given->getAllArgValues(OPT_INPUT);
  bool OfReports =
      any_of(Names, isReport) || (Names.size() == 2 && all_of(Names, [](const std::string &Each) {
                                    return sys::fs::is_regular_file(Each);
                                  }));
  if (OfReports && Names.size() != 2)
    return createStringError(
        "diff: give two JSON reports: that of the base, then that of the head");
  if (Names.empty() || Names.size() > 2)
    return createStringError("diff: give two JSON reports (.json), or one or two revisions of the "
                             "git repository of the current folder");
  if (any_of(Names, [](const std::string &Each) { return Each.empty(); }))
    return createStringError("diff: a report or revision has an empty name");
  DiffCommand Result;
  Result.OfRevisions = !OfReports;
  Result.Base = Names.front();
  if (Names.size() == 2)
    Result.Head = Names.back();
  if (Separator != Arguments.end())
    Result.Analysis.assign(Separator + 1, Arguments.end());
  if (OfReports && Separator != Arguments.end())
    return createStringError("diff: reports are compared as they are: omit the --");
  if (Error Failure = readSecondFormat(*Given, "markdown").moveInto(Result.AsMarkdown))
    return Failure;
  Result.Output = valueOf(*Given, OPT_output);
  return Command(std::move(Result));
}

Expected<Command> readDoctorCommand(const InputArgList &Given) {
  if (Given.hasArg(OPT_INPUT))
    return createStringError("doctor: takes no files");
  DoctorCommand Result;
  if (Error Failure = readSecondFormat(Given, "json").moveInto(Result.AsJson))
    return Failure;
  Result.CudaPath = valueOf(Given, OPT_cuda_path);
  Result.Configurations.Path = valueOf(Given, OPT_config);
  Result.Configurations.Off = Given.hasArg(OPT_no_config);
  Result.Database = valueOf(Given, OPT_database);
  Result.CacheFolder =
      Given.hasArg(OPT_cache_dir) ? valueOf(Given, OPT_cache_dir).str() : defaultCacheFolder();
  Result.Output = valueOf(Given, OPT_output);
  return Command(std::move(Result));
}

Expected<Command> readInitCommand(const InputArgList &Given) {
  if (Given.hasArg(OPT_INPUT))
    return createStringError("init: takes no files: it looks at the current folder");
  InitCommand Result;
  Result.Database = valueOf(Given, OPT_database);
  Result.Output = Given.hasArg(OPT_output) ? valueOf(Given, OPT_output).str()
                                           : ConfigurationSearch::FileName.str();
  return Command(std::move(Result));
}

Expected<Command> readCompletionsCommand(const InputArgList &Given) {
  std::vector<std::string> Names = Given.getAllArgValues(OPT_INPUT);
  const CompletedShell *Shell = Names.size() == 1 ? findShell(Names.front()) : nullptr;
  if (!Shell)
    return createStringError(
        "completions: name one shell: bash, zsh or fish" +
        (Names.size() == 1 ? didYouMean(Names.front(), ArrayRef<StringRef>{"bash", "zsh", "fish"})
                           : std::string()));
  std::string Text;
  raw_string_ostream Stream(Text);
  Shell->Print(Stream);
  return Command(AnsweredCommand{Text, valueOf(Given, OPT_output).str()});
}

Expected<Command> readServerCommand(ArrayRef<const char *> Arguments) {
  ArrayRef<const char *> Ours = Arguments.take_until([](StringRef Each) { return Each == "--"; });
  if (any_of(Ours, [](StringRef Each) { return Each == "--help" || Each == "-h"; }))
    return Command(AnsweredCommand{helpText(subCommand("lsp")), /*Output=*/""});
  ServerCommand Result;
  // Many clients pass it to every server: there is no other way to be connected here.
  copy_if(Ours, std::back_inserter(Result.Arguments),
          [](StringRef Each) { return Each != "--stdio"; });
  Result.Arguments.insert(Result.Arguments.end(), Ours.end(), Arguments.end());
  if (Error Failure = readServedAnalysis("file.cu", Result.Arguments).takeError())
    return std::move(Failure);
  return Command(std::move(Result));
}

Expected<Command> readClangCommandsCommand(const InputArgList &Given, StringRef Program,
                                           std::vector<std::string> CompileArguments) {
  ClangCommandsCommand Result;
  Result.MissingFiles = Given.hasArg(OPT_missing_files);
  Result.Paths = Given.getAllArgValues(OPT_INPUT);
  if (Result.Paths.empty() && !Given.hasArg(OPT_database))
    return createStringError("clang-commands: give files, or -p and the folder of a "
                             "compile_commands.json");
  Expected<Configuration> Settings = readSettings(Given);
  if (!Settings)
    return Settings.takeError();
  if (Error Failure = readFrontend(Given, *Settings, Result.Frontend))
    return Failure;
  Result.Frontend.CompileArguments = std::move(CompileArguments);
  SmallString<256> Configuration(valueOf(Given, OPT_clang_config));
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
  Result.Output = valueOf(Given, OPT_output);
  return Command(std::move(Result));
}

} // namespace memlint
