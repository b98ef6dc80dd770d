//===- TextEdits.cpp - Edits of a text, by byte ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Fixes/TextEdits.h"

#include "cuda-memlint/Support/LineTable.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <optional>

using namespace llvm;

namespace memlint {

/// How the line that the byte \p Offset is in ends; the line before it, where it has no end.
static StringRef lineEndAt(StringRef Text, size_t Offset) {
  size_t End = Text.find('\n', Offset);
  if (End == StringRef::npos)
    End = Text.take_front(Offset).rfind('\n');
  bool HasReturn = End != StringRef::npos && End != 0 && Text[End - 1] == '\r';
  return HasReturn ? "\r\n" : "\n";
}

static std::string withLineEnds(StringRef Text, StringRef End) {
  std::string Result;
  for (size_t At = 0; At != Text.size(); ++At)
    if (Text[At] == '\n' && (At == 0 || Text[At - 1] != '\r'))
      Result += End;
    else
      Result += Text[At];
  return Result;
}

Expected<std::vector<TextEdit>> locateEdits(StringRef Text, ArrayRef<FindingFix> Fixes) {
  constexpr StringLiteral ByteOrderMark = "\xEF\xBB\xBF";
  LineTable Lines(Text);
  std::vector<TextEdit> Edits;
  for (const FindingFix &Fix : Fixes) {
    const SourcePosition &At = Fix.Position;
    if (At.InMacro)
      return createStringError("it is in a macro");
    std::optional<size_t> Begin = Lines.offsetOf(At.Line, At.Column);
    std::optional<size_t> End = Lines.offsetOf(At.EndLine, At.EndColumn);
    if (!Begin || !End || *End < *Begin)
      return createStringError("the text has changed");
    TextEdit Edit{*Begin, *End, withLineEnds(Fix.Replacement, lineEndAt(Text, *Begin))};
    if (Text.starts_with(ByteOrderMark)) {
      Edit.Begin = std::max(Edit.Begin, ByteOrderMark.size());
      Edit.End = std::max(Edit.End, ByteOrderMark.size());
    }
    Edits.push_back(std::move(Edit));
  }
  llvm::sort(Edits);
  Edits.erase(llvm::unique(Edits), Edits.end());
  for (size_t Index = 1; Index < Edits.size(); ++Index)
    if (inConflict(Edits[Index - 1], Edits[Index]))
      return createStringError("its edits overlap");
  return Edits;
}

void adoptLineEnds(StringRef Text, MutableArrayRef<FindingFix> Fixes) {
  LineTable Lines(Text);
  for (FindingFix &Fix : Fixes)
    if (std::optional<size_t> Begin = Lines.offsetOf(Fix.Position.Line, Fix.Position.Column))
      Fix.Replacement = withLineEnds(Fix.Replacement, lineEndAt(Text, *Begin));
}

bool inConflict(const TextEdit &One, const TextEdit &Other) {
  return One.Begin <= Other.End && Other.Begin <= One.End;
}

std::string applyEdits(StringRef Text, ArrayRef<TextEdit> Edits) {
  std::string Result;
  size_t At = 0;
  for (const TextEdit &Edit : Edits) {
    Result += Text.slice(At, Edit.Begin);
    Result += Edit.Replacement;
    At = Edit.End;
  }
  Result += Text.drop_front(At);
  return Result;
}

size_t movedOffset(size_t Offset, ArrayRef<TextEdit> Edits) {
  size_t Moved = Offset;
  for (const TextEdit &Edit : Edits) {
    if (Edit.Begin > Offset)
      break;
    if (Edit.End > Offset)
      return Moved - (Offset - Edit.Begin);
    Moved += Edit.Replacement.size();
    Moved -= Edit.End - Edit.Begin;
  }
  return Moved;
}

} // namespace memlint
