//===- ProfilerRun.cpp - How Nsight Compute is run ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Measure/ProfilerRun.h"

#include "cuda-memlint/Hardware/Toolchain/MeasurementError.h"
#include "cuda-memlint/Hardware/Toolchain/ToolText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"

#include <csignal>
#include <cstring>

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

std::string numbersUpTo(unsigned Last) {
  std::string Digits = std::to_string(Last), Prefix, Result = "^(";
  auto AddAny = [&](size_t Count) {
    for (; Count != 0; --Count)
      Result += "[0-9]";
  };
  // Those with fewer digits.
  for (size_t Length = 1; Length < Digits.size(); ++Length) {
    Result += "[1-9]";
    AddAny(Length - 1);
    Result += '|';
  }
  // Those with as many, by the first digit in which they are smaller.
  for (auto [Index, Digit] : enumerate(Digits)) {
    char Least = Index == 0 ? '1' : '0';
    if (Digit > Least) {
      Result += Prefix + "[" + Least + "-" + char(Digit - 1) + "]";
      AddAny(Digits.size() - Index - 1);
      Result += '|';
    }
    Prefix += Digit;
  }
  return Result + Digits + ")$";
}

std::vector<std::string> profilerArguments(unsigned Launches, StringRef Report, bool BetweenMarks) {
  std::vector<std::string> Arguments = {"--clock-control",
                                        "none",
                                        "--metrics",
                                        Metrics.str(),
                                        "--import-source",
                                        "yes",
                                        "--profile-from-start",
                                        BetweenMarks ? "off" : "on"};
  // Not a launch count: it is shared by all kernels of one shape. Launches are numbered for each
  // kernel, and in this mode for each shape.
  if (!BetweenMarks)
    append_range(Arguments,
                 std::initializer_list<std::string>{"--filter-mode", "per-launch-config",
                                                    "--kernel-id", ":::" + numbersUpTo(Launches)});
  append_range(Arguments, std::initializer_list<std::string>{"-f", "-o", Report.str()});
  return Arguments;
}

std::vector<std::string> exportArguments(StringRef Report, ReportPage Page) {
  std::vector<std::string> Arguments = {"--import",      Report.str(), "--csv",
                                        "--print-units", "base",       "--page"};
  if (Page == ReportPage::Source)
    append_range(Arguments,
                 std::initializer_list<const char *>{"source", "--print-source", "cuda,sass"});
  else
    Arguments.push_back("raw");
  return Arguments;
}

std::string driverVersionIn(StringRef Text) {
  SmallVector<StringRef, 1> Matches;
  return Regex("[0-9]+\\.[0-9.]*[0-9]").match(Text, &Matches) ? Matches[0].str() : "";
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

std::string endOfProgramOutput(StringRef Text) {
  constexpr unsigned MaximumLines = 5;
  std::string Lines = linesOf(Text, /*OfProfiler=*/false);
  StringRef All = StringRef(Lines).rtrim();
  size_t Start = All.size();
  for (unsigned Count = 0; Count != MaximumLines && Start != StringRef::npos; ++Count)
    Start = All.take_front(Start).rfind('\n');
  return indentedLines(Start == StringRef::npos ? All : All.drop_front(Start), MaximumLines);
}

/// "ended with code 3", "was terminated by signal 11 (Segmentation fault)". The profiler gives the
/// number of a signal as the program's code; a shell adds 128.
static std::string describeProgramEnd(StringRef Code, std::optional<int> Signal) {
  constexpr int ShellOffset = 128;
  int Number = 0;
  if (Code.getAsInteger(10, Number))
    return ("ended with code " + Code).str();
  if (Signal && (Number == *Signal || Number == ShellOffset + *Signal)) {
    ProcessResult Ended;
    Ended.Outcome = ProcessResult::Ending::Signalled;
    Ended.Code = *Signal;
    return describeEnding(Ended, std::nullopt);
  }
  std::string Text = ("ended with code " + Code).str();
  for (int Fatal : {SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGKILL, SIGSEGV, SIGTERM})
    if (Number == Fatal || Number == ShellOffset + Fatal)
      Text += ", or was terminated by signal " + std::to_string(Fatal) + " (" + strsignal(Fatal) +
              "), which the profiler reports in the same way";
  return Text;
}

Error judgeProfilerRun(const ProcessResult &Ran, std::optional<std::chrono::milliseconds> TimeLimit,
                       StringRef Program, bool HasDevice, std::optional<int> Signal) {
  std::string Text = Ran.Output + "\n" + Ran.Errors;
  std::string OfProfiler = linesOf(Text, /*OfProfiler=*/true);
  StringRef All = OfProfiler;
  if (All.contains("ERR_NVGPUCTRPERM"))
    return make_error<MeasurementError>(
        Cause::NoPermission,
        "the driver does not let this user read the GPU's counters (ERR_NVGPUCTRPERM): as "
        "administrator, load the driver with the option NVreg_RestrictProfilingToAdminUsers=0 "
        "(https://developer.nvidia.com/ERR_NVGPUCTRPERM) or run this as root; in a container, "
        "start it with --cap-add=SYS_ADMIN");
  if (Ran.Outcome == ProcessResult::Ending::TimedOut)
    return make_error<MeasurementError>(Cause::TimeLimit,
                                        "the program " + describeEnding(Ran, TimeLimit) +
                                            " under the profiler: let it run longer with "
                                            "--verify-timeout, or reduce its work with --args" +
                                            endOfProgramOutput(Text));
  bool NothingProfiled = All.contains("No kernels were profiled");
  if (Ran.succeeded() && !NothingProfiled)
    return Error::success();
  if (!HasDevice)
    return make_error<MeasurementError>(Cause::NoDevice, NoDeviceMessage);

  SmallVector<StringRef, 2> Matches;
  bool ProfilerGaveUp = All.contains("An error occurred while trying to profile") ||
                        All.contains("An error was reported by the driver") ||
                        All.contains("driver is not compatible with Nsight Compute");
  if (!ProfilerGaveUp &&
      Regex("The application returned an error code \\(([0-9]+)\\)").match(All, &Matches))
    return make_error<MeasurementError>(Cause::ProgramFailed,
                                        "the program " + describeProgramEnd(Matches[1], Signal) +
                                            ": it must run to its end with code 0 to be measured" +
                                            endOfProgramOutput(Text));
  if (All.contains("does not exist or is not an executable"))
    return make_error<MeasurementError>(Cause::ProgramMissing,
                                        "the program '" + Program + "' cannot be run");
  if (NothingProfiled && !ProfilerGaveUp)
    return make_error<MeasurementError>(
        Cause::NothingProfiled,
        "no kernels were profiled: either the program launched none, or none that this "
        "GPU can run (--arch must name its architecture)" +
            endOfProgramOutput(Text));
  std::string Errors = errorsOf(All);
  constexpr unsigned MaximumLines = 5;
  return make_error<MeasurementError>(
      Cause::ProfilerFailed,
      "Nsight Compute failed: ncu " + describeEnding(Ran, TimeLimit) +
          (Errors.empty() ? endOfProgramOutput(Text) : indentedLines(Errors, MaximumLines)));
}

} // namespace memlint
