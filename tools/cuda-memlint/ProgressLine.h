//===- ProgressLine.h - How far a run is ------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_PROGRESSLINE_H
#define CUDA_MEMLINT_TOOLS_PROGRESSLINE_H

#include "cuda-memlint/Driver/Isolation.h"

namespace memlint {

/// `[12/147] src/attention.cu (8 s), about 3 min left`, with the end of the path alone where
/// \p Columns are too few.
std::string describeProgress(const AnalysisProgress &Progress, std::chrono::milliseconds Elapsed,
                             unsigned Columns);

/// A line of a terminal on standard error that is written over and over, and is gone at the end.
/// Nothing is written unless standard error is a terminal, nor in the first second.
class ProgressLine {
public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;

  void show(const AnalysisProgress &Progress);
  void show(std::string Text);
  /// What follows may write to the terminal.
  void hide();

private:
  std::chrono::milliseconds elapsed() const;
  /// That a line may take.
  static unsigned columns();

  bool IsShown = false;
  const bool IsTerminal;
  const std::chrono::steady_clock::time_point Start = std::chrono::steady_clock::now();
};

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_PROGRESSLINE_H
