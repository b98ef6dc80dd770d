//===- main.cpp - The command ---------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "cuda-memlint/Calculator/CostCalculator.h"
#include "cuda-memlint/Report/CodeTable.h"
#include "cuda-memlint/Report/HazardTable.h"
#include "cuda-memlint/Report/JsonReport.h"
#include "cuda-memlint/Report/SarifReport.h"
#include "cuda-memlint/Report/SourceText.h"
#include "cuda-memlint/Report/VerificationTable.h"
#include "cuda-memlint/Verify/Bundle.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;
using namespace memlint;

namespace {

/// Documented in docs/usage.md.
enum ExitCode { NothingFound = 0, Found = 1, Failed = 2, Refuted = 3 };

} // namespace

static void printError(StringRef Message) {
  errs() << "cuda-memlint: error: " << printableText(Message) << '\n';
}

/// Writes to \p Path, whole or not at all, or to standard output when it is empty.
/// False, and one line on standard error, when that fails.
static bool writeOutput(StringRef Path, function_ref<Error(raw_ostream &)> Write) {
  if (!Path.empty() && Path != "-") {
    if (Error Failure = writeToOutput(Path, Write)) {
      printError("cannot write '" + Path.str() + "': " + toString(std::move(Failure)));
      return false;
    }
    return true;
  }
  if (Error Failure = Write(outs())) {
    printError(toString(std::move(Failure)));
    return false;
  }
  outs().flush();
  if (std::error_code Code = outs().error()) {
    outs().clear_error();
    printError("cannot write to standard output: " + Code.message());
    return false;
  }
  return true;
}

static bool wantsColor(const LintCommand &Command) {
  if (Command.Color)
    return *Command.Color;
  const char *NoColor = std::getenv("NO_COLOR");
  return Command.Output.empty() && outs().has_colors() && !(NoColor && *NoColor);
}

/// Whether all files could be analysed; says of each that could not why.
static bool checkAllAnalysed(ArrayRef<FileAnalysis> Files) {
  bool All = true;
  for (const FileAnalysis &File : Files)
    if (File.Parsed == ParseState::Not) {
      printError(File.Errors.front().Message);
      All = false;
    }
  return All;
}

/// A launch that no kernel took is a mistyped name, of the kernel or a parameter.
static bool checkLaunchesUsed(const LintCommand &Command, ArrayRef<FileAnalysis> Files) {
  bool AllUsed = true;
  for (const LaunchRequest &Launch : Command.Driver.Launches) {
    bool Used = false;
    std::string Misfit;
    for (const FileAnalysis &File : Files)
      for (const KernelAnalysis &Kernel : File.Kernels) {
        if (!Launch.matches(Kernel.Kernel.Name))
          continue;
        // One that is not analysed may lack the list of its parameters.
        std::string Why =
            Kernel.Kernel.Analysed ? Launch.misfit(Kernel.Kernel.Parameters) : std::string();
        Used |= Why.empty();
        if (Misfit.empty() && !Why.empty())
          Misfit = "'" + Kernel.Kernel.Name + "' " + Why;
      }
    if (!Used)
      printError("--launch: " +
                 (Misfit.empty() ? "no kernel is called '" + Launch.Kernel + "'" : Misfit));
    AllUsed &= Used;
  }
  return AllUsed;
}

static bool failsOn(FindingLevel Level, ArrayRef<FileAnalysis> Files) {
  return any_of(Files, [&](const FileAnalysis &File) {
    return any_of(File.Kernels, [&](const KernelAnalysis &Kernel) {
      return any_of(Kernel.Findings, [&](const Finding &Item) { return Item.Level >= Level; });
    });
  });
}

/// The first line says what and what to do; what follows is another program's.
static void printLongError(StringRef Message) {
  auto [First, Rest] = Message.split('\n');
  printError(First);
  for (StringRef Line : split(Rest, '\n'))
    if (!Line.empty())
      errs() << printableText(Line) << '\n';
}

/// What was made of the files besides their analysis.
struct ToolResults {
  std::vector<FileVerification> Verified;
  ToolFindings Others;
};

/// Adds what came of a file to \p Results; false, and a message unless it was \p Told
/// already, when nothing did.
template <typename Outcome>
static bool add(Expected<Outcome> Result, std::vector<Outcome> &Results, std::string &Told) {
  if (!Result) {
    std::string Message = toString(Result.takeError());
    if (Message != Told)
      printLongError(Message);
    Told = std::move(Message);
    return false;
  }
  Results.push_back(std::move(*Result));
  return true;
}

