//===- IntegerConstants.h - Numbers that Clang knows ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_INTERPRETER_INTEGERCONSTANTS_H
#define CUDA_MEMLINT_INTERPRETER_INTEGERCONSTANTS_H

#include "llvm/ADT/APSInt.h"

namespace memlint {

/// \p Number modulo 2^64, as a signed one: as literals are, so that ~0ull equals -1.
inline int64_t signedBits(const llvm::APSInt &Number) {
  return Number.extOrTrunc(64).getSExtValue();
}

} // namespace memlint

#endif // CUDA_MEMLINT_INTERPRETER_INTEGERCONSTANTS_H
