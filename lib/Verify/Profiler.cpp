//===- Profiler.cpp - Measuring a program with Nsight Compute -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Verify/Profiler.h"

#include "ToolText.h"

#include "cuda-memlint/Verify/Process.h"
#include "cuda-memlint/Verify/ProfilerReport.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace memlint {

using Cause = MeasurementError::Cause;

/// Per instruction, but for the last two. The derived metrics
/// (derived__memory_l2_theoretical_sectors_global_excessive and the like) cannot be
/// collected by name; these are what they are made of.
static constexpr StringRef Metrics =
    "memory_l2_theoretical_sectors_global,memory_l2_theoretical_sectors_global_ideal,"
    "memory_l1_wavefronts_shared,memory_l1_wavefronts_shared_ideal,"
    "inst_executed,thread_inst_executed_true,memory_access_size_type,"
    "sm__idc_divergent_instruction_replays.sum,idc__requests.sum";

/// Printing a page of a large report takes a while, hanging is none of its habits.
static constexpr std::chrono::minutes ExportTimeLimit(10);

static Error failure(Cause Why, const Twine &Message) {
  return make_error<MeasurementError>(Why, Message);
}

/// The lines of \p Text that the profiler printed, or else those of the program.
static std::string linesOf(StringRef Text, bool OfProfiler) {
  std::string Result;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    if (Line.starts_with("==") == OfProfiler)
      Result += (Line + "\n").str();
  }
  return Result;
}

/// What the profiler marks as errors in its lines.
static std::string errorsOf(StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    if (Line.consume_front("==ERROR=="))
      Result += (Line.trim() + "\n").str();
  }
  return Result;
}

/// The last lines that the program printed.
static std::string endOfOutput(StringRef Text) {
  constexpr unsigned MaximumLines = 5;
  std::string Lines = linesOf(Text, /*OfProfiler=*/false);
  StringRef All = StringRef(Lines).rtrim();
  size_t Start = All.size();
  for (unsigned Count = 0; Count != MaximumLines && Start != StringRef::npos; ++Count)
    Start = All.take_front(Start).rfind('\n');
  return indentedLines(Start == StringRef::npos ? All : All.drop_front(Start), MaximumLines);
}

static Error noDevice() {
  return failure(Cause::NoDevice, "there is no NVIDIA GPU here, or its driver is not loaded: run "
                                  "this on a machine that has one");
}

/// What a run under the profiler ended in; success when its report can be read.
static Error judgeRun(const Toolchain &Tools, const ProfileRequest &Request,
                      const ProcessResult &Ran) {
  std::string Text = Ran.Output + "\n" + Ran.Errors;
  std::string OfProfiler = linesOf(Text, /*OfProfiler=*/true);
  StringRef All = OfProfiler;
  if (All.contains("ERR_NVGPUCTRPERM"))
    return failure(
        Cause::NoPermission,
        "the driver does not let this user read the GPU's counters (ERR_NVGPUCTRPERM): as "
        "administrator, load the driver with the option NVreg_RestrictProfilingToAdminUsers=0 "
        "(https://developer.nvidia.com/ERR_NVGPUCTRPERM) or run this as root; in a container, "
        "start it with --cap-add=SYS_ADMIN");
  if (Ran.How == ProcessResult::Ending::TimedOut)
    return failure(Cause::TimeLimit, "the program " + describeEnding(Ran, Request.TimeLimit) +
                                         " under the profiler: let it run longer with "
                                         "--verify-timeout, or give it less to do with --args" +
                                         endOfOutput(Text));
  bool NothingProfiled = All.contains("No kernels were profiled");
  if (Ran.succeeded() && !NothingProfiled)
    return Error::success();
  if (!Tools.hasDevice())
    return noDevice();

  SmallVector<StringRef, 2> Matches;
  bool ProfilerGaveUp = All.contains("An error occurred while trying to profile") ||
                        All.contains("An error was reported by the driver") ||
                        All.contains("driver is not compatible with Nsight Compute");
  if (!ProfilerGaveUp &&
      Regex("The application returned an error code \\(([0-9]+)\\)").match(All, &Matches))
    return failure(Cause::ProgramFailed, "the program ended with code " + Matches[1] +
                                             ": it must run to its end with code 0 to be measured" +
                                             endOfOutput(Text));
  if (All.contains("does not exist or is not an executable"))
    return failure(Cause::ProgramMissing,
                   "the program '" + Request.Program.Path + "' cannot be run");
  if (NothingProfiled && !ProfilerGaveUp)
    return failure(Cause::NothingProfiled,
                   "no kernels were profiled: either the program launched none, or none that this "
                   "GPU can run (--arch must name its architecture)" +
                       endOfOutput(Text));
  std::string Errors = errorsOf(All);
  constexpr unsigned MaximumLines = 5;
  return failure(Cause::ProfilerFailed,
                 "Nsight Compute failed: ncu " + describeEnding(Ran, Request.TimeLimit) +
                     (Errors.empty() ? endOfOutput(Text) : indentedLines(Errors, MaximumLines)));
}

