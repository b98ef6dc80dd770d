//===- SharedOptions.h - Options of several commands ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_SHAREDOPTIONS_H
#define CUDA_MEMLINT_TOOLS_SHAREDOPTIONS_H

#include "Options.h"

#include "cuda-memlint/Configuration/Configuration.h"
#include "cuda-memlint/Frontend/Frontend.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace memlint {

/// What follows `--`, and with --pre-commit what comes last.
struct ForeignArguments {
  /// Those for the compiler that stand before the `--`, too.
  std::vector<std::string> Compiler;
  std::vector<std::string> AfterDashes;
  std::vector<std::string> Files;
};

/// The number that \p Id gives; \p Number stays where it is not given.
llvm::Error readNumber(const llvm::opt::InputArgList &Given, OptionId Id, unsigned Most,
                       unsigned &Number);

/// What the command line says of settings that a configuration may have, too.
llvm::Expected<Configuration> readSettings(const llvm::opt::InputArgList &Given);

/// Where sources are read from, and how. \p Settings are those of \p Given.
llvm::Error readFrontend(const llvm::opt::InputArgList &Given, const Configuration &Settings,
                         FrontendOptions &Frontend);

/// The options of \p Given as they could be written on a command line, less \p Omitted.
std::vector<std::string> renderOptions(const llvm::opt::InputArgList &Given,
                                       llvm::function_ref<bool(const llvm::opt::Arg &)> Omitted);

/// Takes the options for the compiler together.
llvm::Error readCompiler(const llvm::opt::InputArgList &Given, ForeignArguments &Foreign);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_SHAREDOPTIONS_H
