//===- TextEdits.h - Edits of a text, by byte -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From the lines and columns of a finding's edits to bytes of a file's text, and the text that
/// they make of it.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FIXES_TEXTEDITS_H
#define CUDA_MEMLINT_FIXES_TEXTEDITS_H

#include "cuda-memlint/Model/Finding.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace memlint {

/// The bytes from Begin to End (exclusive) of a text become Replacement; an insertion where
/// both are the same.
struct TextEdit {
  size_t Begin = 0;
  size_t End = 0;
  std::string Replacement;

  friend auto operator<=>(const TextEdit &, const TextEdit &) = default;
};

/// The edits of \p Fixes in \p Text, sorted, identical ones once. Lines that they add end as the
/// lines around them do; what is to stand before a byte order mark stands behind it. Fails, in a
/// few words, where one has no location in the text or two meet.
llvm::Expected<std::vector<TextEdit>> locateEdits(llvm::StringRef Text,
                                                  llvm::ArrayRef<FindingFix> Fixes);

/// Gives what \p Fixes put into \p Text the line ends of the lines around it. One without a
/// location in the text stays as it is.
void adoptLineEnds(llvm::StringRef Text, llvm::MutableArrayRef<FindingFix> Fixes);

/// Whether the two cannot both be made: they have bytes in common, or touch. Identical ones can
/// not either.
bool inConflict(const TextEdit &One, const TextEdit &Other);

/// \p Text with \p Edits, which are sorted and not in conflict.
std::string applyEdits(llvm::StringRef Text, llvm::ArrayRef<TextEdit> Edits);

/// Where the byte \p Offset of a text is once \p Edits, which are sorted, are made. A byte that
/// is replaced is where its replacement begins.
size_t movedOffset(size_t Offset, llvm::ArrayRef<TextEdit> Edits);

} // namespace memlint

#endif // CUDA_MEMLINT_FIXES_TEXTEDITS_H
