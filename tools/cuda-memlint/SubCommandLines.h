//===- SubCommandLines.h - Arguments of subcommands -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What each subcommand makes of its arguments; the errors are one line.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_SUBCOMMANDLINES_H
#define CUDA_MEMLINT_TOOLS_SUBCOMMANDLINES_H

#include "CommandLine.h"
#include "Options.h"

namespace memlint {

llvm::Expected<Command> readCostCommand(const llvm::opt::InputArgList &Given);
llvm::Expected<Command> readDoctorCommand(const llvm::opt::InputArgList &Given);
llvm::Expected<Command> readInitCommand(const llvm::opt::InputArgList &Given);
llvm::Expected<Command> readCompletionsCommand(const llvm::opt::InputArgList &Given);
/// \p Program is the first word of the command line.
llvm::Expected<Command> readClangCommandsCommand(const llvm::opt::InputArgList &Given,
                                                 llvm::StringRef Program,
                                                 std::vector<std::string> CompileArguments);

/// \p Arguments are those behind the name: what follows their `--` is not for the command itself.
llvm::Expected<Command> readRecordCommand(llvm::ArrayRef<const char *> Arguments);
llvm::Expected<Command> readDiffCommand(llvm::ArrayRef<const char *> Arguments);
llvm::Expected<Command> readServerCommand(llvm::ArrayRef<const char *> Arguments);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_SUBCOMMANDLINES_H
