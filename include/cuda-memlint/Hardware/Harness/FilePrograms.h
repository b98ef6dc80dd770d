//===- FilePrograms.h - What is built of one file ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_HARNESS_FILEPROGRAMS_H
#define CUDA_MEMLINT_HARDWARE_HARNESS_FILEPROGRAMS_H

#include "cuda-memlint/Hardware/Toolchain/ProgramBuild.h"
#include "cuda-memlint/Hardware/Toolchain/VerifyOptions.h"
#include "cuda-memlint/Hardware/Toolchain/WorkFolder.h"

#include <array>
#include <optional>

namespace memlint {

struct FileAnalysis;

/// A program as it is run.
struct RunnableProgram {
  /// Of one that is not built here, only the path.
  BuiltProgram Program;
  std::vector<std::string> Arguments;
  /// Empty: the current one.
  std::string Folder;
};

/// The programs that are built of one file, each once for all that run it, in a temporary
/// folder that goes with this.
class FilePrograms {
public:
  /// For \p File, which must outlive it. What \p Options say of the main is asked for when
  /// a program is built.
  static llvm::Expected<FilePrograms> create(const FileAnalysis &File,
                                             const VerifyOptions &Options);

  /// Of the file itself, or of the main that is generated for it; \p Debug as in
  /// BuildRequest. What was not built once is not built again: the error is the same.
  llvm::Expected<BuiltProgram> build(bool Debug);

  /// The same with its arguments, or VerifyOptions::Command.
  llvm::Expected<RunnableProgram> runnable(bool Debug);

  const WorkFolder &folder() const { return Folder; }
  const Toolchain &tools() const { return Tools; }
  const VerifyOptions &options() const { return Options; }
  /// A main is generated for the file.
  bool hasGeneratedMain() const;
  /// nvcc did not build what was asked for.
  bool failed() const { return !Failures[0].empty() || !Failures[1].empty(); }

private:
  FilePrograms(const FileAnalysis &File, const VerifyOptions &Options, WorkFolder Folder);
  llvm::Expected<std::string> source() const;

  const FileAnalysis *File;
  VerifyOptions Options;
  Toolchain Tools;
  WorkFolder Folder;
  /// Without -G, with it.
  std::array<std::optional<BuiltProgram>, 2> Built;
  /// Likewise why there is none, in lines as an error has; empty: it was built, or not asked for.
  std::array<std::string, 2> Failures;
};

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_HARNESS_FILEPROGRAMS_H
