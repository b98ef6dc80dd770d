//===- tools/cuda-memlint/OutputConflicts.h - Outputs over inputs -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_OUTPUTCONFLICTS_H
#define CUDA_MEMLINT_TOOLS_OUTPUTCONFLICTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace memlint {

/// What is given to an option that names a file to write.
struct OutputOption {
  llvm::StringRef Option;
  /// Empty or "-": none.
  llvm::StringRef Path;
};

/// Fails, in one line, when one of \p Outputs is also among \p Inputs, or two of them are one file.
/// Pipes and devices may be named as often as one likes.
llvm::Error checkOutputs(llvm::ArrayRef<OutputOption> Outputs, llvm::ArrayRef<std::string> Inputs);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_OUTPUTCONFLICTS_H
