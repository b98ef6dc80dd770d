//===- Sanitizer.cpp - Running a program under compute-sanitizer ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Verify/Sanitizer.h"

#include "ToolText.h"

#include "cuda-memlint/Verify/Process.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

using Cause = MeasurementError::Cause;

static constexpr unsigned MaximumLinesShown = 5;

static Error failure(Cause Why, const Twine &Message) {
  return make_error<MeasurementError>(Why, Message);
}

static Error noDevice() {
  return failure(Cause::NoDevice, "there is no NVIDIA GPU here, or its driver is not loaded: run "
                                  "this on a machine that has one");
}

/// Whether the runtime told the program that there is no GPU, or no driver for it.
static bool meansNoDevice(const Hazard &Item) {
  return Item.Kind == HazardKind::FailedCall &&
         any_of(ArrayRef<StringRef>(
                    {"cudaErrorNoDevice", "cudaErrorInsufficientDriver", "CUDA_ERROR_NO_DEVICE"}),
                [&](StringRef Name) { return StringRef(Item.Message).contains(Name); });
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
  std::string Ending = describeEnding(*Ran, Request.TimeLimit);
  if (Ran->How == ProcessResult::Ending::TimedOut)
    return failure(Cause::TimeLimit,
                   "the program " + Ending + " under " + Name +
                       ": let it run longer with --verify-timeout, give it less to do with --args, "
                       "or name fewer tools with --verify-sanitizer" +
                       indentedLines(Text, MaximumLinesShown));
  SanitizerRun Result;
  Result.Tool = Tool;
  auto Written = MemoryBuffer::getFile(Report);
  if (Written) {
    Expected<std::vector<Hazard>> Hazards = parseSanitizerReport(Tool, (*Written)->getBuffer());
    // A program that failed may have taken the report with it.
    if (!Hazards && Ran->succeeded())
      return failure(Cause::ProfilerFailed, toString(Hazards.takeError()));
    if (!Hazards)
      consumeError(Hazards.takeError());
    else
      Result.Hazards = std::move(*Hazards);
  }
  bool UsedNoDevice =
      StringRef(Text).contains("Target application terminated before first instrumented API call");
  if (any_of(Result.Hazards, meansNoDevice) || (UsedNoDevice && !Tools.hasDevice()))
    return noDevice();
  if (UsedNoDevice)
    return failure(Cause::NothingProfiled, "the program ran nothing on the GPU that " + Name +
                                               " could check" +
                                               indentedLines(Text, MaximumLinesShown));
  if (Ran->succeeded() && !Written)
    return failure(Cause::ProfilerFailed, "compute-sanitizer wrote no report of " + Name +
                                              indentedLines(Text, MaximumLinesShown));
  if (!Ran->succeeded()) {
    if (Result.Hazards.empty() && !Tools.hasDevice())
      return noDevice();
    if (Result.Hazards.empty())
      return failure(StringRef(Text).contains("Target application returned an error")
                         ? Cause::ProgramFailed
                         : Cause::ProfilerFailed,
                     "compute-sanitizer with the program under " + Name + " " + Ending +
                         " and reported no hazard: the program must run to its end with code 0" +
                         indentedLines(Text, MaximumLinesShown));
    Result.Ending = std::move(Ending);
  }
  Result.LimitReached = Result.Hazards.size() >= Request.MaximumRecords;
  return Result;
}

Expected<SanitizerReport> sanitizeProgram(const Toolchain &Tools, const SanitizerRequest &Request,
                                          const WorkFolder &Folder) {
  Expected<std::string> Sanitizer = Tools.computeSanitizer();
  if (!Sanitizer)
    return Sanitizer.takeError();
  if (!sys::fs::can_execute(Request.Program.Path))
    return failure(Cause::ProgramMissing,
                   "the program '" + Request.Program.Path + "' is not there, or cannot be run");
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

Expected<FileHazards> sanitizeFile(const FileAnalysis &File, const VerifyOptions &Options,
                                   ArrayRef<SanitizerTool> Which) {
  Toolchain Tools(ToolSearch::fromEnvironment(Options.CudaPath));
  Expected<WorkFolder> Folder = WorkFolder::create(Options.Keep);
  if (!Folder)
    return Folder.takeError();
  BuildRequest Build;
  Build.Source = File.Path;
  Build.Architecture = File.Target;
  Build.Options = Options.CompileArguments;
  Build.TimeLimit = std::chrono::seconds(Options.TimeoutSeconds);
  Expected<BuiltProgram> Program = buildProgram(Tools, Build, *Folder);
  if (!Program)
    return Program.takeError();
  SanitizerRequest Request;
  Request.Program = std::move(*Program);
  Request.Arguments = Options.ProgramArguments;
  Request.Tools.assign(Which.begin(), Which.end());
  Request.TimeLimit = std::chrono::seconds(Options.TimeoutSeconds);
  Expected<SanitizerReport> Report = sanitizeProgram(Tools, Request, *Folder);
  if (!Report)
    return Report.takeError();
  FileHazards Result;
  Result.File = &File;
  Result.Report = std::move(*Report);
  if (Options.Keep)
    Result.KeptFolder = Folder->path().str();
  return Result;
}

} // namespace memlint
