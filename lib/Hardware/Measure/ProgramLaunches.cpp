//===- ProgramLaunches.cpp - What a program launches ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Measure/ProgramLaunches.h"

#include "cuda-memlint/Hardware/Measure/Profiler.h"
#include "cuda-memlint/Hardware/Record/Recorder.h"
#include "cuda-memlint/Process/Process.h"

using namespace llvm;

namespace memlint {

Error ProgramLaunches::run() {
  Expected<RunnableProgram> Program = Programs.runnable(/*Debug=*/false);
  if (!Program)
    return Program.takeError();
  const VerifyOptions &Options = Programs.options();
  Expected<Recorder> Recording =
      Recorder::create(Programs.tools(), Options.CacheFolder, /*Times=*/true, Programs.folder());
  if (!Recording)
    return Recording.takeError();
  ProcessRequest Process;
  Process.Program = Program->Program.Path;
  Process.Arguments = Program->Arguments;
  Process.WorkingDirectory = Program->Folder;
  Process.Environment = Recording->environment();
  Process.TimeLimit = std::chrono::seconds(Options.TimeoutSeconds);
  // Launches are on disk as soon as they are made, however the program ends.
  Expected<ProcessResult> Ran = runAlone(Process, Options.Waiting);
  if (!Ran)
    return Ran.takeError();
  if (Ran->Outcome == ProcessResult::Ending::Signalled)
    Signal = Ran->Code;
  Expected<ProcessRecording> Read = Recording->read();
  if (!Read)
    return Read.takeError();
  if (Read->Launches.Kernels.empty())
    return createStringError(Read->Problems.empty()
                                 ? "the program " + describeEnding(*Ran, Process.TimeLimit) +
                                       " and launched no kernel"
                                 : Read->Problems.front());
  // A run that was cut short may go on to others.
  if (Read->Processes == 1 && Ran->succeeded())
    Measured = countFirstLaunches(Read->Launches, Options.launchesOfShape());
  Recorded.push_back(std::make_shared<const RecordedLaunches>(std::move(Read->Launches)));
  return Error::success();
}

void ProgramLaunches::record() {
  if (IsDone || Programs.hasGeneratedMain() || !Programs.options().Record)
    return;
  IsDone = true;
  if (Error Failure = run())
    Problem = toString(std::move(Failure));
}

} // namespace memlint
