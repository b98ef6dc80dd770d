//===- SessionPrograms.cpp - What needs nvcc or a GPU ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Code/LocalArrayJudgement.h"
#include "cuda-memlint/Hardware/Code/RestrictedCode.h"
#include "cuda-memlint/Hardware/Harness/HarnessFile.h"
#include "cuda-memlint/Session/Session.h"

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

bool Session::runPrograms(FileAnalysis &File, function_ref<void(StringRef)> Report) {
  const WantedPrograms &Wanted = Options.Programs;
  FailureReport Failures(Report);
  VerifyOptions OfFile = optionsFor(File, Wanted, Options.Driver);
  Expected<FilePrograms> Programs = FilePrograms::create(File, OfFile);
  if (!Programs) {
    Failures.add(Programs.takeError());
    return false;
  }
  bool Done = true;
  // What it says of findings comes before others look at them.
  if (Wanted.Code) {
    bool Compiled = Failures.take(generateFileCode(File, *Programs), Results.Others.Code);
    Done &= Compiled;
    if (Compiled) {
      judgeLocalArrays(File, Results.Others.Code.back().Report);
      if (Error Failure = noteRestrictedCode(File, *Programs)) {
        Failures.add(std::move(Failure));
        Done = false;
      }
    }
  }
  if (Wanted.Verify)
    Done &= takeVerification(File, verifyFile(File, *Programs), Failures);
  // What nvcc does not build once, it does not build twice.
  if (Wanted.Sanitize && !Programs->failed())
    Done &= Failures.take(sanitizeFile(File, *Programs, Wanted.Sanitizers), Results.Others.Hazards);
  if (OfFile.Keep)
    Results.Kept.push_back({File.Path, Programs->folder().path().str()});
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
      Done &= runPrograms(File, Report);
  }
  return Done;
}

Error Session::writeBundle(StringRef Folder, ArrayRef<std::string> Launches) {
  std::vector<const FileAnalysis *> Analysed;
  for (FileAnalysis &File : Files) {
    if (File.Parsed == ParseState::Not)
      continue;
    if (Error Failure = ensureMain(File, *Options.Programs.Verify))
      return Failure;
    Analysed.push_back(&File);
  }
  auto PrintPredictions = [&](raw_ostream &Stream) { printJsonReport(Stream, Files); };
  return emitBundle(Folder, Analysed, *Options.Programs.Verify, Launches, PrintPredictions);
}

} // namespace memlint
