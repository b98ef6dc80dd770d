//===- Verify.cpp - Running a program and comparing -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Measure/Verify.h"

#include "cuda-memlint/Hardware/Harness/HarnessFile.h"
#include "cuda-memlint/Hardware/Measure/InstrumentedRun.h"
#include "cuda-memlint/Hardware/Measure/LaunchPairing.h"
#include "cuda-memlint/Hardware/Toolchain/MeasurementError.h"
#include "cuda-memlint/Launch/ProgramArguments.h"
#include "cuda-memlint/Model/FileAnalysis.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

using Cause = MeasurementError::Cause;

/// Whether kernels of \p File were measured, and none of their instructions has a line.
static bool lacksLines(const FileAnalysis &File, const Measurement &Measured) {
  bool AnyOfFile = false;
  for (const LaunchMeasurement &Launch : Measured.Launches) {
    if (!findKernel(File, Launch.Kernel))
      continue;
    AnyOfFile = true;
    if (any_of(Launch.Instructions,
               [](const InstructionCount &Each) { return !Each.Lines.empty(); }))
      return false;
  }
  return AnyOfFile;
}

static Expected<FileComparison> verifyBuild(const FileAnalysis &File, FilePrograms &Programs,
                                            ProgramLaunches &Launches, bool Debug) {
  // Before anything is built.
  if (Expected<std::string> Profiler = Programs.tools().ncu(); !Profiler)
    return make_error<MeasurementError>(Cause::ProfilerMissing, toString(Profiler.takeError()));
  Expected<RunnableProgram> Program = Programs.runnable(Debug);
  if (!Program)
    return Program.takeError();
  // In any case before the run that is measured: each of them would have to wait for the other's
  // end.
  Launches.record();
  const VerifyOptions &Options = Programs.options();
  ProfileRequest Profile;
  Profile.Program = std::move(Program->Program);
  Profile.Arguments = std::move(Program->Arguments);
  Profile.WorkingDirectory = std::move(Program->Folder);
  Profile.Launches = Options.launchesOfShape();
  Profile.Expected = Launches.measured();
  Profile.Signal = Launches.signal();
  Profile.Waiting = Options.Waiting;
  Profile.BetweenMarks = File.GeneratedMain != nullptr;
  Profile.TimeLimit = std::chrono::seconds(Options.TimeoutSeconds);
  Expected<Measurement> Measured = profileProgram(Programs.tools(), Profile, Programs.folder());
  if (!Measured)
    return Measured.takeError();
  if (!Options.Command.empty()) {
    Measured->Command = argumentsText(Options.Command);
    if (lacksLines(File, *Measured))
      return make_error<MeasurementError>(
          Cause::NothingProfiled, "the kernels of '" + File.Path + "' that '" + Measured->Command +
                                      "' ran have no line information: build them with -lineinfo");
  }
  return compareWithMeasurement(File, *Measured, Launches.recorded());
}

/// \p Why, unless \p Method allows a copy to count where counters cannot be read: then
/// \p Reason says why they cannot.
static Error useCopyInstead(const MeasurementError &Why, VerifyMethod Method, std::string &Reason) {
  bool MayDoWithout = Method == VerifyMethod::Automatic &&
                      (Why.cause() == Cause::NoPermission || Why.cause() == Cause::ProfilerMissing);
  if (!MayDoWithout)
    return make_error<MeasurementError>(Why);
  Reason = Why.message();
  return Error::success();
}

Expected<FileVerification>
verifyByMethod(const FileAnalysis &File, const VerifyOptions &Options,
               function_ref<Expected<FileComparison>(bool Debug)> Counters,
               function_ref<Expected<FileComparison>()> Copy) {
  FileVerification Result;
  Result.File = &File;
  VerifyMethod Method = Options.Method;
  for (bool Debug : {false, true}) {
    if (Method == VerifyMethod::Instrumentation || (Debug && !Options.Debug))
      break;
    Expected<FileComparison> Build = Counters(Debug);
    if (Build) {
      Result.Builds.push_back(std::move(*Build));
      continue;
    }
    if (Error Left = handleErrors(Build.takeError(), [&](const MeasurementError &Why) {
          return useCopyInstead(Why, Method, Result.WithoutCounters);
        }))
      return std::move(Left);
    break;
  }
  if (Method == VerifyMethod::Instrumentation || Method == VerifyMethod::Both ||
      !Result.WithoutCounters.empty()) {
    Expected<FileComparison> Counted = Copy();
    if (!Counted)
      return Counted.takeError();
    Result.Builds.push_back(std::move(*Counted));
  }
  return Result;
}

Expected<FileVerification> verifyFile(FileAnalysis &File, FilePrograms &Programs,
                                      ProgramLaunches &Launches) {
  const VerifyOptions &Options = Programs.options();
  if (Error Failure = ensureMain(File, Options))
    return std::move(Failure);
  Expected<FileVerification> Result = verifyByMethod(
      File, Options, [&](bool Debug) { return verifyBuild(File, Programs, Launches, Debug); },
      [&] {
        Launches.record();
        return verifyByInstrumentation(File, Options, Programs.tools(), Programs.folder(),
                                       Launches.recorded());
      });
  if (Result)
    Result->WithoutRecording = Launches.problem();
  if (!Result && File.GeneratedMain)
    return explainGeneratedMain(Result.takeError());
  return Result;
}

} // namespace memlint
