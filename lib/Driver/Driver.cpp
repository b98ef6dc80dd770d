//===- Driver.cpp - From a file to all that is known of it ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Driver/Driver.h"

#include "CrashGuard.h"

#include "cuda-memlint/Checks/Analysis.h"
#include "cuda-memlint/Launch/LaunchInference.h"
#include "cuda-memlint/Lowering/Lowering.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace memlint {

static void takeErrors(FileAnalysis &File, const ParsedFile &Parsed) {
  File.ErrorCount = Parsed.errorCount();
  File.Parsed = Parsed.wholeParsed() ? ParseState::Whole : ParseState::WithErrors;
  for (const ParseDiagnostic &Error : Parsed.errors()) {
    SourcePosition Position;
    Position.Path = Error.Path;
    Position.Line = Error.Line;
    Position.Column = Error.Column;
    File.Errors.push_back({Error.Message, std::move(Position)});
  }
}

static Expected<FileAnalysis> analyse(StringRef Path, const DriverOptions &Options) {
  Expected<std::unique_ptr<ParsedFile>> Parsed = parseCudaFile(Path, Options.Frontend);
  if (!Parsed)
    return Parsed.takeError();
  FileAnalysis File;
  File.Path = Path.str();
  File.Target = (*Parsed)->architecture().str();
  Expected<const TargetModel *> Target = findTarget(File.Target);
  if (!Target)
    return Target.takeError();
  takeErrors(File, **Parsed);

  File.Expressions = std::make_shared<ExprContext>();
  LaunchCalls Calls((*Parsed)->context());
  for (LoweredKernel &Lowered : lowerKernels((*Parsed)->context(), *File.Expressions)) {
    KernelAnalysis &Kernel = File.Kernels.emplace_back();
    if (Lowered.Program.Analysed)
      Kernel.Launches =
          inferLaunches(Calls, Lowered.Function, Lowered.Program, Options.Launches, **Target);
    Kernel.Kernel = std::move(Lowered.Program);
    analyseKernel(*File.Expressions, Kernel, **Target, Options.Checks, Options.Budget);
  }
  return File;
}

Expected<FileAnalysis> analyseFile(StringRef Path, const DriverOptions &Options) {
  sys::fs::file_status Status;
  if (std::error_code Code = sys::fs::status(Path, Status))
    return createStringError("cannot read '" + Path + "': " + Code.message());
  if (sys::fs::is_directory(Status))
    return createStringError("cannot read '" + Path + "': it is a folder");

  std::optional<Expected<FileAnalysis>> Outcome;
  if (!runGuarded([&] { Outcome.emplace(analyse(Path, Options)); }))
    return createStringError("the analysis of '" + Path +
                             "' crashed, which is a defect of cuda-memlint; please report it");
  return std::move(*Outcome);
}

} // namespace memlint
