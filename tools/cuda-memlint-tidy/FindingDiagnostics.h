//===- FindingDiagnostics.h - Findings as clang-tidy's diagnostics *- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_TIDY_FINDINGDIAGNOSTICS_H
#define CUDA_MEMLINT_TOOLS_TIDY_FINDINGDIAGNOSTICS_H

#include "cuda-memlint/Model/Finding.h"

#include "clang-tidy/ClangTidyCheck.h"

namespace memlint {

/// Reports \p Item through \p Check: a warning at the same location in clang-tidy's own sources,
/// with \p Others, which may be empty, and its notes and, \p WithFix, its fix. Never an error,
/// which would count as one of the compiler's: what is one is decided by clang-tidy's
/// WarningsAsErrors.
void report(const Finding &Item, const std::string &Others, bool WithFix,
            clang::tidy::ClangTidyCheck &Check, clang::SourceManager &Sources);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_TIDY_FINDINGDIAGNOSTICS_H
