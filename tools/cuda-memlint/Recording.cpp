//===- Recording.cpp - cuda-memlint record --------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recording.h"

#include "LintRun.h"
#include "Output.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Hardware/Record/Recorder.h"
#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

/// What standard error says at the end: "recorded 2 kernels, 3 distinct launches (10,000 in
/// total)".
static std::string describeRecording(const RecordedLaunches &Launches) {
  uint64_t Distinct = 0, All = 0;
  for (const RecordedKernel &Kernel : Launches.Kernels) {
    Distinct += Kernel.Launches.size();
    All += Kernel.Others;
    for (const ProgramLaunch &Each : Kernel.Launches)
      All += Each.Count + Each.Captured;
  }
  return "recorded " + formatNumberOf(Launches.Kernels.size(), "kernel") + ", " +
         formatCount(Distinct) + (Distinct == 1 ? " distinct launch (" : " distinct launches (") +
         formatCount(All) + " in total)";
}

/// Whether the launches could be written.
static bool writeRecording(const RecordCommand &Command, const ProcessRecording &Recording) {
  for (const std::string &Problem : Recording.Problems)
    printError("record: " + Problem);
  if (Recording.DamagedLines != 0)
    errs() << "cuda-memlint: note: " << formatNumberOf(Recording.DamagedLines, "damaged record")
           << " skipped: the folder for temporary files may be full\n";
  if (Recording.Launches.Kernels.empty()) {
    printError("record: no kernel launch was recorded; '" + Command.Output +
               "' was not written (the program made none, has no access to a GPU, or does not use "
               "CUDA's driver)");
    return false;
  }
  bool Done = writeOutput(Command.Output, [&](raw_ostream &Stream) {
    printRecordedLaunches(Stream, Recording.Launches);
    return Error::success();
  });
  if (Done)
    errs() << "cuda-memlint: " << describeRecording(Recording.Launches) << ", in '"
           << printableText(Command.Output) << "'\n";
  return Done;
}

int runRecord(const RecordCommand &Command) {
  // The program may run for hours.
  if (Error Failure = checkWritable(Command.Output)) {
    printError("record: " + toString(std::move(Failure)));
    return Failed;
  }
  Toolchain Tools(ToolSearch::fromEnvironment(Command.CudaPath));
  Expected<RecordedRun> Run =
      recordLaunches(Tools, {Command.Program, Command.CacheFolder, Command.Times});
  if (!Run) {
    printLongError("record: " + toString(Run.takeError()));
    return Failed;
  }
  bool Written = writeRecording(Command, Run->Recording);
  return Run->ExitCode != 0 || Written ? Run->ExitCode : Failed;
}

} // namespace memlint
