//===- CommandRun.cpp - One run of the command over a text ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandRun.h"

#include "cuda-memlint/Hardware/Toolchain/WorkFolder.h"
#include "cuda-memlint/Process/Process.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace memlint::lsp {

/// How the command begins a message on standard error.
static constexpr StringLiteral ErrorStart = "cuda-memlint: error: ";

Error exceeded(WorkResult::Ending How, const WorkLimits &Limits) {
  if (How == WorkResult::Ending::OutOfTime)
    return createStringError("the analysis took longer than " +
                             std::to_string(Limits.Time->count() / 1000) +
                             " s: raise --file-timeout");
  return createStringError("the analysis took more than " + std::to_string(*Limits.Memory >> 20) +
                           " MB of memory: raise --file-memory");
}

/// What the command refuses although it has a report, such as a configured launch that does not fit
/// its kernel; nothing: all is well. The kernel of a `--launch` may be in another file.
static std::optional<ReportNote> refusalOf(StringRef Errors) {
  for (StringRef Line : split(Errors, '\n'))
    if (Line.consume_front(ErrorStart) && !Line.starts_with("--launch: no kernel named "))
      return ReportNote{Line.str(), {}};
  return std::nullopt;
}

Expected<std::optional<FileReport>> runCommand(const CommandRun &Run, std::function<bool()> GoOn) {
  /// A report takes a hundredth of it for a large file.
  constexpr size_t MostReportBytes = size_t(1) << 29;
  ProcessRequest Request;
  Request.Program = Run.Program;
  Request.Arguments = Run.Arguments;
  Request.WorkingDirectory = Run.Folder;
  Request.InputFile = Run.InputFile;
  Request.MaximumBytes = MostReportBytes;
  Request.TimeLimit = Run.Limits.Time;
  Request.MemoryLimit = Run.Limits.Memory;
  Request.GoOn = std::move(GoOn);
  if (Error Failure = writeText(Request.InputFile, Run.Text))
    return std::move(Failure);
  if (!Run.OtherTexts.empty()) {
    json::Object Texts;
    for (const auto &[Path, Text] : Run.OtherTexts)
      Texts[Path] = Text;
    std::string Whole = formatv("{0}", json::Value(std::move(Texts))).str();
    if (Error Failure = writeText(Run.OtherTextsFile, Whole))
      return std::move(Failure);
  }
  Expected<ProcessResult> Ran = runProcess(Request);
  if (!Ran)
    return Ran.takeError();
  if (Ran->Outcome == ProcessResult::Ending::Stopped)
    return std::nullopt;
  if (Ran->Outcome == ProcessResult::Ending::TimedOut)
    return exceeded(WorkResult::Ending::OutOfTime, Run.Limits);
  if (Ran->Outcome == ProcessResult::Ending::OutOfMemory)
    return exceeded(WorkResult::Ending::OutOfMemory, Run.Limits);
  if (Ran->Output.empty()) {
    StringRef Line = StringRef(Ran->Errors).trim().split('\n').first;
    Line.consume_front(ErrorStart);
    return createStringError(Line.empty() ? "the analysis " + describeEnding(*Ran, std::nullopt)
                                          : Line.str());
  }
  Expected<FileReport> Report = readFileReport(Ran->Output, Run.Folder);
  if (Report && Report->IsComplete && Ran->Code == FailedCode)
    Report->IncompleteBecause = refusalOf(Ran->Errors);
  return Report;
}

} // namespace memlint::lsp
