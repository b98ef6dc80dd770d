//===- ToolText.h - What tools print ----------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_TOOLCHAIN_TOOLTEXT_H
#define CUDA_MEMLINT_HARDWARE_TOOLCHAIN_TOOLTEXT_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace memlint {

/// The version that `\p Tool --version` prints behind \p Mark, as "13.0.88" behind ", V";
/// empty when it prints none.
std::string versionOf(llvm::StringRef Tool, llvm::StringRef Mark);

/// The same of what it printed.
std::string versionIn(llvm::StringRef Text, llvm::StringRef Mark);

/// The first \p MaximumLines lines of \p Text that are not blank, each indented and cut
/// at 300 characters, and a remark on how many are left out. Begins with a line break
/// when there are any.
std::string indentedLines(llvm::StringRef Text, unsigned MaximumLines);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_TOOLCHAIN_TOOLTEXT_H
