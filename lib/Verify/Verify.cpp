//===- Verify.cpp - Running a program and comparing -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Verify/Verify.h"

#include "cuda-memlint/Verify/Profiler.h"

using namespace llvm;

namespace memlint {

static Expected<FileComparison> verifyBuild(const FileAnalysis &File, const VerifyOptions &Options,
                                            bool Debug, const Toolchain &Tools,
                                            const WorkFolder &Folder) {
  BuildRequest Build;
  Build.Source = File.Path;
  Build.Architecture = File.Target;
  Build.Debug = Debug;
  Build.Options = Options.CompileArguments;
  Build.TimeLimit = std::chrono::seconds(Options.TimeoutSeconds);
  Expected<BuiltProgram> Program = buildProgram(Tools, Build, Folder);
  if (!Program)
    return Program.takeError();
  ProfileRequest Profile;
  Profile.Program = std::move(*Program);
  Profile.Arguments = Options.ProgramArguments;
  Profile.Launches = Options.MaximumLaunches;
  Profile.TimeLimit = std::chrono::seconds(Options.TimeoutSeconds);
  Expected<Measurement> Measured = profileProgram(Tools, Profile, Folder);
  if (!Measured)
    return Measured.takeError();
  return compareWithMeasurement(File, *Measured);
}

Expected<FileVerification> verifyFile(const FileAnalysis &File, const VerifyOptions &Options) {
  Toolchain Tools(ToolSearch::fromEnvironment(Options.CudaPath));
  Expected<WorkFolder> Folder = WorkFolder::create(Options.Keep);
  if (!Folder)
    return Folder.takeError();
  FileVerification Result;
  Result.File = &File;
  if (Options.Keep)
    Result.KeptFolder = Folder->path().str();
  for (bool Debug : {false, true}) {
    if (Debug && !Options.Debug)
      continue;
    Expected<FileComparison> Build = verifyBuild(File, Options, Debug, Tools, *Folder);
    if (!Build)
      return Build.takeError();
    Result.Builds.push_back(std::move(*Build));
  }
  return Result;
}

} // namespace memlint
