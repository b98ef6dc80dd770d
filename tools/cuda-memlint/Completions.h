//===- Completions.h - What shells complete ---------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// Scripts that complete the command in a shell, made from the table of options. The names of
/// formats, checks, devices and subcommands are those of this program: nothing is run to complete.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_COMPLETIONS_H
#define CUDA_MEMLINT_TOOLS_COMPLETIONS_H

#include "SubCommands.h"

namespace memlint {

struct CompletedShell {
  llvm::StringLiteral Name;
  void (*Print)(llvm::raw_ostream &Stream);
};

/// Null: there is none of that name.
const CompletedShell *findShell(llvm::StringRef Name);

void printBashCompletions(llvm::raw_ostream &Stream);
void printZshCompletions(llvm::raw_ostream &Stream);
void printFishCompletions(llvm::raw_ostream &Stream);

/// The words that \p Option takes; empty: any. \p Which is null for the command itself.
std::vector<std::string> choicesOf(const ListedOption &Option, const SubCommand *Which);

/// Whether it takes several of them, separated by commas.
bool takesList(const ListedOption &Option);

/// The command itself (null) and all subcommands.
std::vector<const SubCommand *> completedCommands();

/// The options of \p Which; null: the command itself.
std::vector<ListedOption> optionsOf(const SubCommand *Which);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_COMPLETIONS_H
