//===- Recorder.cpp - Running a program and recording its launches --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Record/Recorder.h"

#include "cuda-memlint/Process/AttachedProcess.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace memlint {

/// What CUDA's driver reads.
static constexpr char InjectionVariable[] = "CUDA_INJECTION64_PATH";

Expected<Recorder> Recorder::create(const Toolchain &Tools, StringRef CacheFolder, bool Times,
                                    const WorkFolder &Folder) {
  if (std::optional<std::string> Other = sys::Process::GetEnv(InjectionVariable);
      Other && !Other->empty())
    return createStringError(Twine(InjectionVariable) + " is set already, to '" + *Other +
                             "': another tool is to be loaded into the program; unset it");
  Expected<RecordingLibrary> Library = findRecordingLibrary(Tools, CacheFolder, Folder);
  if (!Library)
    return Library.takeError();
  Recorder Result;
  Result.Recordings = Folder.file("processes");
  if (std::error_code Code = sys::fs::create_directory(Result.Recordings))
    return createStringError("cannot make the folder '" + Result.Recordings +
                             "': " + Code.message());
  Result.Environment = {{InjectionVariable, Library->Path},
                        {"CUDA_MEMLINT_RECORD_FOLDER", Result.Recordings},
                        {"CUDA_MEMLINT_RECORD_CUPTI", Library->Cupti}};
  if (Times)
    Result.Environment.emplace_back("CUDA_MEMLINT_RECORD_TIMES", "1");
  return std::move(Result);
}

Expected<RecordedRun> recordLaunches(const Toolchain &Tools, const RecordRequest &Request) {
  Expected<WorkFolder> Folder = WorkFolder::create();
  if (!Folder)
    return Folder.takeError();
  Expected<Recorder> Recording =
      Recorder::create(Tools, Request.CacheFolder, Request.Times, *Folder);
  if (!Recording)
    return Recording.takeError();
  Expected<int> ExitCode = runAttached(Request.Command, Recording->environment());
  if (!ExitCode)
    return ExitCode.takeError();
  Expected<ProcessRecording> Recorded = Recording->read();
  if (!Recorded)
    return Recorded.takeError();
  return RecordedRun{std::move(*Recorded), *ExitCode};
}

} // namespace memlint