/// Does to \p File all that \p Command wants nvcc for.
static bool runTools(const LintCommand &Command, FileAnalysis &File, ToolResults &Results) {
  const VerifyOptions *Options = nullptr;
  for (const std::optional<VerifyOptions> *Each :
       {&Command.Verify, &Command.Sanitize, &Command.Code})
    if (*Each)
      Options = &**Each;
  if (!Options)
    return true;
  Expected<FilePrograms> Programs = FilePrograms::create(File, *Options);
  if (!Programs) {
    printLongError(toString(Programs.takeError()));
    return false;
  }
  bool Done = true;
  std::string Told;
  if (Command.Verify)
    Done &= add(verifyFile(File, *Programs), Results.Verified, Told);
  // What nvcc does not build once, it does not build twice.
  if (Command.Sanitize && !Programs->failed())
    Done &= add(sanitizeFile(File, *Programs, Command.Sanitizers), Results.Others.Hazards, Told);
  if (Command.Code)
    Done &= add(generateFileCode(File, *Programs), Results.Others.Code, Told);
  if (Options->Keep)
    errs() << "cuda-memlint: programs and reports of '" << printableText(File.Path) << "' are in "
           << printableText(Programs->folder().path()) << '\n';
  return Done;
}

static bool isRefuted(const FileVerification &Of) {
  return any_of(Of.Builds, [](const FileComparison &Build) {
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

/// What came of \p Program where it was measured.
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

static int run(const LintCommand &Command, const Bundle *Imported) {
  Expected<std::vector<SourceFile>> Sources = findSourceFiles(
      Command.Paths, Command.Driver.Frontend.CompilationDatabase, *vfs::getRealFileSystem());
  if (!Sources) {
    printError(toString(Sources.takeError()));
    return Failed;
  }
  std::vector<FileAnalysis> Files = analyseFiles(*Sources, Command.Driver, Command.Threads);
  bool Done = checkAllAnalysed(Files);
  // A name that no file has is looked for in all of them only.
  Done = Done && checkLaunchesUsed(Command, Files);
  bool ForPeople = Command.Format == ReportFormat::Text;
  if (ForPeople &&
      all_of(Files, [](const FileAnalysis &File) { return File.Parsed == ParseState::Not; }))
    return Failed;
  ToolResults Results;
  if (!Command.EmitBundle.empty()) {
    Done &= emit(Command, Files);
  } else {
    for (auto [Index, File] : enumerate(Files)) {
      if (File.Parsed == ParseState::Not)
        continue;
      std::string Told;
      Done &= Imported ? add(importProgram(Command, *Imported, Imported->Programs[Index], File),
                             Results.Verified, Told)
                       : runTools(Command, File, Results);
    }
  }
  const std::vector<FileVerification> &Verified = Results.Verified;
  const ToolFindings &Tools = Results.Others;
  for (const FileVerification &Of : Verified)
    if (!Of.WithoutCounters.empty())
      errs() << "cuda-memlint: note: "
             << printableText(StringRef(Of.WithoutCounters).split('\n').first)
             << "; an instrumented copy of '" << printableText(Of.File->Path)
             << "' counts instead\n";
  bool Color = wantsColor(Command);
  Done &= writeOutput(Command.Output, [&](raw_ostream &Stream) {
    Stream.enable_colors(Color && ForPeople);
    if (Command.Format == ReportFormat::Json) {
      printJsonReport(Stream, Files, Verified, Tools);
      return Error::success();
    }
    if (Command.Format == ReportFormat::Sarif) {
      printSarifReport(Stream, MEMLINT_VERSION, Files, Verified);
      return Error::success();
    }
    printTextReport(Stream, Files, Command.Text);
    for (const FileAnalysis &File : Files)
      printGeneratedMain(Stream, File);
    for (const FileVerification &Of : Verified)
      for (const FileComparison &Build : Of.Builds) {
        Stream << '\n';
        printVerificationTable(Stream, *Of.File, Build);
      }
    for (const FileHazards &Of : Tools.Hazards) {
      Stream << '\n';
      printHazardTable(Stream, Of);
    }
    for (const FileCode &Of : Tools.Code) {
      Stream << '\n';
      printCodeTable(Stream, Of);
    }
    return Error::success();
  });
  if (!Done)
    return Failed;
  if (any_of(Verified, isRefuted))
    return Refuted;
  return Command.FailOn && failsOn(*Command.FailOn, Files) ? Found : NothingFound;
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
      printError("'" + Command.ImportBundle + "' is no bundle: " + toString(Launch.takeError()));
      return Failed;
    }
    Again.Driver.Launches.push_back(std::move(*Launch));
  }
  return run(Again, &*Imported);
}

static int run(const CostCommand &Command) {
  bool Done = writeOutput(Command.Output, [&](raw_ostream &Stream) {
    return runCostCalculator(Command.Path, Command.Space, *Command.Target, Stream);
  });
  return Done ? NothingFound : Failed;
}

static int run(const AnsweredCommand &Command) {
  bool Done = writeOutput("", [&](raw_ostream &Stream) {
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
  return std::visit([](const auto &Command) { return run(Command); }, *Given);
}
