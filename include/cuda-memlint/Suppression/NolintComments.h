//===- NolintComments.h - Comments that silence findings --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// NOLINT, NOLINTNEXTLINE, NOLINTBEGIN and NOLINTEND, by clang-tidy's rules
/// (documentation of clang-tidy, "Suppressing Undesired Diagnostics"), so that one
/// comment means the same to both:
///
/// - the word alone speaks of all checks, `(globs)` directly behind it of those that
///   one of the globs, separated by commas, matches; `*` is the only wildcard, a glob
///   with a `-` before it matches none. `()` speaks of no check, a parenthesis that is not
///   closed on its line is none;
/// - of NOLINTBEGIN and NOLINTEND, two with the same text in parentheses belong together,
///   and blocks may be nested but not overlap;
/// - a longer word (NOLINTALL) is none of these. Whether they stand in a comment or not
///   is not asked.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SUPPRESSION_NOLINTCOMMENTS_H
#define CUDA_MEMLINT_SUPPRESSION_NOLINTCOMMENTS_H

#include "cuda-memlint/Support/LineTable.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// Whether all of \p Name is as \p Glob says, with `*` for any text.
bool matchesGlob(llvm::StringRef Glob, llvm::StringRef Name);

/// A NOLINTBEGIN without its NOLINTEND, or the other way round. Line and column are
/// counted from 1, columns in bytes.
struct UnmatchedNolint {
  bool IsBegin = false;
  unsigned Line = 0;
  unsigned Column = 0;
};

/// A name that stands in the parentheses of one of the words, or a word itself.
struct NolintName {
  std::string Name;
  unsigned Line = 0;
  unsigned Column = 0;
};

/// The comments of one file.
class NolintComments {
public:
  explicit NolintComments(llvm::StringRef Text);

  /// Whether a finding of \p Check at this location is silenced.
  bool suppress(llvm::StringRef Check, unsigned Line, unsigned Column) const;

  /// In the order of the text.
  llvm::ArrayRef<UnmatchedNolint> unmatched() const { return Unmatched; }

  /// The names and globs that the words speak of, each once, with the first word that does; in the
  /// order of the text.
  llvm::ArrayRef<NolintName> names() const { return Names; }

  /// A word that is not one of them.
  struct Misspelling {
    NolintName Word;
    std::string Meant;
  };
  /// Words by which one of them may be meant, likewise: those in capitals that are almost one, and
  /// at the beginning of a comment those with other capitals.
  llvm::ArrayRef<Misspelling> misspellings() const { return Misspellings; }

private:
  using Globs = std::vector<std::string>;
  /// Bytes from the start of the text, both ends excluded.
  struct Block {
    size_t Begin;
    size_t End;
    Globs Checks;
  };

  void matchBlocks(llvm::ArrayRef<struct NolintWord> Words);
  void collectNames(llvm::ArrayRef<struct NolintWord> Words);
  void collectMisspellings(llvm::StringRef Text, llvm::ArrayRef<struct NolintSlip> Slips);

  LineTable Lines;
  /// What the words NOLINT on a line, and NOLINTNEXTLINE on the one before, speak of.
  std::map<unsigned, Globs> ByLine;
  std::vector<Block> Blocks;
  std::vector<UnmatchedNolint> Unmatched;
  std::vector<NolintName> Names;
  std::vector<Misspelling> Misspellings;
};

} // namespace memlint

#endif // CUDA_MEMLINT_SUPPRESSION_NOLINTCOMMENTS_H
