//===- Words.h - The words of a source text ---------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SUPPORT_WORDS_H
#define CUDA_MEMLINT_SUPPORT_WORDS_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

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

/// \p Text with what \p Replacement gives for each of its words: a std::optional of a string,
/// where it is another one.
template <class Callback> std::string replaceWords(llvm::StringRef Text, Callback Replacement) {
  std::string Result;
  size_t Copied = 0;
  forEachWord(Text, [&](llvm::StringRef Word) {
    std::optional<std::string> New = Replacement(Word);
    if (!New)
      return;
    size_t Start = size_t(Word.data() - Text.data());
    Result += Text.slice(Copied, Start);
    Result += *New;
    Copied = Start + Word.size();
  });
  return Result + Text.drop_front(Copied).str();
}

} // namespace memlint

#endif // CUDA_MEMLINT_SUPPORT_WORDS_H
