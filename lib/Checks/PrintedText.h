//===- PrintedText.h - Calls that only print --------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_PRINTEDTEXT_H
#define CUDA_MEMLINT_LIB_CHECKS_PRINTEDTEXT_H

#include "cuda-memlint/MemoryProgram/MemoryProgram.h"

#include "llvm/ADT/StringRef.h"

namespace memlint {

/// It prints, and changes nothing that the kernel sees.
inline bool onlyPrints(const UnseenEffect &Effect) {
  return llvm::StringRef(Effect.Text).starts_with("printf(");
}

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_PRINTEDTEXT_H
