//===- CompileOptions.h - Compile options of a project ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CONFIGURATION_COMPILEOPTIONS_H
#define CUDA_MEMLINT_LIB_CONFIGURATION_COMPILEOPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace memlint {

/// Takes one compile option off the front of \p Words, a value in a word of its own too.
/// Gives it with its paths, which are relative to \p Folder, made absolute.
///
/// Only options that decide how a source reads are taken: folders and files to include,
/// macros, the language standard, and a few flags. All others fail, in words: those that
/// load code, run or choose programs, write files, read further options from a file, or go
/// to the linker, and those that nobody knows yet.
llvm::Expected<std::vector<std::string>> takeCompileOption(llvm::ArrayRef<std::string> &Words,
                                                           llvm::StringRef Folder);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CONFIGURATION_COMPILEOPTIONS_H
