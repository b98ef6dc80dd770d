//===- SubCommands.h - The subcommands --------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_SUBCOMMANDS_H
#define CUDA_MEMLINT_TOOLS_SUBCOMMANDS_H

#include "Options.h"

namespace memlint {

struct SubCommand {
  llvm::StringLiteral Name;
  CommandMask Mask;
  llvm::StringLiteral Summary;
  llvm::StringLiteral Operands = "";
  /// What its operands are; for completions.
  ValueKind Completed = ValueKind::Text;
  /// What operands are chosen from, separated by "|".
  llvm::StringLiteral Choices = "";
  /// What --format takes, separated by "|"; empty: the formats of reports, or none.
  llvm::StringLiteral Formats = "";
};

/// The one with the longest name first, then by name.
llvm::ArrayRef<SubCommand> allSubCommands();

/// Null: there is none of that name.
const SubCommand *subCommand(llvm::StringRef Name);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_SUBCOMMANDS_H
