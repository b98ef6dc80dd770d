//===- InstrumentedRun.cpp - Building and running a copy that counts ------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Measure/InstrumentedRun.h"

#include "InstrumentedComparison.h"

#include "cuda-memlint/Frontend/PathList.h"
#include "cuda-memlint/Hardware/Harness/HarnessFile.h"
#include "cuda-memlint/Hardware/Instrument/InstrumentationReport.h"
#include "cuda-memlint/Hardware/Measure/CutShortRun.h"
#include "cuda-memlint/Hardware/Toolchain/MeasurementError.h"
#include "cuda-memlint/Hardware/Toolchain/NvccOptions.h"
#include "cuda-memlint/Hardware/Toolchain/ToolText.h"
#include "cuda-memlint/Model/FileAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

using Cause = MeasurementError::Cause;

static constexpr StringRef Subfolder = "instrumented";

Error writeInstrumentedCopy(const InstrumentedSource &Source, StringRef Folder) {
  auto Write = [Folder](StringRef Name, StringRef Text) {
    SmallString<128> Path(Folder);
    sys::path::append(Path, Name);
    return writeText(Path, Text);
  };
  if (Error Failure = Write(sys::path::filename(Source.Path), Source.Text))
    return Failure;
  for (const InstrumentedHeader &Header : Source.Headers)
    if (Error Failure = Write(Header.Name, Header.Text))
      return Failure;
  for (const EmbeddedFile &File : instrumentationRuntime())
    if (Error Failure = Write(File.Path, StringRef(File.Contents, File.Size)))
      return Failure;
  return Error::success();
}

std::vector<std::string> instrumentedBuildOptions(StringRef OriginalFolder,
                                                  ArrayRef<std::string> Options,
                                                  unsigned Launches) {
  // Blocks of 1,024 threads start where each needs no more registers than this.
  std::vector<std::string> Result = {"-maxrregcount=64",
                                     "-DMEMLINT_LAUNCHES=" + std::to_string(Launches), "-I",
                                     quoteForPathList(OriginalFolder)};
  append_range(Result, Options);
  return Result;
}

static Expected<BuiltProgram> buildCopy(const FileAnalysis &File, const VerifyOptions &Options,
                                        const Toolchain &Tools, const WorkFolder &Folder) {
  Expected<BuildRequest> Build = requestBuild(File, Options);
  if (!Build)
    return Build.takeError();
  Build->Source = Folder.file(Subfolder + "/" + sys::path::filename(File.Path));
  Build->OnlyWhatIsReached = File.GeneratedMain != nullptr;
  if (File.GeneratedMain) {
    Expected<std::string> Path =
        writeHarness(File, *File.GeneratedMain, Build->Source, Folder, Subfolder);
    if (!Path)
      return Path.takeError();
    Build->Source = std::move(*Path);
  }
  SmallString<128> Original(File.Path);
  sys::fs::make_absolute(Original);
  Build->Options = instrumentedBuildOptions(sys::path::parent_path(Original), Build->Options,
                                            Options.launchesOfRun());
  return buildProgram(Tools, *Build, Folder);
}

Error judgeInstrumentedRun(const ProcessResult &Ran,
                           std::optional<std::chrono::milliseconds> TimeLimit, bool HasDevice) {
  if (Ran.succeeded())
    return Error::success();
  auto Fail = [&](Cause Why, const Twine &Message) {
    constexpr unsigned MaximumLines = 5;
    return make_error<MeasurementError>(
        Why, Message + indentedLines(Ran.Errors + "\n" + Ran.Output, MaximumLines));
  };
  std::string Ending = "the instrumented program " + describeEnding(Ran, TimeLimit);
  if (Ran.Outcome == ProcessResult::Ending::TimedOut)
    return Fail(Cause::TimeLimit, Ending + ": let it run longer with --verify-timeout, or reduce "
                                           "its work with --args");
  if (!HasDevice)
    return Fail(Cause::NoDevice, NoDeviceMessage);
  return Fail(Cause::ProgramFailed, Ending + ": it must run to its end with code 0 to be measured");
}

/// Runs the program, which writes its counts to \p CountsPath.
static Expected<CutShortRun> runCopy(const BuiltProgram &Program, const VerifyOptions &Options,
                                     const Toolchain &Tools, const std::string &CountsPath) {
  ProcessRequest Process;
  Process.Program = Program.Path;
  Process.Arguments = Options.ProgramArguments;
  Process.WorkingDirectory = Options.RunFolder;
  Process.Environment = {{CountsVariable.str(), CountsPath}};
  Process.TimeLimit = std::chrono::seconds(Options.TimeoutSeconds);
  Expected<ProcessResult> Ran = runProcess(Process);
  if (!Ran)
    return Ran.takeError();
  return CutShortRun::of(judgeInstrumentedRun(*Ran, Process.TimeLimit, Tools.hasDevice()));
}

Expected<FileComparison> compareWithCountsText(const FileAnalysis &File,
                                               const InstrumentedSource &Source, StringRef Text,
                                               const BuiltProgram &Program,
                                               const RecordingList &Recorded) {
  Expected<AccessCounts> Counts = readAccessCounts(Text, Source);
  if (!Counts)
    return Counts.takeError();
  if (Counts->Launches.empty())
    return make_error<MeasurementError>(
        Cause::NothingProfiled, "no kernel of '" + File.Path +
                                    "' ran: either the program launched none, or none that this "
                                    "GPU can run (--arch must name its architecture)");
  FileComparison Result = compareWithCounts(File, Source, *Counts, Recorded);
  Result.Run.Method = MeasuringMethod::Instrumentation;
  Result.Run.Device = Counts->Device;
  Result.Run.ComputeCapability = Counts->ComputeCapability;
  Result.Run.Toolkit = Program.Toolkit;
  Result.Run.Build = Program.Command;
  return Result;
}

Expected<FileComparison> verifyByInstrumentation(const FileAnalysis &File,
                                                 const VerifyOptions &Options,
                                                 const Toolchain &Tools, const WorkFolder &Folder,
                                                 const RecordingList &Recorded) {
  Expected<InstrumentedSource> Source = instrumentedCopy(File);
  if (!Source)
    return Source.takeError();
  if (Error Failure = writeInstrumentedCopy(*Source, Folder.file(Subfolder)))
    return std::move(Failure);
  Expected<BuiltProgram> Program = buildCopy(File, Options, Tools, Folder);
  if (!Program)
    return Program.takeError();
  std::string CountsPath = Folder.file(Subfolder + "/counts.json");
  Expected<CutShortRun> Ended = runCopy(*Program, Options, Tools, CountsPath);
  if (!Ended)
    return Ended.takeError();
  auto ReadCounts = [&]() -> Expected<FileComparison> {
    auto Text = MemoryBuffer::getFile(CountsPath);
    if (!Text)
      return make_error<MeasurementError>(Cause::ProgramFailed, NoCountsMessage);
    return compareWithCountsText(File, *Source, (*Text)->getBuffer(), *Program, Recorded);
  };
  return Ended->complete(ReadCounts());
}

} // namespace memlint
