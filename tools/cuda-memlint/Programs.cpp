//===- Programs.cpp - What needs nvcc or a GPU ----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include "Output.h"

#include "cuda-memlint/Hardware/Code/LocalArrayJudgement.h"
#include "cuda-memlint/Hardware/Code/RestrictedCode.h"
#include "cuda-memlint/Hardware/Harness/HarnessFile.h"
#include "cuda-memlint/Report/JsonReport.h"
#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

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
      if (Error Failure = noteRestrictedCode(File, *Programs)) {
        printLongError(toString(std::move(Failure)));
        Done = false;
      }
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

bool writeBundle(const LintCommand &Command, MutableArrayRef<FileAnalysis> Files) {
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

bool runPrograms(const LintCommand &Command, const Bundle *Imported,
                 MutableArrayRef<FileAnalysis> Files, ToolResults &Results) {
  bool Done = true;
  for (auto [Index, File] : enumerate(Files)) {
    if (File.Parsed == ParseState::Not)
      continue;
    std::string LastMessage;
    Done &= Imported ? add(importProgram(Command, *Imported, Imported->Programs[Index], File),
                           Results.Verified, LastMessage)
                     : runTools(Command, File, Results);
  }
  for (const FileVerification &Verification : Results.Verified)
    if (!Verification.WithoutCounters.empty())
      errs() << "cuda-memlint: note: "
             << printableText(StringRef(Verification.WithoutCounters).split('\n').first)
             << "; an instrumented copy of '" << printableText(Verification.File->Path)
             << "' counts instead\n";
  return Done;
}

Expected<LintCommand> commandFor(const LintCommand &Command, const Bundle &Imported) {
  LintCommand Again = Command;
  for (const BundleProgram &Program : Imported.Programs)
    Again.Paths.push_back(pathOfSource(Imported, Program));
  Again.Driver.Frontend.Architecture = Imported.Options.Frontend.Architecture;
  Again.Driver.Frontend.CompileArguments = Imported.Options.CompileArguments;
  Again.Driver.Frontend.FileArguments = Imported.Options.Frontend.FileArguments;
  for (const std::string &Text : Imported.Launches) {
    Expected<LaunchRequest> Launch = parseLaunchOption(Text);
    if (!Launch)
      return createStringError("'" + Command.ImportBundle +
                               "' is not a bundle: " + toString(Launch.takeError()));
    Again.Driver.Launches.push_back(std::move(*Launch));
  }
  return Again;
}

} // namespace memlint
