//===- TextChange.cpp - Where positions are after changes -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/LanguageServer/TextChange.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>
#include <iterator>

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

namespace {

/// A line of two texts, by the offsets at which it begins in them.
struct SharedLine {
  size_t InBefore = 0, InAfter = 0, Size = 0;
};

struct LineCount {
  unsigned OfBefore = 0, OfAfter = 0;
  size_t InBefore = 0;
};

} // namespace

/// Calls \p Take with each line of \p Text, its end included, and with where it begins.
static void forEachLine(StringRef Text, function_ref<void(StringRef Line, size_t At)> Take) {
  for (size_t At = 0; At < Text.size();) {
    size_t End = std::min(Text.find('\n', At), Text.size() - 1) + 1;
    Take(Text.slice(At, End), At);
    At = End;
  }
}

/// The lines that each of two texts has once, in the order of \p After.
static std::vector<SharedLine> linesOfBoth(StringRef Before, StringRef After) {
  StringMap<LineCount> Counts;
  forEachLine(Before, [&](StringRef Line, size_t At) {
    LineCount &Count = Counts[Line];
    ++Count.OfBefore;
    Count.InBefore = At;
  });
  forEachLine(After, [&](StringRef Line, size_t) { ++Counts[Line].OfAfter; });
  std::vector<SharedLine> Result;
  forEachLine(After, [&](StringRef Line, size_t At) {
    const LineCount &Count = Counts[Line];
    if (Count.OfBefore == 1 && Count.OfAfter == 1)
      Result.push_back({Count.InBefore, At, Line.size()});
  });
  return Result;
}

/// The most of \p Lines that are in the same order in both texts: a longest increasing subsequence
/// by patience sorting.
static std::vector<SharedLine> linesInOrder(ArrayRef<SharedLine> Lines) {
  constexpr size_t None = ~size_t(0);
  // By length, the line that ends the subsequence of that length with the earliest end.
  std::vector<size_t> Ends, Previous(Lines.size(), None);
  for (size_t Line = 0; Line < Lines.size(); ++Line) {
    auto Longer = partition_point(
        Ends, [&](size_t End) { return Lines[End].InBefore < Lines[Line].InBefore; });
    if (Longer != Ends.begin())
      Previous[Line] = *std::prev(Longer);
    if (Longer == Ends.end())
      Ends.push_back(Line);
    else
      *Longer = Line;
  }
  std::vector<SharedLine> Result;
  for (size_t Line = Ends.empty() ? None : Ends.back(); Line != None; Line = Previous[Line])
    Result.push_back(Lines[Line]);
  std::reverse(Result.begin(), Result.end());
  return Result;
}

std::vector<TextChange> changesBetween(StringRef Before, StringRef After) {
  TextChange Whole = changeBetween(Before, After);
  // Whole lines; the first and the last may differ in part only.
  size_t Start = Before.take_front(Whole.At).rfind('\n') + 1;
  size_t Left = Before.size() - Whole.At - Whole.Removed;
  size_t End = Before.take_back(Left).find('\n'), Behind = End == StringRef::npos ? Left : End + 1;
  StringRef Old = Before.drop_back(Left - Behind).drop_front(Start);
  StringRef New = After.drop_back(Left - Behind).drop_front(Start);
  std::vector<SharedLine> Kept = linesInOrder(linesOfBoth(Old, New));
  Kept.push_back({Old.size(), New.size(), 0});
  std::vector<TextChange> Result;
  size_t OldEnd = 0, NewEnd = 0;
  for (const SharedLine &Next : Kept) {
    TextChange Gap =
        changeBetween(Old.slice(OldEnd, Next.InBefore), New.slice(NewEnd, Next.InAfter));
    Gap.At += Start + OldEnd;
    if (Gap.Removed != 0 || Gap.Added != 0)
      Result.push_back(Gap);
    OldEnd = Next.InBefore + Next.Size;
    NewEnd = Next.InAfter + Next.Size;
  }
  // So that places of earlier ones are those of the text before all.
  std::reverse(Result.begin(), Result.end());
  return Result;
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