/// Prints a page of \p Report and returns its text.
static Expected<std::unique_ptr<MemoryBuffer>> exportPage(StringRef Ncu, StringRef Report,
                                                          ArrayRef<std::string> Page,
                                                          const WorkFolder &Folder,
                                                          StringRef Output) {
  ProcessRequest Process;
  Process.Program = Ncu.str();
  Process.Arguments = {"--import", Report.str(), "--csv", "--print-units", "base", "--page"};
  Process.Arguments.insert(Process.Arguments.end(), Page.begin(), Page.end());
  Process.Environment = {{"TMPDIR", Folder.path().str()}};
  Process.TimeLimit = ExportTimeLimit;
  Process.OutputFile = Folder.file(Output);
  Expected<ProcessResult> Ran = runProcess(Process);
  if (!Ran)
    return Ran.takeError();
  if (!Ran->succeeded())
    return failure(Cause::ProfilerFailed, "Nsight Compute cannot print its report: ncu " +
                                              describeEnding(*Ran, ExportTimeLimit) +
                                              indentedLines(Ran->Errors, 5));
  if (Ran->OutputTruncated)
    return failure(Cause::ProfilerFailed, "the profiler's report is too large to read: measure "
                                          "fewer launches");
  auto Text = MemoryBuffer::getFile(Process.OutputFile);
  if (!Text)
    return createStringError("cannot read '" + Process.OutputFile +
                             "': " + Text.getError().message());
  return std::move(*Text);
}

/// As the kernel module says; empty where it says nothing.
static std::string driverVersion() {
  auto Text = MemoryBuffer::getFileAsStream("/proc/driver/nvidia/version");
  SmallVector<StringRef, 1> Matches;
  if (!Text || !Regex("[0-9]+\\.[0-9.]*[0-9]").match((*Text)->getBuffer(), &Matches))
    return "";
  return Matches[0].str();
}

Expected<Measurement> profileProgram(const Toolchain &Tools, const ProfileRequest &Request,
                                     const WorkFolder &Folder) {
  Expected<std::string> Ncu = Tools.ncu();
  if (!Ncu)
    return Ncu.takeError();
  if (!sys::fs::can_execute(Request.Program.Path))
    return failure(Cause::ProgramMissing,
                   "the program '" + Request.Program.Path + "' is not there, or cannot be run");

  std::string Report = Folder.file(sys::path::filename(Request.Program.Path) + ".report");
  ProcessRequest Process;
  Process.Program = *Ncu;
  Process.Arguments = {"--clock-control",
                       "none",
                       "--metrics",
                       Metrics.str(),
                       "--import-source",
                       "yes",
                       "-c",
                       std::to_string(Request.Launches),
                       "-f",
                       "-o",
                       Report,
                       Request.Program.Path};
  Process.Arguments.insert(Process.Arguments.end(), Request.Arguments.begin(),
                           Request.Arguments.end());
  Process.WorkingDirectory = Request.WorkingDirectory;
  // No TMPDIR of its own: by a file in the common one several profilers wait for each
  // other, and without it all but one fail.
  Process.TimeLimit = Request.TimeLimit;
  Expected<ProcessResult> Ran = runProcess(Process);
  if (!Ran)
    return Ran.takeError();
  if (Error Failure = judgeRun(Tools, Request, *Ran))
    return std::move(Failure);

  // Newer versions compress it.
  std::string Written;
  for (const char *Extension : {".ncu-rep", ".ncu-repz"})
    if (sys::fs::exists(Report + Extension))
      Written = Report + Extension;
  if (Written.empty())
    return failure(Cause::ProfilerFailed, "Nsight Compute wrote no report" +
                                              endOfOutput(Ran->Output + "\n" + Ran->Errors));
  auto Source = exportPage(*Ncu, Written, {"source", "--print-source", "cuda,sass"}, Folder,
                           sys::path::filename(Report).str() + ".source.csv");
  if (!Source)
    return Source.takeError();
  auto Raw =
      exportPage(*Ncu, Written, {"raw"}, Folder, sys::path::filename(Report).str() + ".raw.csv");
  if (!Raw)
    return Raw.takeError();
  Expected<Measurement> Result = parseProfilerReport((*Source)->getBuffer(), (*Raw)->getBuffer());
  if (!Result)
    return failure(Cause::ProfilerFailed, toString(Result.takeError()));
  Result->Driver = driverVersion();
  Result->Toolkit = Request.Program.Toolkit;
  Result->Profiler = versionOf(*Ncu, "Version ");
  Result->Build = Request.Program.Command;
  return Result;
}

} // namespace memlint
