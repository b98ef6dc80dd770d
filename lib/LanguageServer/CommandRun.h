//===- CommandRun.h - One run of the command over a text --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LANGUAGESERVER_COMMANDRUN_H
#define CUDA_MEMLINT_LIB_LANGUAGESERVER_COMMANDRUN_H

#include "cuda-memlint/LanguageServer/FileReport.h"
#include "cuda-memlint/Process/ForkedWork.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace memlint::lsp {

/// A run of the command over one text.
struct CommandRun {
  /// Of the document.
  std::string Path;
  std::string Program;
  std::vector<std::string> Arguments;
  /// In which it runs; empty: the current one.
  std::string Folder;
  /// Standard input.
  std::string Text;
  /// Where it is kept meanwhile.
  std::string InputFile;
  /// What other files have unsaved, by path; where that is kept meanwhile, as Arguments say.
  std::map<std::string, std::string> OtherTexts = {};
  std::string OtherTextsFile = {};
  /// What it may take.
  WorkLimits Limits = {};
};

/// The exit code of a run that says on standard error what it could not do.
constexpr int FailedCode = 2;

/// That a run was ended since it took more than \p Limits, as \p How says; one line.
llvm::Error exceeded(WorkResult::Ending How, const WorkLimits &Limits);

/// Runs the command and reads its report, unless \p GoOn is false meanwhile: then there is nothing.
/// Fails with one line if the command prints no report, or takes more than it may.
llvm::Expected<std::optional<FileReport>> runCommand(const CommandRun &Run,
                                                     std::function<bool()> GoOn);

} // namespace memlint::lsp

#endif // CUDA_MEMLINT_LIB_LANGUAGESERVER_COMMANDRUN_H
