//===- CommentSuppression.h - Findings that comments silence ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SUPPRESSION_COMMENTSUPPRESSION_H
#define CUDA_MEMLINT_SUPPRESSION_COMMENTSUPPRESSION_H

#include "llvm/ADT/ArrayRef.h"

#include "llvm/ADT/StringRef.h"

#include <map>
#include <string>
#include <vector>

namespace memlint {

struct FileAnalysis;

/// A name or a word in a comment that means nothing.
struct UnknownInComment {
  /// "unknown check 'cuda-x' in a NOLINT comment; did you mean 'cuda-y'?".
  std::string Message;
  /// Counted from 1, columns in bytes.
  unsigned Line = 0;
  unsigned Column = 0;
};

/// Those of \p Text, the names of checks first.
std::vector<UnknownInComment> findUnknownInComments(llvm::StringRef Text);

/// Sets Finding::Suppressed of each finding that a comment in the file where it is found,
/// on its own line or around it, silences. Texts in \p Overlay, by absolute path, stand
/// for those on disk. What cannot be used is added to
/// the messages of the file: names of checks that do not exist, in the file itself and in those
/// with findings of it; a block that is not closed, or was not opened, in the latter.
void suppressByComments(llvm::MutableArrayRef<FileAnalysis> Files,
                        const std::map<std::string, std::string> &Overlay);

} // namespace memlint

#endif // CUDA_MEMLINT_SUPPRESSION_COMMENTSUPPRESSION_H
