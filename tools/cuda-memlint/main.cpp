//===- main.cpp - The command ---------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Doctor.h"
#include "HeapSettings.h"
#include "Initialisation.h"
#include "LintRun.h"
#include "Output.h"
#include "OutputConflicts.h"
#include "Recording.h"
#include "RevisionComparison.h"
#include "Serving.h"
#include "StandingBy.h"
#include "Watching.h"

#include "cuda-memlint/Calculator/CostCalculator.h"
#include "cuda-memlint/Frontend/ClangCommands.h"
#include "cuda-memlint/LanguageServer/StandbyRequest.h"
#include "cuda-memlint/Process/ChildRun.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace memlint;

static int run(const LintCommand &Command) {
  provideMemory();
  return runLint(Command);
}

static int run(const RecordCommand &Command) { return runRecord(Command); }

static int run(const DoctorCommand &Command) { return runDoctor(Command); }

static int run(const InitCommand &Command) { return runInit(Command); }

static int run(const ServerCommand &Command) { return runServer(Command); }

static bool checkOutput(const std::string &Output, ArrayRef<std::string> Inputs) {
  Error Conflict = checkOutputs({{"--output", Output}}, Inputs);
  if (!Conflict)
    return true;
  printError(toString(std::move(Conflict)));
  return false;
}

static int run(const CostCommand &Command) {
  if (!checkOutput(Command.Output, {Command.Path}))
    return Failed;
  for (const CostDevice &Each : Command.Devices)
    if (Each.IsOther)
      errs() << "cuda-memlint: note: no cost rules for " << Each.Name << ": it counts as "
             << Each.Target->name() << '\n';
  bool Done = writeOutput(Command.Output, [&](raw_ostream &Stream) {
    return runCostCalculator(Command.Path, Command.Space, Command.Devices, Stream);
  });
  return Done ? NothingFound : Failed;
}

static int run(const ClangCommandsCommand &Command) {
  if (!checkOutput(Command.Output, Command.Paths))
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

static int run(const DiffCommand &Command) {
  if (!Command.OfRevisions && !checkOutput(Command.Output, {Command.Base, Command.Head}))
    return Failed;
  Expected<std::vector<Difference>> All = Command.OfRevisions
                                              ? compareRevisions(Command)
                                              : compareReports({Command.Base}, {Command.Head});
  if (!All) {
    printError("diff: " + toString(All.takeError()));
    return Failed;
  }
  bool Done = writeOutput(Command.Output, [&](raw_ostream &Stream) {
    (Command.AsMarkdown ? printDifferencesAsMarkdown : printDifferences)(Stream, *All);
    return Error::success();
  });
  if (!Done)
    return Failed;
  return any_of(*All, [](const Difference &Each) { return Each.IsForTheWorse; }) ? Found
                                                                                 : NothingFound;
}

static int run(const AnsweredCommand &Command) {
  bool Done = writeOutput(Command.Output, [&](raw_ostream &Stream) {
    Stream << Command.Text;
    return Error::success();
  });
  return Done ? NothingFound : Failed;
}

int main(int ArgumentCount, char **Arguments) {
  keepFreedMemory();
  if (ArgumentCount == 2 && Arguments[1] == lsp::StandbyRequest::Word)
    return standBy();
  Expected<Command> Given = readCommandLine(ArgumentCount, Arguments);
  if (!Given) {
    printError(toString(Given.takeError()));
    return Failed;
  }
  auto Run = [&] { return std::visit([](const auto &Command) { return run(Command); }, *Given); };
  const auto *Lint = std::get_if<LintCommand>(&*Given);
  if (Lint && Lint->Watch)
    return runWatch(*Lint, ArgumentCount, Arguments);
  if (!Lint || !Lint->PreCommit)
    return Run();
  // Versions of pre-commit pass over a hook that a signal ended, as if it had found nothing.
  Expected<int> Code = runInChild(Run);
  if (Code)
    return *Code;
  printError(toString(Code.takeError()));
  return Failed;
}
