//===- main.cpp - The command ---------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Fixing.h"
#include "Output.h"
#include "OutputConflicts.h"

#include "cuda-memlint/Baseline/Baseline.h"
#include "cuda-memlint/Calculator/CostCalculator.h"
#include "cuda-memlint/ChangedLines/GitChanges.h"
#include "cuda-memlint/Frontend/ClangCommands.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"
#include "cuda-memlint/Hardware/Bundles/Bundle.h"
#include "cuda-memlint/Hardware/Code/LocalArrayJudgement.h"
#include "cuda-memlint/Hardware/Code/RestrictedCode.h"
#include "cuda-memlint/Hardware/Harness/HarnessFile.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Process/ChildRun.h"
#include "cuda-memlint/Report/ReportFormat.h"
#include "cuda-memlint/Report/SourceErrors.h"
#include "cuda-memlint/Report/SourceText.h"
#include "cuda-memlint/Session/CommitHook.h"
#include "cuda-memlint/Session/LaunchMisfits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>
#include <set>

using namespace llvm;
using namespace memlint;

namespace {

/// Documented in docs/usage.md.
enum ExitCode { NothingFound = 0, Found = 1, Failed = 2, Refuted = 3 };

} // namespace

static bool wantsColor(const LintCommand &Command) {
  if (Command.Color)
    return *Command.Color;
  const char *NoColor = std::getenv("NO_COLOR");
  return Command.Output.empty() && outs().has_colors() && !(NoColor && *NoColor);
}

/// Whether \p File may be incomplete. A hook is given headers that nobody named, and which need not
/// compile by themselves.
static bool mayBeIncomplete(const LintCommand &Command, const FileAnalysis &File) {
  return Command.KeepGoing || (Command.PreCommit && isHeader(File.Path));
}

/// Whether all files could be analysed whole; says of each that could not why.
static bool checkAllAnalysed(const LintCommand &Command, ArrayRef<FileAnalysis> Files) {
  bool All = true, HasIncomplete = false;
  for (const FileAnalysis &File : Files) {
    if (File.Parsed == ParseState::Not) {
      printError(File.Errors.front().Message);
      All = false;
    } else if (File.Parsed == ParseState::Incomplete && !Command.KeepGoing) {
      std::string Cause = describeCauseAt(File, *firstCause(File));
      if (mayBeIncomplete(Command, File)) {
        errs() << "cuda-memlint: note: " << printableText(Cause) << '\n';
        continue;
      }
      printError(Cause);
      HasIncomplete = true;
    }
  }
  if (HasIncomplete)
    errs() << "cuda-memlint: note: the report may miss kernels or misread them; pass --keep-going "
              "to accept that\n";
  return All && !HasIncomplete;
}

/// Reads the source that is given on standard input, under the name that it is reported by; false,
/// and a message, when it cannot be read.
static bool readStandardInput(LintCommand &Command) {
  if (!is_contained(Command.Paths, StandardInput))
    return true;
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getSTDIN();
  SmallString<256> Path = StandardInputPath;
  std::error_code Code = Buffer ? sys::fs::make_absolute(Path) : Buffer.getError();
  if (!Code && (*Buffer)->getBufferSize() > MaximumSourceBytes)
    Code = std::make_error_code(std::errc::file_too_large);
  if (Code) {
    printError("cannot read standard input: " + Code.message());
    return false;
  }
  Command.Driver.Frontend.Overlay[Path.str().str()] = (*Buffer)->getBuffer().str();
  for (std::vector<std::string> *Paths : {&Command.Paths, &Command.FixScope})
    std::replace(Paths->begin(), Paths->end(), StandardInput.str(), StandardInputPath.str());
  return true;
}

