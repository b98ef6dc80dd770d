//===- ProgramBuild.h - Building a program with nvcc ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_TOOLCHAIN_PROGRAMBUILD_H
#define CUDA_MEMLINT_HARDWARE_TOOLCHAIN_PROGRAMBUILD_H

#include "cuda-memlint/Hardware/Toolchain/Toolchain.h"
#include "cuda-memlint/Hardware/Toolchain/WorkFolder.h"
#include "cuda-memlint/Process/Process.h"

#include "llvm/Support/Error.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// A program to build of one source.
struct BuildRequest {
  std::string Source;
  /// As nvcc's -arch takes it, "sm_90"; empty for nvcc's default. Given up where Options
  /// name an architecture.
  std::string Architecture;
  /// With -G: each access of the source is an instruction of its own. Otherwise -O3
  /// (unless Options name a level) and -lineinfo.
  bool Debug = false;
  /// The user's options for nvcc. What would keep it from making a program (-c, -o and
  /// the like) is left out.
  std::vector<std::string> Options;
  /// For a main that launches kernels and calls nothing else of the source: functions that it
  /// does not reach are left out, and with them what they need of the program's other sources.
  bool OnlyWhatIsReached = false;
  /// Which relative paths in Options start from; empty: the current one.
  std::string WorkingDirectory;
  std::chrono::milliseconds TimeLimit = std::chrono::minutes(10);
};

struct BuiltProgram {
  std::string Path;
  /// The command that built it, less the paths of nvcc and of the program.
  std::string Command;
  /// nvcc's version: "13.0.88".
  std::string Toolkit;
};

/// Builds \p Request into \p Folder.
llvm::Expected<BuiltProgram> buildProgram(const Toolchain &Tools, const BuildRequest &Request,
                                          const WorkFolder &Folder);

/// What nvcc is given for \p Request, less the source and the program's path.
std::vector<std::string> buildArguments(const BuildRequest &Request);

/// Runs \p Nvcc on \p Input with \p Arguments, as \p Request says, to make \p Output; what it
/// printed. Temporary files are made in \p Folder.
llvm::Expected<std::string> runNvcc(llvm::StringRef Nvcc, const BuildRequest &Request,
                                    std::vector<std::string> Arguments, llvm::StringRef Input,
                                    llvm::StringRef Output, const WorkFolder &Folder);

/// Success, or a MeasurementError that shows what nvcc printed about \p Source.
llvm::Error judgeBuild(const ProcessResult &Ran, std::optional<std::chrono::milliseconds> TimeLimit,
                       llvm::StringRef Source);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_TOOLCHAIN_PROGRAMBUILD_H
