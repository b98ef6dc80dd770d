//===- OfferedFixes.h - Edits that were seen to work ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A check states an edit as Finding::Fixes freely; whether it is offered is decided here.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FIXES_OFFEREDFIXES_H
#define CUDA_MEMLINT_FIXES_OFFEREDFIXES_H

#include "cuda-memlint/Driver/Driver.h"

#include <chrono>
#include <functional>
#include <optional>

namespace memlint {

struct FileAnalysis;

/// How edits are made and judged.
struct FixOptions {
  /// Analyses at a time; 0: as many as the machine runs threads.
  unsigned Threads = 0;
  /// What the user named: see EditScope. Empty: the files themselves.
  std::vector<std::string> Named = {};
  /// The path that standard input stands at; empty: it is not a source.
  std::string StandardInput = {};
  /// Edits of findings below this level are left alone; they are offered all the same.
  FindingLevel Least = FindingLevel::Warning;
  /// Unsafe edits are made, too; they are offered all the same.
  bool Unsafe = false;
  /// Sets Finding::Suppressed of files that were analysed again; may be empty.
  std::function<void(llvm::MutableArrayRef<FileAnalysis>)> Suppress = {};
  /// Asked before each edit that offerFixes() tries, on any thread. Once it is false, those that
  /// are left are withdrawn. Null: it goes on.
  std::function<bool()> GoOn = {};
  /// Once the trials of the edits of files that are analysed together have taken this long, those
  /// that are left are withdrawn. Empty: they may take any time.
  std::optional<std::chrono::milliseconds> TimeLimit = std::nullopt;
};

/// Tries the edits of each finding on a copy: \p Files, the result of analyseFiles() with
/// \p Options (or of analyseFile(), for one file), are analysed again with them, also those that
/// only include the edited one. The edits stay where, then, no file parses worse or is less well
/// understood, the finding is gone in every kernel that had it, and no finding is new or worse.
/// Else they and FixTitle are taken from the finding, and a note in words stays.
///
/// Edits of what suppressed findings alone ask for are taken away, too.
void offerFixes(llvm::MutableArrayRef<FileAnalysis> Files, const DriverOptions &Options,
                const FixOptions &Settings = {});

/// Takes the edits of all findings and FixTitle away: none is tried.
void omitFixes(llvm::MutableArrayRef<FileAnalysis> Files);

} // namespace memlint

#endif // CUDA_MEMLINT_FIXES_OFFEREDFIXES_H
