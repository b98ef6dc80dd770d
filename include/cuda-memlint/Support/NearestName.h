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
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace memlint {

/// How far the numbers lie apart that two names end with; 0 where one ends with none.
inline uint64_t distanceOfNumbers(llvm::StringRef Left, llvm::StringRef Right) {
  auto NumberOf = [](llvm::StringRef Name) -> std::optional<uint64_t> {
    uint64_t Number = 0;
    llvm::StringRef Digits = Name.take_back(Name.size() - Name.rtrim("0123456789").size());
    return Digits.getAsInteger(10, Number) ? std::nullopt : std::optional(Number);
  };
  std::optional<uint64_t> One = NumberOf(Left), Other = NumberOf(Right);
  return One && Other ? std::max(*One, *Other) - std::min(*One, *Other) : 0;
}

/// The shortest of \p Names that begins with \p Given, where that is at least half of it; else the
/// one that takes the fewest edits from \p Given: of several the one that begins like it for
/// longest, then the one that ends with the nearest number, then the first. Empty where more than a
/// third of the name would be edited, which is not a slip of the finger.
template <typename Range> llvm::StringRef nearestName(llvm::StringRef Given, const Range &Names) {
  llvm::StringRef Nearest;
  for (llvm::StringRef Name : Names)
    if (Name.starts_with(Given) && Name.size() <= 2 * Given.size() &&
        (Nearest.empty() || Name.size() < Nearest.size()))
      Nearest = Name;
  if (!Nearest.empty())
    return Nearest;
  std::tuple<unsigned, size_t, uint64_t> Least(~0U, 0, 0);
  for (llvm::StringRef Name : Names) {
    unsigned Most = std::max<unsigned>(2, Name.size() / 3);
    unsigned Edits = Given.edit_distance(Name, /*AllowReplacements=*/true, Most);
    if (Edits > Most)
      continue;
    const char *Differs = std::mismatch(Given.begin(), Given.end(), Name.begin(), Name.end()).first;
    std::tuple Distance(Edits, size_t(Given.end() - Differs), distanceOfNumbers(Given, Name));
    if (Distance < Least) {
      Least = Distance;
      Nearest = Name;
    }
  }
  return Nearest;
}

/// Whether two neighbouring letters of \p Left are exchanged in \p Right, and nothing else differs.
inline bool areExchanged(llvm::StringRef Left, llvm::StringRef Right) {
  if (Left.size() != Right.size())
    return false;
  size_t First =
      size_t(std::mismatch(Left.begin(), Left.end(), Right.begin()).first - Left.begin());
  return First + 1 < Left.size() && Left[First] == Right[First + 1] &&
         Left[First + 1] == Right[First] &&
         Left.drop_front(First + 2) == Right.drop_front(First + 2);
}

/// The same for words that may well mean something else: at most one letter in three is edited, or
/// two neighbouring ones are exchanged.
template <typename Range> llvm::StringRef nameBySlip(llvm::StringRef Given, const Range &Names) {
  constexpr size_t LettersForASlip = 3;
  for (llvm::StringRef Name : Names)
    if (areExchanged(Given, Name))
      return Name;
  llvm::StringRef Nearest = nearestName(Given, Names);
  return Given.edit_distance(Nearest) <= Given.size() / LettersForASlip ? Nearest : "";
}

/// The same for a name that may end with `*`: then what it begins with is compared, up to the same
/// length or, behind a dash, up to the dashes of the names.
template <typename Range> std::string nearestPattern(llvm::StringRef Given, const Range &Names) {
  llvm::StringRef Fixed = Given;
  if (!Fixed.consume_back("*"))
    return nearestName(Given, Names).str();
  if (Fixed.empty() || Fixed.contains('*'))
    return "";
  std::vector<llvm::StringRef> Beginnings;
  for (llvm::StringRef Name : Names)
    if (Fixed.ends_with("-"))
      for (size_t At = Name.find('-'); At != llvm::StringRef::npos; At = Name.find('-', At + 1))
        Beginnings.push_back(Name.take_front(At + 1));
    else
      Beginnings.push_back(Name.take_front(Fixed.size()));
  llvm::StringRef Nearest = nearestName(Fixed, Beginnings);
  return Nearest.empty() ? "" : (Nearest + "*").str();
}

/// "; did you mean 'name'?", to stand behind what is wrong with \p Given; empty where none of
/// \p Names is near.
template <typename Range> std::string didYouMean(llvm::StringRef Given, const Range &Names) {
  std::string Nearest = nearestPattern(Given, Names);
  return Nearest.empty() ? "" : "; did you mean '" + Nearest + "'?";
}

} // namespace memlint

#endif // CUDA_MEMLINT_SUPPORT_NEARESTNAME_H
