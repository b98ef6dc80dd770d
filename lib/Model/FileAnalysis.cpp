//===- FileAnalysis.cpp - What is known of a file -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Model/FileAnalysis.h"

#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

namespace memlint {

bool FileAnalysis::hasError(const std::string &Message, const SourcePosition &At) const {
  return llvm::any_of(Errors, [&](const SourceError &Each) {
    return Each.Message == Message && Each.Position.Line == At.Line &&
           Each.Position.Path == At.Path;
  });
}

} // namespace memlint
