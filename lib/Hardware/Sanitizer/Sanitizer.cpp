//===- Sanitizer.cpp - Running a program under compute-sanitizer ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Sanitizer/Sanitizer.h"

#include "cuda-memlint/Hardware/Toolchain/MeasurementError.h"
#include "cuda-memlint/Hardware/Toolchain/ToolText.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Process/Process.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

using Cause = MeasurementError::Cause;

static constexpr unsigned MaximumLinesShown = 5;

/// Whether the runtime reported to the program that there is no GPU, or no driver for it.
static bool meansNoDevice(const Hazard &Item) {
  return Item.Kind == HazardKind::FailedCall &&
         any_of(ArrayRef<StringRef>(
                    {"cudaErrorNoDevice", "cudaErrorInsufficientDriver", "CUDA_ERROR_NO_DEVICE"}),
                [&](StringRef Name) { return StringRef(Item.Message).contains(Name); });
}

/// What the sanitizer says went wrong with itself or the program, its mark left out. Races
/// are reported as errors too.
static std::string complaintsOf(StringRef Text) {
  std::string Result;
  for (StringRef Line : split(Text, '\n')) {
    if (!Line.consume_front("========="))
      continue;
    Line = Line.trim();
    if ((Line.starts_with("Error:") && !Line.contains("Race reported")) ||
        Line.starts_with("Internal Sanitizer Error") ||
        Line.starts_with("Target application returned an error"))
      Result += (Line + "\n").str();
  }
  return Result;
}

/// What a run ended in, \p Run holding the hazards of its report: success, and how the program
/// ended, when they can be shown.
static Error judgeRun(const Toolchain &Tools, const SanitizerRequest &Request,
                      const ProcessResult &Ran, SanitizerRun &Run) {
  StringRef Name = sanitizerToolName(Run.Tool);
  std::string Text = Ran.Output + "\n" + Ran.Errors;
  std::string Ending = describeEnding(Ran, Request.TimeLimit);
  if (Ran.Outcome == ProcessResult::Ending::TimedOut)
    return make_error<MeasurementError>(
        Cause::TimeLimit,
        "the program " + Ending + " under " + Name +
            ": let it run longer with --verify-timeout, reduce its work with --args, "
            "or name fewer tools with --verify-sanitizer" +
            indentedLines(Text, MaximumLinesShown));
  // Also with exit code 0: nothing seen by a tool that did not work is not good news.
  std::string Complaints = complaintsOf(Text);
  bool ProgramFailed = StringRef(Complaints).contains("Target application returned an error");
  if (Ran.succeeded() && ProgramFailed)
    Ending = "returned an error";
  bool Failed = !Ran.succeeded() || !Complaints.empty();
  bool SawNothing = Run.Hazards.empty();
  if (any_of(Run.Hazards, meansNoDevice) || (Failed && SawNothing && !Tools.hasDevice()))
    return make_error<MeasurementError>(Cause::NoDevice, NoDeviceMessage);
  if (StringRef(Text).contains("Target application terminated before first instrumented API call"))
    return make_error<MeasurementError>(
        Cause::NothingProfiled, "the program ran nothing on the GPU that " + Name + " could check" +
                                    indentedLines(Text, MaximumLinesShown));
  if (Failed && SawNothing && (ProgramFailed || Complaints.empty()))
    return make_error<MeasurementError>(Cause::ProgramFailed,
                                        "the program under " + Name + " " + Ending +
                                            " and no hazard was seen: it must run to its end "
                                            "with code 0" +
                                            indentedLines(Text, MaximumLinesShown));
  if (Failed && SawNothing) {
    auto [First, Rest] = StringRef(Complaints).split('\n');
    return make_error<MeasurementError>(
        Cause::ProfilerFailed, "compute-sanitizer could not check the program with " + Name + ": " +
                                   First + indentedLines(Rest, MaximumLinesShown));
  }
  if (!Ran.succeeded() || ProgramFailed)
    Run.Ending = std::move(Ending);
  return Error::success();
}

