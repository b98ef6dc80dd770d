//===- Configuration.h - What a .cuda-memlint.yaml says ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A project's configuration; docs/configuration.md. It comes with the sources and is
/// trusted no more than they are: it can say how they are read and what is reported, and
/// nothing else. It names no program to run and no file to write.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CONFIGURATION_CONFIGURATION_H
#define CUDA_MEMLINT_CONFIGURATION_CONFIGURATION_H

#include "cuda-memlint/Configuration/PathPattern.h"
#include "cuda-memlint/Launch/LaunchOption.h"
#include "cuda-memlint/Launch/ProgramArguments.h"
#include "cuda-memlint/Launch/RecordedLaunches.h"
#include "cuda-memlint/Lowering/StatedFact.h"
#include "cuda-memlint/Model/Budget.h"
#include "cuda-memlint/Model/Finding.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace memlint {

/// A launch as it is written.
struct ConfiguredLaunch {
  std::string Text;
  LaunchRequest Request;
};

/// A fact about the kernels that a glob matches.
struct ConfiguredFact {
  std::string Kernels;
  StatedFact Fact;
  /// Of the glob.
  SourcePosition Position;
};

/// A level, or none.
using ConfiguredLevel = std::optional<FindingLevel>;

/// What one file says, or several on top of each other. What is empty is not said.
struct Configuration {
  /// What the next configuration further up says holds too, where this one says nothing else.
  bool InheritParent = false;
  /// As selectChecks() takes them, separated by commas. Those with the level none are taken
  /// away at the end.
  std::string Checks;
  /// By globs over checks; of several that match the last counts.
  std::vector<std::pair<std::string, FindingLevel>> Levels;
  std::string Architecture;
  /// Further devices whose findings are reported where they differ.
  std::vector<std::string> OtherArchitectures;
  std::vector<ConfiguredLaunch> Launches;
  RecordingList Recordings;
  ProgramArguments Arguments;
  std::vector<ConfiguredFact> Facts;
  std::vector<KernelBudget> Budgets;
  std::vector<PathPattern> Ignored;
  /// The least level that fails the run, or none.
  std::optional<ConfiguredLevel> FailOn;
  std::optional<bool> Remarks;
  std::optional<bool> PossibleRaces;
  /// In percent; see Significance.
  std::optional<double> LeastExcess;
  std::optional<double> LeastShare;
  /// Paths are absolute.
  std::vector<std::string> CompileOptions;
  /// "auto", "embedded", or a folder, absolute.
  std::string Toolkit;

  /// Puts \p Stronger on top: what it says of one thing takes the place of what is said
  /// here, its lists come behind, and its launches and limits replace those of the same
  /// kernels.
  void add(const Configuration &Stronger);
};

/// Reads the text of the configuration at \p Path, an absolute path. The error is one line
/// that begins with path, line and column.
llvm::Expected<Configuration> parseConfiguration(llvm::StringRef Path, llvm::StringRef Text);

/// Prints \p Options so that parseConfiguration() reads the same, in whatever folder.
void printConfiguration(llvm::raw_ostream &Stream, const Configuration &Options);

} // namespace memlint

#endif // CUDA_MEMLINT_CONFIGURATION_CONFIGURATION_H
