//===- CodeGeneration.cpp - Compiling to look at the code -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Code/CodeGeneration.h"

#include "cuda-memlint/Hardware/Toolchain/NvccOptions.h"
#include "cuda-memlint/Hardware/Toolchain/ProgramBuild.h"
#include "cuda-memlint/Hardware/Toolchain/ToolText.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Process/Process.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

using Cause = MeasurementError::Cause;

/// A listing of machine code is large, but no more than this.
static constexpr size_t MaximumListingBytes = size_t(256) << 20;

static Error unreadable(StringRef Source, Error Why) {
  return make_error<MeasurementError>(Cause::BuildFailed,
                                      "the code of '" + Source +
                                          "' cannot be read: " + toString(std::move(Why)));
}

/// Runs nvcc up to the stage \p Stage; what it printed.
static Expected<std::string> compileTo(StringRef Stage, StringRef Nvcc, const BuildRequest &Request,
                                       ArrayRef<std::string> Options, StringRef Input,
                                       StringRef Output, const WorkFolder &Folder) {
  std::vector<std::string> Arguments = {Stage.str()};
  append_range(Arguments, Options);
  Expected<std::string> Printed =
      runNvcc(Nvcc, Request, std::move(Arguments), Input, Output, Folder);
  if (Printed && !sys::fs::exists(Output))
    return make_error<MeasurementError>(Cause::BuildFailed,
                                        "nvcc failed to compile '" + Request.Source +
                                            "': it wrote nothing" + indentedLines(*Printed, 20));
  return Printed;
}

/// Adds the machine code to \p Report, or why there is none.
static void disassemble(const Toolchain &Tools, const BuildRequest &Request, StringRef Object,
                        CodeReport &Report) {
  Expected<std::string> Disassembler = Tools.cuobjdump();
  if (!Disassembler) {
    Report.WhyNoMachineCode = toString(Disassembler.takeError());
    return;
  }
  ProcessRequest Process;
  Process.Program = *Disassembler;
  Process.Arguments = {"-sass", Object.str()};
  Process.TimeLimit = Request.TimeLimit;
  Process.MaximumBytes = MaximumListingBytes;
  Expected<ProcessResult> Ran = runProcess(Process);
  if (!Ran) {
    Report.WhyNoMachineCode = toString(Ran.takeError());
    return;
  }
  if (!Ran->succeeded() || Ran->OutputTruncated) {
    std::string Ending = describeEnding(*Ran, Request.TimeLimit);
    Report.WhyNoMachineCode =
        "cuobjdump " + (Ran->succeeded() ? std::string("printed too much") : Ending);
    return;
  }
  std::vector<KernelCode> Kernels = Report.Kernels;
  if (Error Failure = addMachineCode(Ran->Output, Kernels))
    Report.WhyNoMachineCode = toString(std::move(Failure));
  else
    Report.Kernels = std::move(Kernels);
}

Expected<CodeReport> generateCode(const Toolchain &Tools, const BuildRequest &Request,
                                  const WorkFolder &Folder, StringRef Stem) {
  Expected<std::string> Nvcc = Tools.nvcc();
  if (!Nvcc)
    return Nvcc.takeError();
  BuildRequest OneTarget = Request;
  OneTarget.Options = optionsForOneSource(Request.Options, !Request.Architecture.empty());
  std::vector<std::string> Options = buildArguments(OneTarget);

  SmallString<128> Source(Request.Source);
  sys::fs::make_absolute(Source);
  std::string Ptx = Folder.file(Stem + ".ptx"), Object = Folder.file(Stem + ".cubin");
  std::vector<std::string> Compiling = Options;
  if (sys::path::extension(Source) != ".cu")
    Compiling.insert(Compiling.end(), {"-x", "cu"});
  Expected<std::string> Compiled =
      compileTo("-ptx", *Nvcc, Request, Compiling, Source, Ptx, Folder);
  if (!Compiled)
    return Compiled.takeError();
  CodeReport Result;
  Result.Command = "nvcc -ptx " + join(Compiling, " ") + " " + Request.Source;
  Result.Toolkit = versionOf(*Nvcc, ", V");
  auto Text = readText(Ptx);
  if (!Text)
    return Text.takeError();
  Expected<std::vector<KernelCode>> Kernels = readPtxCode((*Text)->getBuffer());
  if (!Kernels)
    return unreadable(Request.Source, Kernels.takeError());
  Result.Kernels = std::move(*Kernels);

  std::vector<std::string> Assembling = Options;
  Assembling.insert(Assembling.end(), {"-Xptxas", "-v"});
  Expected<std::string> Usage =
      compileTo("-cubin", *Nvcc, Request, Assembling, Ptx, Object, Folder);
  if (!Usage)
    return Usage.takeError();
  if (Error Failure = addResourceUsage(*Usage, Result.Kernels))
    return unreadable(Request.Source, std::move(Failure));
  disassemble(Tools, Request, Object, Result);
  return Result;
}

Expected<FileCode> generateFileCode(const FileAnalysis &File, const FilePrograms &Programs) {
  Expected<BuildRequest> Build = requestBuild(File, Programs.options());
  if (!Build)
    return Build.takeError();
  Expected<CodeReport> Report = generateCode(Programs.tools(), *Build, Programs.folder(), "code");
  if (!Report)
    return Report.takeError();
  FileCode Result;
  Result.File = &File;
  Result.Report = std::move(*Report);
  return Result;
}

} // namespace memlint
