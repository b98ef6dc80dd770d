//===- ProgramArguments.h - What a program is run with ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LAUNCH_PROGRAMARGUMENTS_H
#define CUDA_MEMLINT_LAUNCH_PROGRAMARGUMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// The arguments of a program, without its name; nothing: they are not known.
using ProgramArguments = std::optional<std::vector<std::string>>;

/// Splits \p Text into words as a POSIX shell does: at spaces, tabs and line ends, with single and
/// double quotes and backslashes. Nothing is expanded. The error is about \p Text.
llvm::Expected<std::vector<std::string>> splitArguments(llvm::StringRef Text);

/// \p Arguments as one text that splitArguments() reads.
std::string argumentsText(llvm::ArrayRef<std::string> Arguments);

} // namespace memlint

#endif // CUDA_MEMLINT_LAUNCH_PROGRAMARGUMENTS_H
