//===- FixCandidates.h - Edits that findings ask for ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FIXES_FIXCANDIDATES_H
#define CUDA_MEMLINT_LIB_FIXES_FIXCANDIDATES_H

#include "FileTexts.h"

#include "cuda-memlint/Fixes/EditScope.h"
#include "cuda-memlint/Fixes/TextEdits.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/BitVector.h"

namespace memlint {

/// A finding, by indices.
struct FindingIndex {
  size_t File = 0, Kernel = 0, Item = 0;

  Finding &in(llvm::MutableArrayRef<FileAnalysis> Files) const {
    return Files[File].Kernels[Kernel].Findings[Item];
  }
  const Finding &in(llvm::ArrayRef<FileAnalysis> Files) const {
    return Files[File].Kernels[Kernel].Findings[Item];
  }
};

/// One change of one file, and the findings that ask for it.
struct FixCandidate {
  /// Without links.
  std::string Path;
  /// As locateEdits() gives them.
  std::vector<TextEdit> Edits;
  std::vector<FindingIndex> Findings;
};

/// Takes the edits from the finding; unless \p Why is empty, a note says what they would do, and
/// why they are not offered.
void withdraw(Finding &Item, llvm::StringRef Why);

/// The changes that the findings of \p Active files ask for, sorted by file and location, each
/// once. What cannot be made, or may not, is withdrawn; so is what only suppressed findings ask
/// for.
std::vector<FixCandidate> collectCandidates(llvm::MutableArrayRef<FileAnalysis> Files,
                                            const llvm::BitVector &Active, const EditScope &Scope,
                                            FileTexts &Texts);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FIXES_FIXCANDIDATES_H
