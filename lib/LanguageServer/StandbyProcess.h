//===- StandbyProcess.h - Analyses of one document, ahead -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LANGUAGESERVER_STANDBYPROCESS_H
#define CUDA_MEMLINT_LIB_LANGUAGESERVER_STANDBYPROCESS_H

#include "CommandRun.h"

#include "cuda-memlint/Process/LineProcess.h"

namespace memlint::lsp {

/// Analyses the texts of one document with a process that has parsed its headers before, as long as
/// the document begins as it did then. For one thread.
class StandbyProcess {
public:
  /// \p OutputFile: where the process writes its reports.
  explicit StandbyProcess(std::string OutputFile) : OutputFile(std::move(OutputFile)) {}

  /// Has a process read ahead what \p Run analyses, unless one has done so already.
  void prepare(const CommandRun &Run);
  /// Ends the process that reads ahead \p Of, if there is one.
  void drop(llvm::StringRef Of) {
    if (Path == Of)
      Process.reset();
  }
  /// As runCommand() does; nothing if it cannot be done here, for whatever reason. Fails if the
  /// analysis takes more than it may.
  llvm::Expected<std::optional<std::optional<FileReport>>> run(const CommandRun &Run,
                                                               llvm::function_ref<bool()> GoOn);

private:
  std::string OutputFile;
  std::unique_ptr<LineProcess> Process;
  /// What it was prepared for.
  std::string Folder, Path;
  /// The text that was analysed last; how much of its beginning seemed to stay when the process was
  /// prepared, in bytes.
  std::string Text;
  size_t Unchanged = 0;
  uint64_t Skipped = 0;
};

} // namespace memlint::lsp

#endif // CUDA_MEMLINT_LIB_LANGUAGESERVER_STANDBYPROCESS_H
