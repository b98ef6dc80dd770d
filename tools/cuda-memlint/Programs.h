//===- Programs.h - What needs nvcc or a GPU --------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_PROGRAMS_H
#define CUDA_MEMLINT_TOOLS_PROGRAMS_H

#include "CommandLine.h"

#include "cuda-memlint/Hardware/Bundles/Bundle.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Report/JsonReport.h"

namespace memlint {

/// What was made of the files besides their analysis.
struct ToolResults {
  std::vector<FileVerification> Verified;
  ToolFindings Others;
};

/// Does to \p Files all that \p Command wants nvcc for, or reads what \p Imported says of them,
/// where that is not null. False, and messages, when that fails for one.
bool runPrograms(const LintCommand &Command, const Bundle *Imported,
                 llvm::MutableArrayRef<FileAnalysis> Files, ToolResults &Results);

/// Writes the bundle instead of running anything; false, and a message, when that fails.
bool writeBundle(const LintCommand &Command, llvm::MutableArrayRef<FileAnalysis> Files);

/// \p Command as it is to be run on the sources of \p Imported.
llvm::Expected<LintCommand> commandFor(const LintCommand &Command, const Bundle &Imported);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_PROGRAMS_H
