//===- FixSafety.h - Safe, unsafe and missing fixes -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What reports say of the fixes of findings: the one place where the reasons are worded.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_FIXSAFETY_H
#define CUDA_MEMLINT_CHECKS_FIXSAFETY_H

#include "cuda-memlint/Model/Finding.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <vector>

namespace memlint {

struct FileAnalysis;

/// "safe" or "unsafe"; empty for a finding without fixes.
llvm::StringRef fixSafetyName(const Finding &Item);

/// The reason for which the fix is unsafe, or missing, as in JSON: "unknown-origin". Empty: none.
llvm::StringRef fixReasonName(const Finding &Item);

/// The note that says why the fix of \p Item is unsafe, or why there is none.
std::optional<FindingNote> noteOnFix(const Finding &Item);

/// The notes of \p Item, with that on its fix.
std::vector<FindingNote> allNotes(const Finding &Item);

struct FixCounts {
  size_t Safe = 0;
  size_t Unsafe = 0;
};

/// The fixes of findings in \p Files that are not suppressed and at least of level \p Least, those
/// that several findings ask for once.
FixCounts countFixes(llvm::ArrayRef<FileAnalysis> Files, FindingLevel Least);

/// " (2 more with --unsafe-fixes)", or nothing.
std::string moreUnsafeFixes(size_t Count);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_FIXSAFETY_H
