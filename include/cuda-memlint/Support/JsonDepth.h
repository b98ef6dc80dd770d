//===- JsonDepth.h - How deep a text in JSON is nested ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SUPPORT_JSONDEPTH_H
#define CUDA_MEMLINT_SUPPORT_JSONDEPTH_H

#include "llvm/ADT/StringRef.h"

namespace memlint {

/// Whether \p Text has more than \p Most lists and objects inside each other. LLVM's library reads
/// each by calling itself, and could run out of stack.
inline bool isNestedDeeper(llvm::StringRef Text, unsigned Most) {
  unsigned Depth = 0;
  bool InString = false;
  for (size_t Index = 0; Index < Text.size(); ++Index) {
    char Letter = Text[Index];
    if (InString && Letter == '\\')
      ++Index;
    else if (Letter == '"')
      InString = !InString;
    else if (!InString && (Letter == '[' || Letter == '{') && ++Depth > Most)
      return true;
    else if (!InString && (Letter == ']' || Letter == '}') && Depth != 0)
      --Depth;
  }
  return false;
}

} // namespace memlint

#endif // CUDA_MEMLINT_SUPPORT_JSONDEPTH_H
