//===- Verify.cpp - Running a program and comparing -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Measure/Verify.h"

#include "cuda-memlint/Hardware/Harness/HarnessFile.h"
#include "cuda-memlint/Hardware/Measure/InstrumentedRun.h"
#include "cuda-memlint/Hardware/Toolchain/MeasurementError.h"
#include "cuda-memlint/Model/FileAnalysis.h"

using namespace llvm;

namespace memlint {

using Cause = MeasurementError::Cause;

static Expected<FileComparison> verifyBuild(const FileAnalysis &File, FilePrograms &Programs,
                                            bool Debug) {
  Expected<BuiltProgram> Program = Programs.build(Debug);
  if (!Program)
    return Program.takeError();
  const VerifyOptions &Options = Programs.options();
  ProfileRequest Profile;
  Profile.Program = std::move(*Program);
  Profile.Arguments = Options.ProgramArguments;
  Profile.Launches = Options.MaximumLaunches;
  Profile.BetweenMarks = File.GeneratedMain != nullptr;
  Profile.TimeLimit = std::chrono::seconds(Options.TimeoutSeconds);
  Expected<Measurement> Measured = profileProgram(Programs.tools(), Profile, Programs.folder());
  if (!Measured)
    return Measured.takeError();
  return compareWithMeasurement(File, *Measured);
}

static Error verifyByCounters(const FileAnalysis &File, FilePrograms &Programs,
                              std::vector<FileComparison> &Builds) {
  // Before anything is built.
  Expected<std::string> Profiler = Programs.tools().ncu();
  if (!Profiler)
    return make_error<MeasurementError>(Cause::ProfilerMissing, toString(Profiler.takeError()));
  for (bool Debug : {false, true}) {
    if (Debug && !Programs.options().Debug)
      continue;
    Expected<FileComparison> Build = verifyBuild(File, Programs, Debug);
    if (!Build)
      return Build.takeError();
    Builds.push_back(std::move(*Build));
  }
  return Error::success();
}

Expected<FileVerification> verifyFile(FileAnalysis &File, FilePrograms &Programs) {
  const VerifyOptions &Options = Programs.options();
  if (Error Failure = ensureMain(File, Options))
    return std::move(Failure);
  FileVerification Result;
  Result.File = &File;
  bool ByCopy =
      Options.Method == VerifyMethod::Instrumentation || Options.Method == VerifyMethod::Both;
  if (Options.Method != VerifyMethod::Instrumentation)
    if (Error Failure = verifyByCounters(File, Programs, Result.Builds)) {
      Error Left = handleErrors(std::move(Failure), [&](const MeasurementError &Why) {
        return useCopyInstead(Why, Options.Method, Result.WithoutCounters);
      });
      if (Left)
        return File.GeneratedMain ? explainGeneratedMain(std::move(Left)) : std::move(Left);
      ByCopy = true;
    }
  if (ByCopy) {
    Expected<FileComparison> Copy =
        verifyByInstrumentation(File, Options, Programs.tools(), Programs.folder());
    if (!Copy)
      return File.GeneratedMain ? explainGeneratedMain(Copy.takeError()) : Copy.takeError();
    Result.Builds.push_back(std::move(*Copy));
  }
  return Result;
}

} // namespace memlint
