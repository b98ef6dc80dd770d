//===- FixPlan.h - Edits of many findings, together -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Brings the edits of many findings together and writes them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FIXES_FIXPLAN_H
#define CUDA_MEMLINT_FIXES_FIXPLAN_H

#include "cuda-memlint/Fixes/OfferedFixes.h"
#include "cuda-memlint/Fixes/TextEdits.h"

#include "llvm/Support/Error.h"

namespace memlint {

struct FileAnalysis;

/// A fix that is made.
struct PlannedFix {
  /// The first finding that it mends, where it was when the fix was chosen.
  std::string Check;
  FindingLevel Level = FindingLevel::Warning;
  SourcePosition Position;
  std::string Message;
  std::string Title;
  /// The file that is edited, without links.
  std::string Path;
  /// Bytes of the text that the fix was chosen for. An edit that an earlier fix of the same
  /// plan makes too is not repeated.
  std::vector<TextEdit> Edits;
};

/// A file whose text changes.
struct FileChange {
  /// Without links.
  std::string Path;
  std::string Original, Changed;
};

struct FixPlan {
  /// Sorted by path.
  std::vector<FileChange> Files;
  /// In the order in which they were chosen, within one round by path and location.
  std::vector<PlannedFix> Fixes;
};

/// The edits of \p Files, which offerFixes() has let stand, as far as they go together: of two
/// that overlap or touch the first by location, an edit that several findings ask for once.
/// Together they hold what each of them does: no new error, no new finding, those that they mend
/// are gone. Findings that are suppressed or below FixOptions::Least are left out.
FixPlan planFixes(llvm::MutableArrayRef<FileAnalysis> Files, const DriverOptions &Options,
                  const FixOptions &Settings = {});

/// The same again and again with the changed text, from \p Files as analyseFiles() gave them,
/// until nothing is left to fix. \p Files become the analyses of the changed text; nothing is
/// written.
FixPlan fixFiles(llvm::MutableArrayRef<FileAnalysis> Files, const DriverOptions &Options,
                 const FixOptions &Settings = {});

/// Replaces the file by its changed text, as a whole or not at all; its permissions stay. Fails,
/// in one line, when it is not as it was read, or cannot be written.
llvm::Error applyChange(const FileChange &Change);

} // namespace memlint

#endif // CUDA_MEMLINT_FIXES_FIXPLAN_H
