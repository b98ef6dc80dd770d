//===- ProgramBuild.cpp - Building a program with nvcc --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Toolchain/ProgramBuild.h"

#include "cuda-memlint/Hardware/Toolchain/MeasurementError.h"
#include "cuda-memlint/Hardware/Toolchain/NvccOptions.h"
#include "cuda-memlint/Hardware/Toolchain/ToolText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

using Cause = MeasurementError::Cause;

static bool namesLevel(StringRef Option) {
  return Option.starts_with("-O") || Option.split('=').first == "--optimize";
}

/// The user's options without those that make something else than a program.
static std::vector<std::string> optionsForProgram(ArrayRef<std::string> Options) {
  std::vector<std::string> Result;
  for (size_t Index = 0; Index != Options.size(); ++Index) {
    StringRef Option = Options[Index];
    if (is_contained({"-c", "--compile", "-dc", "--device-c", "-dw", "--device-w", "-ptx", "--ptx",
                      "-cubin", "--cubin"},
                     Option))
      continue;
    if (Option == "-o" || Option == "--output-file") {
      if (Index + 1 != Options.size())
        ++Index;
      continue;
    }
    if (Option.starts_with("-o=") || Option.starts_with("--output-file="))
      continue;
    Result.push_back(Option.str());
  }
  return Result;
}

Error judgeBuild(const ProcessResult &Ran, std::optional<std::chrono::milliseconds> TimeLimit,
                 StringRef Source) {
  if (Ran.succeeded())
    return Error::success();
  // nvcc prints errors of the host compiler on the one and its own on either stream.
  constexpr unsigned MaximumLines = 20;
  return make_error<MeasurementError>(
      Cause::BuildFailed, "nvcc failed to compile '" + Source + "': it " +
                              describeEnding(Ran, TimeLimit) +
                              indentedLines(Ran.Errors + "\n" + Ran.Output, MaximumLines));
}

std::vector<std::string> buildArguments(const BuildRequest &Request) {
  std::vector<std::string> Options = optionsForProgram(Request.Options);
  std::vector<std::string> Arguments;
  if (Request.Debug) {
    Arguments = {"-G"};
  } else {
    if (none_of(Options, namesLevel))
      Arguments.push_back("-O3");
    Arguments.push_back("-lineinfo");
  }
  if (!Request.Architecture.empty() && none_of(Options, namesArchitecture))
    Arguments.push_back("-arch=" + Request.Architecture);
  if (Request.OnlyWhatIsReached)
    append_range(Arguments, std::initializer_list<const char *>{"-Xcompiler", "-ffunction-sections",
                                                                "-Xlinker", "--gc-sections"});
  append_range(Arguments, Options);
  return Arguments;
}

Expected<std::string> runNvcc(StringRef Nvcc, const BuildRequest &Request,
                              std::vector<std::string> Arguments, StringRef Input, StringRef Output,
                              const WorkFolder &Folder) {
  for (StringRef Path : {Input, Output})
    if (Error Failure = checkPathForNvcc(Path))
      return std::move(Failure);
  ProcessRequest Process;
  Process.Program = Nvcc.str();
  Process.Arguments = std::move(Arguments);
  Process.Arguments.insert(Process.Arguments.end(), {Input.str(), "-o", Output.str()});
  Process.WorkingDirectory = Request.WorkingDirectory;
  // nvcc's fatbinary takes no path with a comma.
  StringRef Temporary = Folder.path().contains(',') ? "/tmp" : Folder.path();
  Process.Environment = {{"TMPDIR", Temporary.str()}};
  Process.TimeLimit = Request.TimeLimit;
  // The resources of all kernels may be printed.
  Process.MaximumBytes = size_t(256) << 20;
  Expected<ProcessResult> Ran = runProcess(Process);
  if (!Ran)
    return Ran.takeError();
  if (Error Failure = judgeBuild(*Ran, Request.TimeLimit, Request.Source))
    return std::move(Failure);
  return Ran->Errors + "\n" + Ran->Output;
}

Expected<BuiltProgram> buildProgram(const Toolchain &Tools, const BuildRequest &Request,
                                    const WorkFolder &Folder) {
  Expected<std::string> Nvcc = Tools.nvcc();
  if (!Nvcc)
    return Nvcc.takeError();

  // Absolute, so that the line table has absolute paths.
  SmallString<128> Source(Request.Source);
  sys::fs::make_absolute(Source);
  std::vector<std::string> Arguments = buildArguments(Request);
  BuiltProgram Result;
  Result.Command = "nvcc " + join(Arguments, " ") + " " + Request.Source;
  Result.Path = Folder.file(sys::path::stem(Source) + (Request.Debug ? ".debug" : ".optimised"));
  Expected<std::string> Printed =
      runNvcc(*Nvcc, Request, std::move(Arguments), Source, Result.Path, Folder);
  if (!Printed)
    return Printed.takeError();
  if (!sys::fs::can_execute(Result.Path))
    return make_error<MeasurementError>(Cause::ProgramMissing,
                                        "nvcc produced no program from '" + Request.Source +
                                            "'; omit options that stop it before linking");
  Result.Toolkit = versionOf(*Nvcc, ", V");
  return Result;
}

} // namespace memlint
