//===- Programs.cpp - What needs nvcc or a GPU ----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include "Output.h"

#include "cuda-memlint/Report/SourceText.h"
#include "cuda-memlint/Session/Session.h"

using namespace llvm;

namespace memlint {

bool writeBundle(const LintCommand &Command, Session &Run) {
  if (Error Failure = Run.writeBundle(Command.EmitBundle, Command.Launches)) {
    printLongError(toString(std::move(Failure)));
    return false;
  }
  errs() << "cuda-memlint: run " << printableText(Command.EmitBundle)
         << "/verify.sh on a machine with a GPU, bring the folder back, and read it with "
            "--import-bundle\n";
  return true;
}

bool runPrograms(Session &Run) {
  bool Done = Run.runPrograms(printLongError);
  for (const KeptFolder &Kept : Run.results().Kept)
    errs() << "cuda-memlint: programs and reports of '" << printableText(Kept.Source) << "' are in "
           << printableText(Kept.Folder) << '\n';
  for (const FileVerification &Verification : Run.results().Verified) {
    if (!Verification.WithoutRecording.empty())
      errs() << "cuda-memlint: note: the launches of '" << printableText(Verification.File->Path)
             << "' were not recorded: "
             << printableText(StringRef(Verification.WithoutRecording).split('\n').first)
             << "; their arguments are those that the source shows\n";
    if (!Verification.WithoutCounters.empty())
      errs() << "cuda-memlint: note: "
             << printableText(StringRef(Verification.WithoutCounters).split('\n').first)
             << "; an instrumented copy of '" << printableText(Verification.File->Path)
             << "' counts instead\n";
  }
  return Done;
}

Expected<LintCommand> commandFor(const LintCommand &Command, const Bundle &Imported) {
  LintCommand Again = Command;
  for (const BundleProgram &Program : Imported.Programs)
    Again.Paths.push_back(pathOfSource(Imported, Program));
  Again.Driver.Frontend.Architecture = Imported.Options.Frontend.Architecture;
  Again.Driver.Frontend.CompileArguments = Imported.Options.CompileArguments;
  Again.Driver.Frontend.FileArguments = Imported.Options.Frontend.FileArguments;
  if (!Imported.Options.GenerateMain || !Imported.Options.ProgramArguments.empty())
    Again.Driver.Arguments = Imported.Options.ProgramArguments;
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
