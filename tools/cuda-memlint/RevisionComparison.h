//===- RevisionComparison.h - What differs between revisions ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_REVISIONCOMPARISON_H
#define CUDA_MEMLINT_TOOLS_REVISIONCOMPARISON_H

#include "CommandLine.h"

#include "cuda-memlint/Report/ReportDifference.h"

namespace memlint {

/// Analyses both revisions of the git repository of the current folder, in copies of this process,
/// which must have one thread only. The repository is not changed. The error is one line; what went
/// wrong in an analysis was printed before.
llvm::Expected<std::vector<Difference>> compareRevisions(const DiffCommand &Command);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_REVISIONCOMPARISON_H
