//===- SessionPrograms.cpp - What needs nvcc or a GPU ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileRun.h"

#include "cuda-memlint/Hardware/Code/LocalArrayJudgement.h"
#include "cuda-memlint/Hardware/Code/RestrictedCode.h"
#include "cuda-memlint/Hardware/Harness/HarnessFile.h"
#include "cuda-memlint/Session/Session.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// The failures of one file, each told once.
class FailureReport {
public:
  explicit FailureReport(function_ref<void(StringRef)> Report) : Report(Report) {}

  void add(Error Failure) {
    std::string Message = toString(std::move(Failure));
    if (Message != Last)
      Report(Message);
    Last = std::move(Message);
  }

  /// Adds the outcome for a file to \p Results; false where it is a failure.
  template <typename Outcome> bool take(Expected<Outcome> Result, std::vector<Outcome> &Results) {
    if (Result)
      Results.push_back(std::move(*Result));
    else
      add(Result.takeError());
    return bool(Result);
  }

private:
  function_ref<void(StringRef)> Report;
  std::string Last;
};

/// Everything that runs is built by nvcc, for NVIDIA's devices.
static Error refuseAmd(const FileAnalysis &File) {
  if (File.IsHip)
    return createStringError("'" + File.Path +
                             "' is written in HIP, which nvcc does not compile: nothing is built "
                             "or measured");
  Expected<const TargetModel *> Target = findTarget(File.Target);
  if (!Target)
    return Target.takeError();
  return (*Target)->Shape.IsAmd ? createStringError("nothing is built or measured for " +
                                                    File.Target + ", which is a device of AMD")
                                : Error::success();
}

/// What the programs of \p File are built with; one of \p Wanted is set.
static VerifyOptions optionsFor(const FileAnalysis &File, const WantedPrograms &Wanted,
                                const DriverOptions &Driver) {
  VerifyOptions Options = *(Wanted.Code       ? Wanted.Code
                            : Wanted.Sanitize ? Wanted.Sanitize
                                              : Wanted.Verify);
  if (const FileSettings *Settings = Driver.settingsOf(File.Path)) {
    DriverOptions OfFile = Driver.forFile(File.Path);
    Options.ProgramArguments = OfFile.Arguments.value_or(std::vector<std::string>());
    Options.Frontend = OfFile.Frontend;
    Options.CompileArguments = Settings->CompileArguments;
    Options.Checks = OfFile.Checks;
  }
  return Options;
}

/// Adds the outcome of a run; false where it failed or was cut short, which is reported.
bool Session::takeVerification(const FileAnalysis &File, Expected<FileVerification> Result,
                               FailureReport &Failures) {
  if (!Failures.take(std::move(Result), Results.Verified))
    return false;
  bool Whole = true;
  for (const FileComparison &Build : Results.Verified.back().Builds) {
    if (Build.Run.CutShort.empty())
      continue;
    Failures.add(createStringError(describeCutShort(File, Build)));
    Whole = false;
  }
  return Whole;
}

/// The programs of the file of that number, which are built when they are asked for.
Expected<FileRun &> Session::runOf(size_t Number) {
  Runs.resize(Files.size());
  std::unique_ptr<FileRun> &Run = Runs[Number];
  if (!Run) {
    const FileAnalysis &File = Files[Number];
    if (Error Failure = refuseAmd(File))
      return std::move(Failure);
    Expected<FilePrograms> Programs =
        FilePrograms::create(File, optionsFor(File, Options.Programs, Options.Driver));
    if (!Programs)
      return Programs.takeError();
    Run = std::make_unique<FileRun>(std::move(*Programs));
  }
  return *Run;
}

/// Whether a run of these programs would be measured, as far as that is known before they are
/// built.
static bool canBeMeasured(const FilePrograms &Programs) {
  if (Programs.options().Method != VerifyMethod::Counters)
    return true;
  return !errorToBool(Programs.tools().ncu().takeError());
}

void Session::recordPrograms() {
  for (auto [Number, File] : enumerate(Files)) {
    if (File.Parsed == ParseState::Not || !Options.Driver.forFile(File.Path).Recordings.empty())
      continue;
    Expected<FileRun &> Run = runOf(Number);
    if (!Run) {
      // Whoever runs the programs says so.
      consumeError(Run.takeError());
      continue;
    }
    if (!canBeMeasured(Run->Programs))
      continue;
    Run->Launches.record();
    if (!Run->Launches.recorded().empty())
      Options.Driver.RunOfFile[File.Path] = Run->Launches.recorded();
  }
  if (!Options.Driver.RunOfFile.empty())
    analyse();
}

bool Session::runPrograms(size_t Number, function_ref<void(StringRef)> Report) {
  const WantedPrograms &Wanted = Options.Programs;
  FailureReport Failures(Report);
  Expected<FileRun &> Run = runOf(Number);
  if (!Run) {
    Failures.add(Run.takeError());
    return false;
  }
  FileAnalysis &File = Files[Number];
  FilePrograms &Programs = Run->Programs;
  bool Done = true;
  // What it says of findings comes before others look at them.
  if (Wanted.Code) {
    bool Compiled = Failures.take(generateFileCode(File, Programs), Results.Others.Code);
    Done &= Compiled;
    if (Compiled) {
      judgeLocalArrays(File, Results.Others.Code.back().Report);
      if (Error Failure = noteRestrictedCode(File, Programs)) {
        Failures.add(std::move(Failure));
        Done = false;
      }
    }
  }
  if (Wanted.Verify)
    Done &= takeVerification(File, verifyFile(File, Programs, Run->Launches), Failures);
  // What nvcc does not build once, it does not build twice.
  if (Wanted.Sanitize && !Programs.failed())
    Done &= Failures.take(sanitizeFile(File, Programs, Wanted.Sanitizers), Results.Others.Hazards);
  if (Programs.options().Keep)
    Results.Kept.push_back({File.Path, Programs.folder().path().str()});
  Runs[Number].reset();
  return Done;
}

Expected<FileVerification> Session::importResults(const BundleProgram &Program,
                                                  FileAnalysis &File) const {
  if (!Program.Main.empty()) {
    VerifyOptions OfProgram = Options.Imported->Options;
    OfProgram.GenerateMain = true;
    OfProgram.Checks = Options.Driver.Checks;
    OfProgram.Budget = Options.Driver.Budget;
    if (Error Failure = ensureMain(File, OfProgram))
      return std::move(Failure);
  }
  return memlint::importResults(*Options.Imported, Program, File);
}

bool Session::runPrograms(function_ref<void(StringRef)> Report) {
  bool Done = true;
  for (auto [Index, File] : enumerate(Files)) {
    if (File.Parsed == ParseState::Not)
      continue;
    if (Options.Imported) {
      FailureReport Failures(Report);
      Done &=
          takeVerification(File, importResults(Options.Imported->Programs[Index], File), Failures);
    } else if (Options.Programs.any())
      Done &= runPrograms(Index, Report);
  }
  return Done;
}

Error Session::writeBundle(StringRef Folder, ArrayRef<std::string> Launches) {
  std::vector<const FileAnalysis *> Analysed;
  for (FileAnalysis &File : Files) {
    if (File.Parsed == ParseState::Not)
      continue;
    if (Error Failure = refuseAmd(File))
      return Failure;
    if (Error Failure = ensureMain(File, *Options.Programs.Verify))
      return Failure;
    Analysed.push_back(&File);
  }
  auto PrintPredictions = [&](raw_ostream &Stream) { printJsonReport(Stream, Files); };
  return emitBundle(Folder, Analysed, *Options.Programs.Verify, Launches, PrintPredictions);
}

} // namespace memlint
