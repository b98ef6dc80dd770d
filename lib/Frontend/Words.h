//===- Words.h - The words of a source text ---------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_WORDS_H
#define CUDA_MEMLINT_LIB_FRONTEND_WORDS_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace memlint {

inline bool isWordCharacter(char C) { return llvm::isAlnum(C) || C == '_'; }

/// Calls \p Call with each identifier and keyword in \p Text, those in comments and literals too.
template <class Callback> void forEachWord(llvm::StringRef Text, Callback Call) {
  for (size_t Index = 0; Index < Text.size();) {
    if (!isWordCharacter(Text[Index])) {
      ++Index;
      continue;
    }
    size_t Start = Index;
    while (Index < Text.size() && isWordCharacter(Text[Index]))
      ++Index;
    if (!llvm::isDigit(Text[Start]))
      Call(Text.slice(Start, Index));
  }
}

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_WORDS_H
