//===- Baseline.h - Findings that were there before -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A file that names findings, so that only new ones are reported; docs/suppressions.md
/// has its form.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_BASELINE_BASELINE_H
#define CUDA_MEMLINT_BASELINE_BASELINE_H

#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <set>
#include <string>

namespace memlint {

struct FileAnalysis;

/// The version of the format, raised when a reader of the previous one could go wrong.
inline constexpr int BaselineVersion = 1;

class Baseline {
public:
  /// The findings of \p Files, without those that comments suppress, for a file at \p Path.
  static Baseline of(llvm::ArrayRef<FileAnalysis> Files, llvm::StringRef Path);
  /// Reads the file at \p Path. The error is one line.
  static llvm::Expected<Baseline> read(llvm::StringRef Path);
  /// The same of \p Text that stands there.
  static llvm::Expected<Baseline> parse(llvm::StringRef Path, llvm::StringRef Text);

  /// One finding a line, sorted.
  void print(llvm::raw_ostream &Stream) const;

  /// Marks those of the findings that it names as suppressed, unless a comment does already.
  void suppressIn(llvm::MutableArrayRef<FileAnalysis> Files) const;

  size_t size() const { return Entries.size(); }

private:
  explicit Baseline(llvm::StringRef Path);

  struct Entry {
    /// From the folder of the baseline, with slashes.
    std::string Path;
    std::string Check;
    std::string Kernel;
    /// As fingerprintFindings() makes it.
    std::string Fingerprint;

    friend auto operator<=>(const Entry &, const Entry &) = default;
  };

  std::string relativePath(llvm::StringRef Path) const;

  /// Without links.
  std::string Folder;
  std::set<Entry> Entries;
};

} // namespace memlint

#endif // CUDA_MEMLINT_BASELINE_BASELINE_H
