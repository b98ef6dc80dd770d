//===- TextChange.cpp - Where positions are after changes -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/LanguageServer/TextChange.h"

#include <algorithm>

using namespace llvm;

namespace memlint::lsp {

TextChange changeBetween(StringRef Before, StringRef After) {
  size_t Shorter = std::min(Before.size(), After.size());
  auto Beginning =
      size_t(std::mismatch(Before.begin(), Before.begin() + Shorter, After.begin()).first -
             Before.begin());
  size_t Most = Shorter - Beginning, End = 0;
  while (End < Most && Before[Before.size() - End - 1] == After[After.size() - End - 1])
    ++End;
  return {Beginning, Before.size() - Beginning - End, After.size() - Beginning - End};
}

std::optional<size_t> movedOffset(size_t Offset, ArrayRef<TextChange> Changes) {
  for (const TextChange &Each : Changes) {
    if (Offset >= Each.At + Each.Removed)
      Offset = Offset - Each.Removed + Each.Added;
    else if (Offset >= Each.At)
      return std::nullopt;
  }
  return Offset;
}

size_t movedEnd(size_t Offset, ArrayRef<TextChange> Changes) {
  for (const TextChange &Each : Changes) {
    if (Offset <= Each.At)
      continue;
    Offset = Offset >= Each.At + Each.Removed ? Offset - Each.Removed + Each.Added : Each.At;
  }
  return Offset;
}

} // namespace memlint::lsp
