//===- TidyAnalysis.cpp - One analysis for all checks of a unit -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TidyAnalysis.h"

#include "CompilerState.h"
#include "SeparateFixes.h"

#include "cuda-memlint/Configuration/Setting.h"
#include "cuda-memlint/Driver/ConfiguredFiles.h"
#include "cuda-memlint/Driver/LaunchMisfits.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/SourceErrors.h"

#include "clang/Lex/Preprocessor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <utility>

using namespace llvm;

namespace memlint {

/// What the options of a check say, as a command line says it. Fails with one line that names
/// the option whose value is none.
static Expected<ConfigurationSource> readSettings(const AnalysisSettings &Settings) {
  ConfigurationSource Result;
  StringRef Path = Settings.at("Config");
  Result.Off = Path == "none";
  if (!Result.Off && Path != "auto")
    Result.Path = Path;
  for (const Setting &Each : allSettings()) {
    auto Said = Settings.find(Each.TidyOption);
    if (Said == Settings.end())
      continue;
    // Launches hold semicolons between them.
    SmallVector<StringRef> Texts;
    StringRef(Said->second).split(Texts, ';', /*MaxSplit=*/Each.IsList ? -1 : 0);
    for (StringRef Text : Texts) {
      Text = Text.trim();
      if (Text.empty() || !Each.accepts(Text))
        continue;
      if (Error Failure = Each.Read(Result.CommandLine, Text, /*Folder=*/""))
        return createStringError("option " + Each.TidyOption +
                                 (Each.IsList ? ", '" + Text + "': " : ": ") +
                                 toString(std::move(Failure)));
    }
  }
  if (Result.CommandLine.Toolkit == "auto")
    Result.CommandLine.Toolkit.clear();
  return Result;
}

/// The driver's options for \p File and those of \p Checks that its configuration wants; \p
/// Frontend holds the options of clang-tidy's compiler.
static Expected<DriverOptions> makeDriverOptions(const AnalysisSettings &Settings,
                                                 const ConfigurationSource &Said,
                                                 FrontendOptions Frontend,
                                                 ArrayRef<const Check *> Checks,
                                                 std::vector<SourceFile> &File) {
  Expected<std::shared_ptr<const std::map<std::string, FileSettings>>> Configured =
      configureFiles(File, Said);
  if (!Configured)
    return Configured.takeError();
  DriverOptions Options;
  Options.Frontend = std::move(Frontend);
  Options.Frontend.ToolkitPath = Settings.at("CudaPath");
  FileSettings Plain = settingsFor(Said.CommandLine);
  if (!Plain.Architecture.empty())
    Options.Frontend.Architecture = Plain.Architecture;
  Options.OtherDevices = Plain.OtherArchitectures;
  if (Plain.Toolkit != ToolkitMode::Auto) {
    Options.Frontend.Toolkit = Plain.Toolkit;
    Options.Frontend.ToolkitPath = Plain.ToolkitPath;
  }
  Options.Launches = std::move(Plain.Launches);
  Options.Recordings = std::move(Plain.Recordings);
  Options.Arguments = std::move(Plain.Arguments);
  Options.PossibleRaces = Plain.PossibleRaces;
  Options.Limits = Plain.Limits;
  // In the order of the registry, whatever order clang-tidy made them in.
  for (const Check *Each : allChecks())
    if (is_contained(Checks, Each))
      Options.Checks.push_back(Each);
  // The compiler's options stand for those of a compilation database.
  auto Whole = std::make_shared<std::map<std::string, FileSettings>>(**Configured);
  for (auto &[Path, OfFile] : *Whole) {
    OfFile.CompileArguments.insert(OfFile.CompileArguments.begin(),
                                   Options.Frontend.CompileArguments.begin(),
                                   Options.Frontend.CompileArguments.end());
    erase_if(OfFile.Checks, [&](const Check *Each) { return !is_contained(Checks, Each); });
    if (OfFile.Architecture.empty())
      OfFile.Architecture = Options.Frontend.Architecture;
  }
  Options.OfFile = std::move(Whole);
  return Options;
}

/// A launch whose kernel is in another file is none of this one's: an option holds for many.
static std::vector<std::string> listMisfits(const DriverOptions &Options,
                                            const FileAnalysis &File) {
  std::vector<std::string> Result;
  for (const LaunchRequest &Launch : Options.forFile(File.Path).Launches) {
    std::string Misfit = findMisfit(Launch, File);
    if (Misfit.empty())
      continue;
    bool IsOption = Launch.Origin != LaunchOrigin::Config;
    Result.push_back((IsOption ? "option Launches: "
                               : "launches of the configuration of '" + File.Path + "': ") +
                     Misfit);
  }
  return Result;
}

std::shared_ptr<TidyAnalysis> TidyAnalysis::ofCurrentUnit() {
  // Clang-tidy reads its files one after the other, on one thread.
  static std::weak_ptr<TidyAnalysis> Current;
  std::shared_ptr<TidyAnalysis> Analysis = Current.lock();
  if (!Analysis) {
    Analysis = std::make_shared<TidyAnalysis>();
    Current = Analysis;
  }
  return Analysis;
}

void TidyAnalysis::addCheck(const Check &Which, const AnalysisSettings &Settings) {
  Groups[Settings].Checks.push_back(&Which);
}

Expected<const TidyResult *> TidyAnalysis::find(const AnalysisSettings &Settings,
                                                clang::Preprocessor &Preprocessor,
                                                const clang::SourceManager &Sources) {
  Group &Wanted = Groups[Settings];
  if (Wanted.IsAnalysed)
    return &Wanted.Result;
  Wanted.IsAnalysed = true;
  Expected<ConfigurationSource> Said = readSettings(Settings);
  if (!Said)
    return Said.takeError();
  std::vector<SourceFile> Main(1);
  Main.front().Path = mainPath(Sources);
  Expected<DriverOptions> Options = makeDriverOptions(
      Settings, *Said, readCompilerState(Preprocessor, Sources), Wanted.Checks, Main);
  if (!Options)
    return Options.takeError();
  // It may be ignored.
  if (Main.empty())
    return &Wanted.Result;
  TidyResult &Result = Wanted.Result;
  Result.Run = std::make_unique<Session>(Main, SessionOptions{*Options, /*Threads=*/1});
  Result.Run->analyse();
  Result.Run->offerFixes();
  const FileAnalysis &File = Result.Run->files().front();
  Result.WithFix = separateFixes(File, Settings.at("UnsafeFixes") == "true");
  Result.Misfits = listMisfits(*Options, File);
  // Where clang-tidy's own parse has errors, it has said so.
  if (File.Parsed == ParseState::Incomplete && !Preprocessor.getDiagnostics().hasErrorOccurred())
    Result.Misfits.push_back(describeCauseAt(File, *firstCause(File)));
  if (const FileSettings *OfFile = Options->settingsOf(Main.front().Path))
    Result.WantsRemarks = OfFile->Remarks;
  if (File.Parsed == ParseState::Not)
    return createStringError(File.Errors.front().Message);
  return &Wanted.Result;
}

std::vector<std::string> TidyAnalysis::takeMisfits(const AnalysisSettings &Settings) {
  return std::exchange(Groups[Settings].Result.Misfits, {});
}

} // namespace memlint
