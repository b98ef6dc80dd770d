//===- ShownFindings.h - Findings that read alike, once ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_REPORT_SHOWNFINDINGS_H
#define CUDA_MEMLINT_REPORT_SHOWNFINDINGS_H

#include "cuda-memlint/Model/Finding.h"
#include "cuda-memlint/Report/SourceText.h"
#include "cuda-memlint/Report/TextReport.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace memlint {

struct KernelAnalysis;

/// A finding with the kernel it was made in.
struct ShownFinding {
  const FileAnalysis *File;
  const KernelAnalysis *Kernel;
  const Finding *Item;
  /// Further accesses with the same cause; may be empty.
  std::string Others;
};

/// What is to be known of \p Entry, one of several findings that are shown as one with \p First.
std::vector<FindingNote> notesOf(const ShownFinding &Entry, const ShownFinding &First);

/// Path, line, column, check and message.
using PositionAndText =
    std::tuple<std::string, unsigned, unsigned, llvm::StringRef, llvm::StringRef>;

/// A header is spelled in several ways by those who include it; here it is spelled in one.
PositionAndText positionAndText(const SourcePosition &Position, llvm::StringRef Check,
                                llvm::StringRef Message);

struct ShownFindings {
  /// By the first file that has them, sorted by location: findings that read alike, the one that
  /// costs most of those of the highest level first.
  std::map<const FileAnalysis *, std::vector<std::vector<ShownFinding>>> OfFile;
  /// Those that are not reported.
  std::set<PositionAndText> Suppressed;
};

/// One location in the source can be reached in several ways: by instantiations of a template, by
/// calls that were inlined, from several files that include it. What reads alike is shown once,
/// with the notes of all.
ShownFindings mergeFindings(llvm::ArrayRef<FileAnalysis> Files, const TextReportOptions &Options);

/// Those of \p Found that are shown, file by file in the order of \p Files.
std::vector<llvm::ArrayRef<ShownFinding>> shownInOrder(const ShownFindings &Found,
                                                       llvm::ArrayRef<FileAnalysis> Files,
                                                       const TextReportOptions &Options);

/// Whether \p Same, which read alike, are shown: remarks are on demand only.
bool isShown(llvm::ArrayRef<ShownFinding> Same, const TextReportOptions &Options);

/// Those of Fingerprint.h, made once for each kernel.
class ShownFingerprints {
public:
  explicit ShownFingerprints(llvm::ArrayRef<FileAnalysis> Files) { Sources.addTextsOf(Files); }

  const std::string &of(const ShownFinding &Shown);

private:
  SourceTexts Sources;
  std::map<const KernelAnalysis *, std::vector<std::string>> Known;
};

/// The advice of what reads alike: that of the first that has one, with the name of its kernel
/// where another instantiation has other advice or none.
std::optional<FindingNote> adviceOf(llvm::ArrayRef<ShownFinding> Same);

/// The notes of all that read alike and the first advice, a line each: "note: proved for …",
/// "kernel.cu:17: help: pad …".
std::vector<std::string> describeDetails(llvm::ArrayRef<ShownFinding> Same);

} // namespace memlint

#endif // CUDA_MEMLINT_REPORT_SHOWNFINDINGS_H