/// Whether every launch of the command line, and of the configurations, fits a kernel; says of
/// each that does not why. The latter speak of kernels that some files have and others do not.
static bool checkLaunches(const LintCommand &Command, ArrayRef<FileAnalysis> Files) {
  std::vector<std::string> Unused = findUnusedLaunches(Command.Driver.Launches, Files);
  for (const std::string &Message : Unused)
    printError("--launch: " + Message);
  if (!Unused.empty())
    return false;
  std::set<std::string> Reported;
  for (const FileAnalysis &File : Files) {
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
  return Reported.empty();
}

/// Whether there is something at the level that fails the run.
static bool anyFails(const LintCommand &Command, ArrayRef<FileAnalysis> Files) {
  return any_of(Files, [&](const FileAnalysis &File) {
    const FileSettings *Settings = Command.Driver.settingsOf(File.Path);
    ConfiguredLevel Least = Settings ? Settings->FailOn : Command.FailOn;
    return Least && any_of(File.Kernels, [&](const KernelAnalysis &Kernel) {
             return any_of(Kernel.Findings, [&](const Finding &Item) {
               return Item.Level >= *Least && Item.Suppressed == Suppression::None;
             });
           });
  });
}

/// What was made of the files besides their analysis.
struct ToolResults {
  std::vector<FileVerification> Verified;
  ToolFindings Others;
};

/// Adds the outcome for a file to \p Results. On failure, prints the message unless it equals
/// \p LastMessage, and returns false.
template <typename Outcome>
static bool add(Expected<Outcome> Result, std::vector<Outcome> &Results, std::string &LastMessage) {
  if (!Result) {
    std::string Message = toString(Result.takeError());
    if (Message != LastMessage)
      printLongError(Message);
    LastMessage = std::move(Message);
    return false;
  }
  Results.push_back(std::move(*Result));
  return true;
}

/// Whether all went well; else a message.
static bool check(Error Failure) {
  if (!Failure)
    return true;
  printLongError(toString(std::move(Failure)));
  return false;
}

/// Does to \p File all that \p Command wants nvcc for.
static bool runTools(const LintCommand &Command, FileAnalysis &File, ToolResults &Results) {
  std::optional<VerifyOptions> Options;
  for (const std::optional<VerifyOptions> *Each :
       {&Command.Verify, &Command.Sanitize, &Command.Code})
    if (*Each)
      Options = *Each;
  if (!Options)
    return true;
  if (const FileSettings *Settings = Command.Driver.settingsOf(File.Path)) {
    DriverOptions OfFile = Command.Driver.forFile(File.Path);
    Options->Frontend = OfFile.Frontend;
    Options->CompileArguments = Settings->CompileArguments;
    Options->Checks = OfFile.Checks;
  }
  Expected<FilePrograms> Programs = FilePrograms::create(File, *Options);
  if (!Programs) {
    printLongError(toString(Programs.takeError()));
    return false;
  }
  bool Done = true;
  std::string LastMessage;
  // What it says of findings comes before others look at them.
  if (Command.Code) {
    bool Compiled = add(generateFileCode(File, *Programs), Results.Others.Code, LastMessage);
    Done &= Compiled;
    if (Compiled) {
      judgeLocalArrays(File, Results.Others.Code.back().Report);
      Done &= check(noteRestrictedCode(File, *Programs));
    }
  }
  if (Command.Verify)
    Done &= add(verifyFile(File, *Programs), Results.Verified, LastMessage);
  // What nvcc does not build once, it does not build twice.
  if (Command.Sanitize && !Programs->failed())
    Done &=
        add(sanitizeFile(File, *Programs, Command.Sanitizers), Results.Others.Hazards, LastMessage);
  if (Options->Keep)
    errs() << "cuda-memlint: programs and reports of '" << printableText(File.Path) << "' are in "
           << printableText(Programs->folder().path()) << '\n';
  return Done;
}

static bool isRefuted(const FileVerification &Verification) {
  return any_of(Verification.Builds, [](const FileComparison &Build) {
    return countOutcomes(Build, VerifyStatus::Refuted) != 0;
  });
}

/// Writes the bundle instead of running anything.
static bool emit(const LintCommand &Command, MutableArrayRef<FileAnalysis> Files) {
  std::vector<const FileAnalysis *> Analysed;
  for (FileAnalysis &File : Files) {
    if (File.Parsed == ParseState::Not)
      continue;
    if (Error Failure = ensureMain(File, *Command.Verify)) {
      printError(toString(std::move(Failure)));
      return false;
    }
    Analysed.push_back(&File);
  }
  auto PrintPredictions = [&](raw_ostream &Stream) { printJsonReport(Stream, Files); };
  if (Error Failure = emitBundle(Command.EmitBundle, Analysed, *Command.Verify, Command.Launches,
                                 PrintPredictions)) {
    printLongError(toString(std::move(Failure)));
    return false;
  }
  errs() << "cuda-memlint: run " << printableText(Command.EmitBundle)
         << "/verify.sh on a machine with a GPU, bring the folder back, and read it with "
            "--import-bundle\n";
  return true;
}

/// The results that \p Program gave where it was measured.
static Expected<FileVerification> importProgram(const LintCommand &Command, const Bundle &From,
                                                const BundleProgram &Program, FileAnalysis &File) {
  if (!Program.Main.empty()) {
    VerifyOptions Options = From.Options;
    Options.GenerateMain = true;
    Options.Checks = Command.Driver.Checks;
    Options.Budget = Command.Driver.Budget;
    if (Error Failure = ensureMain(File, Options))
      return std::move(Failure);
  }
  return importResults(From, Program, File);
}

/// Nothing when all lines count.
static Expected<std::optional<ChangedLines>> readChangedLines(const LintCommand &Command,
                                                              ArrayRef<SourceFile> Sources) {
  if (!Command.ChangedSince && Command.ChangedDiff.empty())
    return std::nullopt;
  if (!Command.ChangedSince)
    return readChangesOfDiff(Command.ChangedDiff);
  std::vector<std::string> Paths;
  for (const SourceFile &Each : Sources)
    Paths.push_back(Each.Path);
  return readGitChanges(Paths, *Command.ChangedSince);
}

/// What the configuration of the first file, or of the current folder, comes to.
static int dumpConfiguration(const LintCommand &Command, ArrayRef<SourceFile> Sources) {
  Expected<Configuration> Whole = effectiveConfiguration(
      Sources.empty() ? "file.cu" : Sources.front().Path, Command.Configurations);
  if (!Whole) {
    printError(toString(Whole.takeError()));
    return Failed;
  }
  bool Done = writeOutput(Command.Output, [&](raw_ostream &Stream) {
    printConfiguration(Stream, *Whole);
    return Error::success();
  });
  return Done ? NothingFound : Failed;
}

/// Gives each of \p Sources what its configuration says; false, and a message, when one cannot
/// be read.
static bool configure(LintCommand &Command, std::vector<SourceFile> &Sources) {
  Expected<std::shared_ptr<const std::map<std::string, FileSettings>>> Settings =
      configureFiles(Sources, Command.Configurations);
  if (!Settings) {
    printError(toString(Settings.takeError()));
    return false;
  }
  for (const auto &[Path, OfFile] : **Settings)
    if (OfFile.Remarks)
      Command.Text.RemarksOf.insert(Path);
  Command.Driver.OfFile = std::move(*Settings);
  return true;
}

/// Nothing where none is given.
static Expected<std::optional<Baseline>> readBaseline(const LintCommand &Command) {
  // The one that is written counts.
  if (Command.Baseline.empty() || !Command.WriteBaseline.empty())
    return std::nullopt;
  return Baseline::read(Command.Baseline);
}

/// Writes the findings of \p Files to a baseline, by which they are known from now on; false,
/// and a message, when that fails.
static bool writeBaseline(StringRef Path, bool AllAnalysed, MutableArrayRef<FileAnalysis> Files) {
  if (!AllAnalysed) {
    printError(("'" + Path + "' was not written: the findings of some files are unknown").str());
    return false;
  }
  Baseline Now = Baseline::of(Files, Path);
  Now.suppressIn(Files);
  return writeOutput(Path, [&](raw_ostream &Stream) {
    Now.print(Stream);
    return Error::success();
  });
}

/// Whether the files to write are others than those to read; else a message.
static bool checkOutputs(const LintCommand &Command, ArrayRef<SourceFile> Sources) {
  // The baseline may be written anew.
  std::vector<std::string> Inputs = {Command.ChangedDiff, Command.Configurations.Path};
  for (const SourceFile &Each : Sources)
    Inputs.push_back(Each.Path);
  return check(checkOutputs({{"--output", Command.Output},
                             {"--write-baseline", Command.WriteBaseline},
                             {"--export-fixes", Command.ExportFixes}},
                            Inputs)) &&
         check(checkOutputs({{"--output", Command.Output}, {"--export-fixes", Command.ExportFixes}},
                            {Command.Baseline}));
}

static int run(LintCommand Command, const Bundle *Imported) {
  if (!readStandardInput(Command))
    return Failed;
  // Without a path, the whole database is meant, but not by a hook.
  bool NothingGiven = Command.Paths.empty() &&
                      (Command.PreCommit || (Command.DumpConfiguration &&
                                             Command.Driver.Frontend.CompilationDatabase.empty()));
  Expected<std::vector<SourceFile>> Sources =
      NothingGiven ? std::vector<SourceFile>()
                   : findSourceFiles(Command.Paths, Command.Driver.Frontend.CompilationDatabase,
                                     *sourceFileSystem());
  if (!Sources) {
    printError(toString(Sources.takeError()));
    return Failed;
  }
  if (!checkOutputs(Command, *Sources))
    return Failed;
  if (Command.DumpConfiguration)
    return dumpConfiguration(Command, *Sources);
  if (Command.PreCommit)
    dropHeadersWithoutKernels(*Sources);
  if (!configure(Command, *Sources))
    return Failed;
  Expected<std::optional<ChangedLines>> Changed = readChangedLines(Command, *Sources);
  if (!Changed) {
    printError(toString(Changed.takeError()));
    return Failed;
  }
  Expected<std::optional<Baseline>> Known = readBaseline(Command);
  if (!Known) {
    printError(toString(Known.takeError()));
    return Failed;
  }
  if (*Known)
    Command.Driver.SuppressKnown = [&](MutableArrayRef<FileAnalysis> Found) {
      (*Known)->suppressIn(Found);
    };
  std::vector<FileAnalysis> Files = analyseFiles(*Sources, Command.Driver, Command.Threads);
  if (*Changed)
    suppressFindingsElsewhere(Files, **Changed);
  bool Done = checkAllAnalysed(Command, Files);
  Command.Text.IncompleteCauses = Command.KeepGoing;
  // A name that no file has is looked for in all of them only.
  bool LaunchesFit = !Done || checkLaunches(Command, Files);
  Done &= LaunchesFit;
  bool ForPeople = Command.Format->ForPeople;
  if (ForPeople && !Files.empty() &&
      all_of(Files, [](const FileAnalysis &File) { return File.Parsed == ParseState::Not; }))
    return Failed;
  if (LaunchesFit)
    Done &= handleFixes(Command, *Sources, Files);
  // Lines have moved where something was fixed.
  if (Command.Fix == FixMode::InPlace && Command.ChangedSince)
    Changed = readChangedLines(Command, *Sources);
  if (!Changed) {
    printError(toString(Changed.takeError()));
    return Failed;
  }
  if (*Changed)
    keepFindingsOnChangedLines(Files, **Changed);
  if (!Command.WriteBaseline.empty() && !writeBaseline(Command.WriteBaseline, Done, Files))
    return Failed;
  ToolResults Results;
  if (!Command.EmitBundle.empty()) {
    Done &= emit(Command, Files);
  } else {
    for (auto [Index, File] : enumerate(Files)) {
      if (File.Parsed == ParseState::Not)
        continue;
      std::string LastMessage;
      Done &= Imported ? add(importProgram(Command, *Imported, Imported->Programs[Index], File),
                             Results.Verified, LastMessage)
                       : runTools(Command, File, Results);
    }
  }
  const std::vector<FileVerification> &Verified = Results.Verified;
  const ToolFindings &Tools = Results.Others;
  for (const FileVerification &Verification : Verified)
    if (!Verification.WithoutCounters.empty())
      errs() << "cuda-memlint: note: "
             << printableText(StringRef(Verification.WithoutCounters).split('\n').first)
             << "; an instrumented copy of '" << printableText(Verification.File->Path)
             << "' counts instead\n";
  // Then there is a diff on standard output.
  bool HasReport = Command.Fix != FixMode::DryRun || !Command.Output.empty();
  auto ExitCodeIf = [&](bool Done) {
    if (!Done)
      return Failed;
    if (any_of(Verified, isRefuted))
      return Refuted;
    return anyFails(Command, Files) ? Found : NothingFound;
  };
  bool Color = wantsColor(Command);
  Done &= !HasReport || writeOutput(Command.Output, [&](raw_ostream &Stream) {
    Stream.enable_colors(Color && ForPeople);
    SarifRun Run;
    Run.Version = MEMLINT_VERSION;
    Run.ExitCode = ExitCodeIf(Done);
    Run.KernelsMayBeMissing = all_of(Files, [&](const FileAnalysis &File) {
      return File.Parsed != ParseState::Incomplete || mayBeIncomplete(Command, File);
    });
    Run.HasBaseline = !Command.Baseline.empty() || !Command.WriteBaseline.empty();
    Command.Format->Print(Stream, {Files, Verified, Tools, Command.Text, Run});
    return Error::success();
  });
  return ExitCodeIf(Done);
}

static int run(const LintCommand &Command) {
  if (Command.ImportBundle.empty())
    return run(Command, nullptr);
  Expected<Bundle> Imported = readBundle(Command.ImportBundle);
  if (!Imported) {
    printError(toString(Imported.takeError()));
    return Failed;
  }
  LintCommand Again = Command;
  for (const BundleProgram &Program : Imported->Programs)
    Again.Paths.push_back(pathOfSource(*Imported, Program));
  Again.Driver.Frontend.Architecture = Imported->Options.Frontend.Architecture;
  Again.Driver.Frontend.CompileArguments = Imported->Options.CompileArguments;
  Again.Driver.Frontend.FileArguments = Imported->Options.Frontend.FileArguments;
  for (const std::string &Text : Imported->Launches) {
    Expected<LaunchRequest> Launch = parseLaunchOption(Text);
    if (!Launch) {
      printError("'" + Command.ImportBundle + "' is not a bundle: " + toString(Launch.takeError()));
      return Failed;
    }
    Again.Driver.Launches.push_back(std::move(*Launch));
  }
  return run(Again, &*Imported);
}

static int run(const CostCommand &Command) {
  if (!check(checkOutputs({{"--output", Command.Output}}, {Command.Path})))
    return Failed;
  bool Done = writeOutput(Command.Output, [&](raw_ostream &Stream) {
    return runCostCalculator(Command.Path, Command.Space, *Command.Target, Stream);
  });
  return Done ? NothingFound : Failed;
}

static int run(const ClangCommandsCommand &Command) {
  if (!check(checkOutputs({{"--output", Command.Output}}, Command.Paths)))
    return Failed;
  for (const std::string &Path : Command.Paths)
    if (std::error_code Code = sys::fs::access(Path, sys::fs::AccessMode::Exist);
        Code && !Command.MissingFiles) {
      printError("cannot read '" + Path + "': " + Code.message());
      return Failed;
    }
  Expected<json::Array> Commands =
      makeClangCommands(Command.Paths, Command.Frontend, Command.Configuration);
  if (!Commands) {
    printError(toString(Commands.takeError()));
    return Failed;
  }
  bool Done = writeOutput(Command.Output, [&](raw_ostream &Stream) {
    Stream << formatv("{0:2}\n", json::Value(std::move(*Commands)));
    return Error::success();
  });
  return Done ? NothingFound : Failed;
}

static int run(const AnsweredCommand &Command) {
  bool Done = writeOutput(Command.Output, [&](raw_ostream &Stream) {
    Stream << Command.Text;
    return Error::success();
  });
  return Done ? NothingFound : Failed;
}

int main(int ArgumentCount, char **Arguments) {
  Expected<Command> Given = readCommandLine(ArgumentCount, Arguments);
  if (!Given) {
    printError(toString(Given.takeError()));
    return Failed;
  }
  auto Run = [&] { return std::visit([](const auto &Command) { return run(Command); }, *Given); };
  const auto *Lint = std::get_if<LintCommand>(&*Given);
  if (!Lint || !Lint->PreCommit)
    return Run();
  // Versions of pre-commit pass over a hook that a signal ended, as if it had found nothing.
  Expected<int> Code = runInChild(Run);
  if (Code)
    return *Code;
  printError(toString(Code.takeError()));
  return Failed;
}
