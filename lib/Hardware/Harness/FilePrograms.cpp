//===- FilePrograms.cpp - What is built of one file -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Harness/FilePrograms.h"

#include "cuda-memlint/Hardware/Harness/HarnessFile.h"
#include "cuda-memlint/Hardware/Toolchain/NvccOptions.h"
#include "cuda-memlint/Model/FileAnalysis.h"

using namespace llvm;

namespace memlint {

bool FilePrograms::hasGeneratedMain() const {
  return File->GeneratedMain || needsMain(*File, Options);
}

FilePrograms::FilePrograms(const FileAnalysis &File, const VerifyOptions &Options,
                           WorkFolder Folder)
    : File(&File), Options(Options), Tools(ToolSearch::fromEnvironment(Options.CudaPath)),
      Folder(std::move(Folder)) {}

Expected<FilePrograms> FilePrograms::create(const FileAnalysis &File,
                                            const VerifyOptions &Options) {
  Expected<WorkFolder> Folder = WorkFolder::create(Options.Keep);
  if (!Folder)
    return Folder.takeError();
  return FilePrograms(File, Options, std::move(*Folder));
}

Expected<std::string> FilePrograms::source() const {
  if (!hasGeneratedMain())
    return File->Path;
  if (File->GeneratedMain)
    return writeHarness(*File, *File->GeneratedMain, File->Path, Folder, "");
  Expected<Harness> Plan = planHarness(*File);
  if (!Plan)
    return Plan.takeError();
  return writeHarness(*File, *Plan, File->Path, Folder, "");
}

Expected<RunnableProgram> FilePrograms::runnable(bool Debug) {
  RunnableProgram Result;
  Result.Folder = Options.RunFolder;
  if (!Options.Command.empty()) {
    Result.Program.Path = Options.Command.front();
    Result.Arguments = {Options.Command.begin() + 1, Options.Command.end()};
    return std::move(Result);
  }
  if (Error Failure = build(Debug).moveInto(Result.Program))
    return std::move(Failure);
  Result.Arguments = Options.ProgramArguments;
  return std::move(Result);
}

Expected<BuiltProgram> FilePrograms::build(bool Debug) {
  std::optional<BuiltProgram> &Known = Built[Debug];
  if (Known)
    return *Known;
  if (!Failures[Debug].empty())
    return createStringError(Failures[Debug]);
  Expected<std::string> Source = source();
  if (!Source)
    return Source.takeError();
  Expected<BuildRequest> Request = requestBuild(*File, Options);
  if (!Request)
    return Request.takeError();
  Request->Source = std::move(*Source);
  Request->Debug = Debug;
  Request->OnlyWhatIsReached = hasGeneratedMain();
  Expected<BuiltProgram> Program = buildProgram(Tools, *Request, Folder);
  if (!Program) {
    Failures[Debug] = toString(Program.takeError());
    return createStringError(Failures[Debug]);
  }
  return Known.emplace(std::move(*Program));
}

} // namespace memlint
