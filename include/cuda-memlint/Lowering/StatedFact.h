//===- StatedFact.h - Facts that a configuration states ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is stated of kernels outside their source.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LOWERING_STATEDFACT_H
#define CUDA_MEMLINT_LOWERING_STATEDFACT_H

#include "cuda-memlint/Model/SourcePosition.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace memlint {

/// What is stated of a kernel outside of its source, as a comment to the tool would.
struct StatedFact {
  /// "assume n % 32 == 0", "distinct order".
  std::string Text;
  SourcePosition Position;
  /// It is stated of many kernels: nothing is said where it does not fit one.
  bool OfSeveral = false;
};

/// Why \p Text is not a fact, whatever kernel it is about.
llvm::Error checkFact(llvm::StringRef Text);

} // namespace memlint

#endif // CUDA_MEMLINT_LOWERING_STATEDFACT_H
