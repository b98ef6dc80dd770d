//===- FileSettings.h - How one file is analysed ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CONFIGURATION_FILESETTINGS_H
#define CUDA_MEMLINT_CONFIGURATION_FILESETTINGS_H

#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Checks/Significance.h"
#include "cuda-memlint/Configuration/Configuration.h"
#include "cuda-memlint/Frontend/Frontend.h"

#include <map>

namespace memlint {

struct FileAnalysis;

/// What a configuration comes to for one file, the command line's options on top.
struct FileSettings {
  std::vector<const Check *> Checks;
  /// Levels that differ from the check's own, by its name.
  std::map<std::string, FindingLevel> Levels;
  std::vector<LaunchRequest> Launches;
  RecordingList Recordings;
  /// What main is called with.
  ProgramArguments Arguments;
  std::vector<ConfiguredFact> Facts;
  std::vector<KernelBudget> Budgets;
  bool PossibleRaces = false;
  Significance Limits;
  std::string Architecture;
  /// Further devices whose findings are reported where they differ.
  std::vector<std::string> OtherArchitectures;
  ToolkitMode Toolkit = ToolkitMode::Auto;
  /// The folder, in mode Path.
  std::string ToolkitPath;
  std::vector<std::string> CompileArguments;
  /// Neither these files nor what is found in them is of interest.
  std::vector<PathPattern> Ignored;
  ConfiguredLevel FailOn = FindingLevel::Warning;
  bool Remarks = false;

  /// Whether the file at \p Path, relative to the current folder or absolute, is ignored.
  bool ignores(llvm::StringRef Path) const;
  /// What is stated of the kernel of this qualified name.
  std::vector<StatedFact> factsOf(llvm::StringRef Kernel) const;
  /// Likewise, what it may cost.
  std::vector<KernelBudget> budgetsOf(llvm::StringRef Kernel) const;
  /// Takes what is not wanted out of the findings of \p File, and gives the others their
  /// levels. A finding whose level the analysis lowered, since it holds for guesses only, is
  /// not raised.
  void applyTo(FileAnalysis &File) const;
};

/// \p From, with defaults for what it does not say.
FileSettings settingsFor(const Configuration &From);

} // namespace memlint

#endif // CUDA_MEMLINT_CONFIGURATION_FILESETTINGS_H
