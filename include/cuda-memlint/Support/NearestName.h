//===- NearestName.h - What a mistyped name may have meant ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SUPPORT_NEARESTNAME_H
#define CUDA_MEMLINT_SUPPORT_NEARESTNAME_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <string>

namespace memlint {

/// The shortest of \p Names that begins with \p Given, where that is at least half of it; else the
/// one that takes the fewest edits from \p Given. The first of several. Empty where more than a
/// third of the name would be edited, which is not a slip of the finger.
template <typename Range> llvm::StringRef nearestName(llvm::StringRef Given, const Range &Names) {
  llvm::StringRef Nearest;
  for (llvm::StringRef Name : Names)
    if (Name.starts_with(Given) && Name.size() <= 2 * Given.size() &&
        (Nearest.empty() || Name.size() < Nearest.size()))
      Nearest = Name;
  if (!Nearest.empty())
    return Nearest;
  unsigned Fewest = ~0U;
  for (llvm::StringRef Name : Names) {
    unsigned Most = std::max<unsigned>(2, Name.size() / 3);
    unsigned Edits = Given.edit_distance(Name, /*AllowReplacements=*/true, Most);
    if (Edits <= Most && Edits < Fewest) {
      Fewest = Edits;
      Nearest = Name;
    }
  }
  return Nearest;
}

/// The same for words that may well mean something else: at most one letter in three is edited.
template <typename Range> llvm::StringRef nameBySlip(llvm::StringRef Given, const Range &Names) {
  constexpr size_t LettersForASlip = 3;
  llvm::StringRef Nearest = nearestName(Given, Names);
  return Given.edit_distance(Nearest) <= Given.size() / LettersForASlip ? Nearest : "";
}

/// "; did you mean 'name'?", to stand behind what is wrong with \p Given; empty where none of
/// \p Names is near.
template <typename Range> std::string didYouMean(llvm::StringRef Given, const Range &Names) {
  llvm::StringRef Nearest = nearestName(Given, Names);
  return Nearest.empty() ? "" : ("; did you mean '" + Nearest + "'?").str();
}

} // namespace memlint

#endif // CUDA_MEMLINT_SUPPORT_NEARESTNAME_H
