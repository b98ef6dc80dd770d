//===- Profiler.cpp - Measuring a program with Nsight Compute -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Measure/Profiler.h"

#include "ProfilerProgress.h"

#include "cuda-memlint/Hardware/Measure/CutShortRun.h"
#include "cuda-memlint/Hardware/Measure/ProfilerReport.h"
#include "cuda-memlint/Hardware/Measure/ProfilerRun.h"
#include "cuda-memlint/Hardware/Toolchain/MeasurementError.h"
#include "cuda-memlint/Hardware/Toolchain/ToolText.h"
#include "cuda-memlint/Process/MachineLock.h"
#include "cuda-memlint/Process/Process.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

using Cause = MeasurementError::Cause;

/// Printing a page of a large report takes a while, hanging is none of its habits.
static constexpr std::chrono::minutes ExportTimeLimit(10);

/// An interrupted profiler writes what it has measured, and ends: on an H100, in a second.
static constexpr std::chrono::seconds InterruptGrace(10);

Expected<ProcessResult> runAlone(const ProcessRequest &Process,
                                 const std::function<void()> &Waiting) {
  MachineLock Lock("cuda-memlint-profiler", [&] {
    if (Waiting)
      Waiting();
  });
  return runProcess(Process);
}

/// Prints a page of \p Report and returns its text.
static Expected<std::unique_ptr<MemoryBuffer>> exportPage(StringRef Ncu, StringRef Report,
                                                          ReportPage Page, const WorkFolder &Folder,
                                                          StringRef Output) {
  ProcessRequest Process;
  Process.Program = Ncu.str();
  Process.Arguments = exportArguments(Report, Page);
  Process.Environment = {{"TMPDIR", Folder.path().str()}};
  Process.TimeLimit = ExportTimeLimit;
  Process.OutputFile = Folder.file(Output);
  Expected<ProcessResult> Ran = runProcess(Process);
  if (!Ran)
    return Ran.takeError();
  if (!Ran->succeeded())
    return make_error<MeasurementError>(Cause::ProfilerFailed,
                                        "Nsight Compute cannot print its report: ncu " +
                                            describeEnding(*Ran, ExportTimeLimit) +
                                            indentedLines(Ran->Errors, 5));
  if (Ran->OutputTruncated)
    return make_error<MeasurementError>(Cause::ProfilerFailed,
                                        "the profiler's report is too large to read: measure "
                                        "fewer launches");
  return readText(Process.OutputFile);
}

/// As the kernel module says; empty where it says nothing.
static std::string driverVersion() {
  auto Text = MemoryBuffer::getFileAsStream("/proc/driver/nvidia/version");
  return Text ? driverVersionIn((*Text)->getBuffer()) : "";
}

Expected<Measurement> measurementOf(StringRef SourcePage, StringRef RawPage,
                                    const BuiltProgram &Program, std::string Driver,
                                    std::string Profiler) {
  Expected<Measurement> Result = parseProfilerReport(SourcePage, RawPage);
  if (!Result)
    return make_error<MeasurementError>(Cause::ProfilerFailed, toString(Result.takeError()));
  Result->Driver = std::move(Driver);
  Result->Toolkit = Program.Toolkit;
  Result->Profiler = std::move(Profiler);
  Result->Build = Program.Command;
  return Result;
}

/// Reads the report of a run that printed \p Printed; \p Report is its path without the extension.
static Expected<Measurement> readReport(StringRef Ncu, const std::string &Report,
                                        const BuiltProgram &Program, const WorkFolder &Folder,
                                        StringRef Printed) {
  // Newer versions compress it.
  std::string Written;
  for (const char *Extension : {".ncu-rep", ".ncu-repz"})
    if (sys::fs::exists(Report + Extension))
      Written = Report + Extension;
  if (Written.empty())
    return make_error<MeasurementError>(Cause::ProfilerFailed, "Nsight Compute wrote no report" +
                                                                   endOfProgramOutput(Printed));
  auto Source = exportPage(Ncu, Written, ReportPage::Source, Folder,
                           sys::path::filename(Report).str() + ".source.csv");
  if (!Source)
    return Source.takeError();
  auto Raw = exportPage(Ncu, Written, ReportPage::Raw, Folder,
                        sys::path::filename(Report).str() + ".raw.csv");
  if (!Raw)
    return Raw.takeError();
  return measurementOf((*Source)->getBuffer(), (*Raw)->getBuffer(), Program, driverVersion(),
                       versionOf(Ncu, "Version "));
}

Expected<Measurement> profileProgram(const Toolchain &Tools, const ProfileRequest &Request,
                                     const WorkFolder &Folder) {
  Expected<std::string> Ncu = Tools.ncu();
  if (!Ncu)
    return Ncu.takeError();
  if (Error Failure = checkProgram(Request.Program.Path))
    return std::move(Failure);

  std::string Report = Folder.file(sys::path::filename(Request.Program.Path) + ".report");
  ProcessRequest Process;
  Process.Program = *Ncu;
  Process.Arguments = profilerArguments(Request.Launches, Report, Request.BetweenMarks);
  Process.Arguments.push_back(Request.Program.Path);
  append_range(Process.Arguments, Request.Arguments);
  Process.WorkingDirectory = Request.WorkingDirectory;
  // No TMPDIR of its own: by a file in the common one several profilers wait for each
  // other, and without it all but one fail.
  Process.TimeLimit = Request.TimeLimit;
  Process.InterruptGrace = InterruptGrace;
  ProfilerProgress Progress(Request.Expected);
  Process.TimeLeft = [&](StringRef Printed) { return Progress.timeLeft(Printed); };
  Expected<ProcessResult> Ran = runAlone(Process, Request.Waiting);
  if (!Ran)
    return Ran.takeError();
  // Then it was ended on purpose.
  bool IsComplete = Ran->Outcome == ProcessResult::Ending::TimedOut && Progress.hasMeasuredAll();
  Expected<CutShortRun> Ended =
      CutShortRun::of(IsComplete ? Error::success()
                                 : judgeProfilerRun(*Ran, Request.TimeLimit, Request.Program.Path,
                                                    Tools.hasDevice(), Request.Signal));
  if (!Ended)
    return Ended.takeError();
  return Ended->complete(
      readReport(*Ncu, Report, Request.Program, Folder, Ran->Output + "\n" + Ran->Errors));
}

} // namespace memlint
