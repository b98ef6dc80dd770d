//===- QuotedText.h - Texts in YAML -----------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CONFIGURATION_QUOTEDTEXT_H
#define CUDA_MEMLINT_LIB_CONFIGURATION_QUOTEDTEXT_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace memlint {

/// \p Text as a value on one line of YAML.
std::string quotedText(llvm::StringRef Text);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CONFIGURATION_QUOTEDTEXT_H
