//===- tools/cuda-memlint/Fixing.h - Fixes, as the command makes them -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_FIXING_H
#define CUDA_MEMLINT_TOOLS_FIXING_H

#include "CommandLine.h"

namespace memlint {

class ProgressLine;
class Session;

/// Leaves the edits that hold, or none where none are wanted, for a report that has edits.
void offerFixes(const LintCommand &Command, Session &Run);

/// Does in \p Run what \p Command says of fixes: those that hold are offered, shown, exported or
/// made; where they are made the session goes on with what remains. \p Progress says that they are
/// tried. False, and messages on standard error, when something cannot be written.
bool handleFixes(const LintCommand &Command, Session &Run, ProgressLine &Progress);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_FIXING_H
