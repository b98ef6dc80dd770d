//===- FindingComparison.h - What an edit did to the findings ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FIXES_FINDINGCOMPARISON_H
#define CUDA_MEMLINT_LIB_FIXES_FINDINGCOMPARISON_H

#include "cuda-memlint/Fixes/TextEdits.h"
#include "cuda-memlint/Support/LineTable.h"

#include <map>
#include <set>

namespace memlint {

struct FileAnalysis;

/// A file before and after its edits.
struct EditedText {
  EditedText(llvm::StringRef Text, std::vector<TextEdit> Made)
      : Edits(std::move(Made)), New(applyEdits(Text, Edits)), LinesBefore(Text), LinesAfter(New) {}

  std::vector<TextEdit> Edits;
  std::string New;
  LineTable LinesBefore, LinesAfter;
};

/// By path, without links.
using EditedTexts = std::map<std::string, EditedText>;

/// Why the edits that lead from \p Before to \p After, analyses of the same files in the same
/// order, are rejected, in a few words. Empty if nothing parses worse or is less well understood,
/// the findings \p Mended are gone, and no other finding is new or worse. A remark that a barrier
/// is superfluous may be new where a race is mended.
///
/// Findings are the same if their check and kernel agree, and either their shifted location or the
/// accesses that they are about; see docs/fixes.md.
std::string findFault(llvm::ArrayRef<const FileAnalysis *> Before,
                      llvm::ArrayRef<FileAnalysis> After, const std::set<const Finding *> &Mended,
                      const EditedTexts &Texts);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FIXES_FINDINGCOMPARISON_H
