//===- tools/cuda-memlint/Output.h - Where messages and reports go -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_OUTPUT_H
#define CUDA_MEMLINT_TOOLS_OUTPUT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace memlint {

/// One line on standard error.
void printError(llvm::StringRef Message);

/// The first line says what and what to do; what follows is another program's.
void printLongError(llvm::StringRef Message);

/// Fails, in one line, where it can be known now that \p Path cannot be written: before something
/// that takes long.
llvm::Error checkWritable(llvm::StringRef Path);

/// Writes to \p Path, or to standard output when it is empty. A regular file is replaced as a
/// whole or not at all, one that a link leads to where it is; a pipe or device is written into.
/// False, and one line on standard error, when that fails.
bool writeOutput(llvm::StringRef Path, llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Write);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_OUTPUT_H
