//===- BrokenLines.h - Text in lines of a width -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SUPPORT_BROKENLINES_H
#define CUDA_MEMLINT_SUPPORT_BROKENLINES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Unicode.h"

#include <string>
#include <vector>

namespace memlint {

/// \p Text in lines of at most \p Width columns, broken at spaces; a word that is longer has a line
/// of its own. At least one line.
inline std::vector<std::string> brokenLines(llvm::StringRef Text, size_t Width) {
  std::vector<std::string> Lines(1);
  bool IsFirst = true;
  while (!Text.empty()) {
    auto [Word, Rest] = Text.split(' ');
    std::string Longer = IsFirst ? Word.str() : Lines.back() + " " + Word.str();
    if (IsFirst || llvm::sys::unicode::columnWidthUTF8(Longer) <= int(Width))
      Lines.back() = std::move(Longer);
    else
      Lines.push_back(Word.str());
    IsFirst = false;
    Text = Rest;
  }
  return Lines;
}

} // namespace memlint

#endif // CUDA_MEMLINT_SUPPORT_BROKENLINES_H
