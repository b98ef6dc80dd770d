//===- InstrumentedRun.cpp - Building and running a copy that counts ------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstrumentedRun.h"

#include "ToolText.h"

#include "cuda-memlint/Verify/InstrumentationReport.h"
#include "cuda-memlint/Verify/InstrumentedComparison.h"
#include "cuda-memlint/Verify/Process.h"
#include "cuda-memlint/Verify/Profiler.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace memlint {

using Cause = MeasurementError::Cause;

static constexpr StringRef Subfolder = "instrumented";

static Error write(const WorkFolder &Folder, const Twine &Name, StringRef Text) {
  std::string Path = Folder.file(Subfolder + "/" + Name);
  if (std::error_code Code = sys::fs::create_directories(sys::path::parent_path(Path)))
    return createStringError("cannot write '" + Path + "': " + Code.message());
  return writeToOutput(Path, [Text](raw_ostream &Stream) {
    Stream << Text;
    return Error::success();
  });
}

/// The copy, its headers and the run time.
static Error writeCopy(const InstrumentedSource &Source, const WorkFolder &Folder) {
  if (Error Failure = write(Folder, sys::path::filename(Source.Path), Source.Text))
    return Failure;
  for (const InstrumentedHeader &Header : Source.Headers)
    if (Error Failure = write(Folder, Header.Name, Header.Text))
      return Failure;
  for (const EmbeddedFile &File : instrumentationRuntime())
    if (Error Failure = write(Folder, File.Path, StringRef(File.Contents, File.Size)))
      return Failure;
  return Error::success();
}

static Expected<BuiltProgram> buildCopy(const FileAnalysis &File, const VerifyOptions &Options,
                                        const Toolchain &Tools, const WorkFolder &Folder) {
  BuildRequest Build;
  Build.Source = Folder.file(Subfolder + "/" + sys::path::filename(File.Path));
  Build.Architecture = File.Target;
  SmallString<128> Original(File.Path);
  sys::fs::make_absolute(Original);
  // Blocks of 1,024 threads start where each needs no more registers than this.
  Build.Options = {"-maxrregcount=64", "-I", sys::path::parent_path(Original).str()};
  append_range(Build.Options, Options.CompileArguments);
  Build.TimeLimit = std::chrono::seconds(Options.TimeoutSeconds);
  return buildProgram(Tools, Build, Folder);
}

/// The text of the counts that the program wrote.
static Expected<std::unique_ptr<MemoryBuffer>> runCopy(const BuiltProgram &Program,
                                                       const VerifyOptions &Options,
                                                       const Toolchain &Tools,
                                                       const WorkFolder &Folder) {
  std::string CountsPath = Folder.file(Subfolder + "/counts.json");
  ProcessRequest Process;
  Process.Program = Program.Path;
  Process.Arguments = Options.ProgramArguments;
  Process.Environment = {{CountsVariable.str(), CountsPath}};
  Process.TimeLimit = std::chrono::seconds(Options.TimeoutSeconds);
  Expected<ProcessResult> Ran = runProcess(Process);
  if (!Ran)
    return Ran.takeError();
  constexpr unsigned MaximumLines = 5;
  std::string Printed = indentedLines(Ran->Errors + "\n" + Ran->Output, MaximumLines);
  auto Fail = [&](Cause Why, const Twine &Message) {
    return make_error<MeasurementError>(Why, Message + Printed);
  };
  if (Ran->How == ProcessResult::Ending::TimedOut)
    return Fail(Cause::TimeLimit, "the instrumented program " +
                                      describeEnding(*Ran, Process.TimeLimit) +
                                      ": let it run longer with --verify-timeout, or give it less "
                                      "to do with --args");
  if (!Ran->succeeded() && !Tools.hasDevice())
    return Fail(Cause::NoDevice, "there is no NVIDIA GPU here, or its driver is not loaded: run "
                                 "this on a machine that has one");
  if (!Ran->succeeded())
    return Fail(Cause::ProgramFailed, "the instrumented program " +
                                          describeEnding(*Ran, Process.TimeLimit) +
                                          ": it must run to its end with code 0 to be measured");
  auto Counts = MemoryBuffer::getFile(CountsPath);
  if (!Counts)
    return Fail(Cause::ProgramFailed, "the instrumented program wrote no counts: it must end by "
                                      "returning from main or by exit()");
  return std::move(*Counts);
}

Expected<FileComparison> verifyByInstrumentation(const FileAnalysis &File,
                                                 const VerifyOptions &Options,
                                                 const Toolchain &Tools, const WorkFolder &Folder) {
  Expected<InstrumentedSource> Source = instrumentFile(File, Options.Frontend);
  if (!Source)
    return Source.takeError();
  if (Error Failure = writeCopy(*Source, Folder))
    return std::move(Failure);
  Expected<BuiltProgram> Program = buildCopy(File, Options, Tools, Folder);
  if (!Program)
    return Program.takeError();
  Expected<std::unique_ptr<MemoryBuffer>> Text = runCopy(*Program, Options, Tools, Folder);
  if (!Text)
    return Text.takeError();
  Expected<AccessCounts> Counts = readAccessCounts((*Text)->getBuffer(), *Source);
  if (!Counts)
    return Counts.takeError();
  if (Counts->Launches.empty())
    return make_error<MeasurementError>(
        Cause::NothingProfiled, "no kernel of '" + File.Path +
                                    "' ran: either the program launched none, or none that this "
                                    "GPU can run (--arch must name its architecture)");
  FileComparison Result = compareWithCounts(File, *Source, *Counts);
  Result.Run.Method = MeasuringMethod::Instrumentation;
  Result.Run.Device = Counts->Device;
  Result.Run.ComputeCapability = Counts->ComputeCapability;
  Result.Run.Toolkit = Program->Toolkit;
  Result.Run.Build = Program->Command;
  return Result;
}

} // namespace memlint
