//===- FindingDiagnostics.h - Findings as clang-tidy's diagnostics *- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_TIDY_FINDINGDIAGNOSTICS_H
#define CUDA_MEMLINT_TOOLS_TIDY_FINDINGDIAGNOSTICS_H

#include "cuda-memlint/Report/ShownFindings.h"

#include "clang-tidy/ClangTidyCheck.h"
#include "llvm/ADT/DenseSet.h"

namespace memlint {

/// Reports \p Same, which read alike, through \p Check: a warning at the same location in
/// clang-tidy's own sources, with the notes of all and the fix of one that is in \p WithFix. Never
/// an error, which would count as one of the compiler's: what is one is decided by clang-tidy's
/// WarningsAsErrors.
void report(llvm::ArrayRef<ShownFinding> Same, const llvm::DenseSet<const Finding *> &WithFix,
            clang::tidy::ClangTidyCheck &Check, clang::SourceManager &Sources);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_TIDY_FINDINGDIAGNOSTICS_H
