//===- Setting.h - Settings by their names ----------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The settings that are a value or a list of values, in one table behind the command line, the
/// configuration and clang-tidy's options. What is a map, or depends on its neighbours, is read
/// by the parser of configurations alone.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CONFIGURATION_SETTING_H
#define CUDA_MEMLINT_CONFIGURATION_SETTING_H

#include "cuda-memlint/Configuration/Configuration.h"

#include "llvm/ADT/ArrayRef.h"

namespace memlint {

struct Setting {
  /// In a configuration.
  llvm::StringLiteral Key;
  /// Of the command, without dashes, and of clang-tidy; empty: it is not among them.
  llvm::StringLiteral Option;
  llvm::StringLiteral TidyOption;
  /// What it takes, as a configuration's error message says it.
  llvm::StringLiteral Expected;
  /// Takes \p Text, one of the values where it is a list. Paths are relative to \p Folder;
  /// where that is empty, they stay as they are. The error is about \p Text.
  llvm::Error (*Read)(Configuration &Into, llvm::StringRef Text, llvm::StringRef Folder);
  bool IsList = false;
  /// The only values that it takes, separated by commas; empty: Read says.
  llvm::StringLiteral Words = "";

  bool accepts(llvm::StringRef Text) const;
};

llvm::ArrayRef<Setting> allSettings();

/// The keys of a configuration: of all settings, and of those that are maps, or lists of them.
std::vector<llvm::StringRef> allSettingKeys();

constexpr llvm::StringLiteral PercentagesInWords = "a percentage from 0 to 100";
constexpr llvm::StringLiteral LevelWords = "none, remark, warning, error";
constexpr llvm::StringLiteral LevelsInWords = "none, remark, warning or error";

/// One of LevelsInWords.
ConfiguredLevel parseLevel(llvm::StringRef Text);

/// Whether \p Glob stands for a check; the error has a hint where it does not.
llvm::Error checkGlob(llvm::StringRef Glob);

} // namespace memlint

#endif // CUDA_MEMLINT_CONFIGURATION_SETTING_H