static Expected<SanitizerRun> runTool(const Toolchain &Tools, StringRef Sanitizer,
                                      const SanitizerRequest &Request, SanitizerTool Tool,
                                      const WorkFolder &Folder) {
  StringRef Name = sanitizerToolName(Tool);
  std::string Report = Folder.file(sys::path::filename(Request.Program.Path) + "." + Name + ".xml");
  ProcessRequest Process;
  Process.Program = Sanitizer.str();
  Process.Arguments = {
      "--tool", Name.str(), "--print-limit", std::to_string(Request.MaximumRecords),
      "--xml",  "--save",   Report,          Request.Program.Path};
  append_range(Process.Arguments, Request.Arguments);
  Process.WorkingDirectory = Request.WorkingDirectory;
  Process.TimeLimit = Request.TimeLimit;
  Expected<ProcessResult> Ran = runProcess(Process);
  if (!Ran)
    return Ran.takeError();

  std::string Text = Ran->Output + "\n" + Ran->Errors;
  SanitizerRun Result;
  Result.Tool = Tool;
  auto Written = MemoryBuffer::getFile(Report);
  if (Written) {
    Expected<std::vector<Hazard>> Hazards = parseSanitizerReport(Tool, (*Written)->getBuffer());
    // A program that failed may have taken the report with it.
    if (!Hazards && Ran->succeeded())
      return make_error<MeasurementError>(Cause::ProfilerFailed, toString(Hazards.takeError()));
    if (!Hazards)
      consumeError(Hazards.takeError());
    else
      Result.Hazards = std::move(*Hazards);
  }
  if (Error Failure = judgeRun(Tools, Request, *Ran, Result))
    return std::move(Failure);
  if (!Written)
    return make_error<MeasurementError>(Cause::ProfilerFailed,
                                        "compute-sanitizer wrote no report of " + Name +
                                            indentedLines(Text, MaximumLinesShown));
  Result.LimitReached = Result.Hazards.size() >= Request.MaximumRecords;
  return Result;
}

Expected<SanitizerReport> sanitizeProgram(const Toolchain &Tools, const SanitizerRequest &Request,
                                          const WorkFolder &Folder) {
  Expected<std::string> Sanitizer = Tools.computeSanitizer();
  if (!Sanitizer)
    return Sanitizer.takeError();
  if (Error Failure = checkProgram(Request.Program.Path))
    return std::move(Failure);
  SanitizerReport Result;
  Result.Version = versionOf(*Sanitizer, "Version ");
  Result.Build = Request.Program.Command;
  for (SanitizerTool Tool : Request.Tools) {
    Expected<SanitizerRun> Run = runTool(Tools, *Sanitizer, Request, Tool, Folder);
    if (!Run)
      return Run.takeError();
    Result.Runs.push_back(std::move(*Run));
  }
  return Result;
}

Expected<FileHazards> sanitizeFile(const FileAnalysis &File, FilePrograms &Programs,
                                   ArrayRef<SanitizerTool> Which) {
  // Before anything is built.
  if (Expected<std::string> Sanitizer = Programs.tools().computeSanitizer(); !Sanitizer)
    return Sanitizer.takeError();
  FileHazards Result;
  Result.File = &File;
  Result.GeneratedMain = Programs.hasGeneratedMain();
  Expected<BuiltProgram> Program = Programs.build(/*Debug=*/false);
  if (!Program)
    return Program.takeError();
  SanitizerRequest Request;
  Request.Program = std::move(*Program);
  Request.Arguments = Programs.options().ProgramArguments;
  Request.Tools.assign(Which.begin(), Which.end());
  Request.TimeLimit = std::chrono::seconds(Programs.options().TimeoutSeconds);
  Expected<SanitizerReport> Report = sanitizeProgram(Programs.tools(), Request, Programs.folder());
  if (!Report)
    return Report.takeError();
  Result.Report = std::move(*Report);
  return Result;
}

} // namespace memlint
