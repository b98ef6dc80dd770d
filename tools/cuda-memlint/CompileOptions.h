//===- CompileOptions.h - Compile options before the `--` -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_COMPILEOPTIONS_H
#define CUDA_MEMLINT_TOOLS_COMPILEOPTIONS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace memlint {

/// Moves the options that every compiler has, -I, -D, -U, -isystem, -include and -std, with their
/// values from \p Arguments, which come before a `--`, to \p Compile. \p TakesNext says of an
/// argument whether it is an option of this command that the next one is the value of. Fails, with
/// one line, where a value is missing.
llvm::Error takeCompileOptions(std::vector<const char *> &Arguments,
                               std::vector<std::string> &Compile,
                               llvm::function_ref<bool(llvm::StringRef Argument)> TakesNext);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_COMPILEOPTIONS_H
