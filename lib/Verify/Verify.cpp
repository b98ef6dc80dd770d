//===- Verify.cpp - Running a program and comparing -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Verify/Verify.h"

#include "HarnessFile.h"
#include "InstrumentedRun.h"
#include "NvccOptions.h"

#include "cuda-memlint/Verify/MeasurementError.h"
#include "cuda-memlint/Verify/Profiler.h"

using namespace llvm;

namespace memlint {

using Cause = MeasurementError::Cause;

static Expected<FileComparison> verifyBuild(const FileAnalysis &File, const VerifyOptions &Options,
                                            bool Debug, const Toolchain &Tools,
                                            const WorkFolder &Folder) {
  BuildRequest Build;
  Expected<std::string> Source = sourceToBuild(File, Folder);
  if (!Source)
    return Source.takeError();
  Build.Source = std::move(*Source);
  Build.Architecture = File.Target;
  Build.Debug = Debug;
  Build.OnlyWhatIsReached = File.GeneratedMain != nullptr;
  Expected<std::vector<std::string>> Given = buildOptions(File, Options);
  if (!Given)
    return Given.takeError();
  Build.Options = std::move(*Given);
  Build.TimeLimit = std::chrono::seconds(Options.TimeoutSeconds);
  Expected<BuiltProgram> Program = buildProgram(Tools, Build, Folder);
  if (!Program)
    return Program.takeError();
  ProfileRequest Profile;
  Profile.Program = std::move(*Program);
  Profile.Arguments = Options.ProgramArguments;
  Profile.Launches = Options.MaximumLaunches;
  Profile.BetweenMarks = File.GeneratedMain != nullptr;
  Profile.TimeLimit = std::chrono::seconds(Options.TimeoutSeconds);
  Expected<Measurement> Measured = profileProgram(Tools, Profile, Folder);
  if (!Measured)
    return Measured.takeError();
  return compareWithMeasurement(File, *Measured);
}

static Error verifyByCounters(const FileAnalysis &File, const VerifyOptions &Options,
                              const Toolchain &Tools, const WorkFolder &Folder,
                              std::vector<FileComparison> &Builds) {
  // Before anything is built.
  Expected<std::string> Profiler = Tools.ncu();
  if (!Profiler)
    return make_error<MeasurementError>(Cause::ProfilerMissing, toString(Profiler.takeError()));
  for (bool Debug : {false, true}) {
    if (Debug && !Options.Debug)
      continue;
    Expected<FileComparison> Build = verifyBuild(File, Options, Debug, Tools, Folder);
    if (!Build)
      return Build.takeError();
    Builds.push_back(std::move(*Build));
  }
  return Error::success();
}

bool needsMain(const FileAnalysis &File, const VerifyOptions &Options) {
  return Options.GenerateMain || (!File.HasMain && !namesOtherParts(Options.CompileArguments));
}

Error ensureMain(FileAnalysis &File, const VerifyOptions &Options) {
  if (File.GeneratedMain || !needsMain(File, Options))
    return Error::success();
  Expected<Harness> Plan = planHarness(File, Options.Frontend);
  if (!Plan)
    return Plan.takeError();
  if (Error Failure = adoptHarness(File, *Plan, Options.Checks, Options.Budget))
    return Failure;
  File.GeneratedMain = std::make_shared<const Harness>(std::move(*Plan));
  return Error::success();
}

Expected<FileVerification> verifyFile(FileAnalysis &File, const VerifyOptions &Options) {
  if (Error Failure = ensureMain(File, Options))
    return std::move(Failure);
  Toolchain Tools(ToolSearch::fromEnvironment(Options.CudaPath));
  Expected<WorkFolder> Folder = WorkFolder::create(Options.Keep);
  if (!Folder)
    return Folder.takeError();
  FileVerification Result;
  Result.File = &File;
  if (Options.Keep)
    Result.KeptFolder = Folder->path().str();
  bool ByCopy =
      Options.Method == VerifyMethod::Instrumentation || Options.Method == VerifyMethod::Both;
  if (Options.Method != VerifyMethod::Instrumentation)
    if (Error Failure = verifyByCounters(File, Options, Tools, *Folder, Result.Builds)) {
      Error Left = handleErrors(std::move(Failure), [&](const MeasurementError &Why) {
        return useCopyInstead(Why, Options.Method, Result.WithoutCounters);
      });
      if (Left)
        return File.GeneratedMain ? explainGeneratedMain(std::move(Left)) : std::move(Left);
      ByCopy = true;
    }
  if (ByCopy) {
    Expected<FileComparison> Copy = verifyByInstrumentation(File, Options, Tools, *Folder);
    if (!Copy)
      return File.GeneratedMain ? explainGeneratedMain(Copy.takeError()) : Copy.takeError();
    Result.Builds.push_back(std::move(*Copy));
  }
  return Result;
}

} // namespace memlint
