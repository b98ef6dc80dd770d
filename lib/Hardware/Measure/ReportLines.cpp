//===- ReportLines.cpp - Rows of a profiler's CSV -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportLines.h"

using namespace llvm;

namespace memlint {

static constexpr StringRef Separator = "\",\"";

Expected<bool> ReportLines::next() {
  while (!Rest.empty()) {
    StringRef Text;
    std::tie(Text, Rest) = Rest.split('\n');
    ++Line;
    Text = Text.rtrim('\r');
    if (Text.empty() || Text.starts_with("=="))
      continue;
    // Some rows end in a comma.
    if (Text.ends_with("\","))
      Text = Text.drop_back();
    if (Text.size() < 2 || !Text.starts_with("\"") || !Text.ends_with("\""))
      return error("a row of quoted fields was expected; the report is truncated or corrupt");
    Row = Text.drop_front().drop_back();
    Fields.clear();
    Row.split(Fields, Separator);
    return true;
  }
  return false;
}

Error ReportLines::fit(size_t Count, size_t TextColumn) {
  if (Fields.size() < Count)
    return error("a row has " + Twine(Fields.size()) + " columns instead of " + Twine(Count) +
                 "; the report is truncated or corrupt");
  // From both ends, so that all that is odd falls to the text.
  StringRef Middle = Row;
  Fields.resize(Count);
  for (size_t Index = 0; Index != TextColumn; ++Index)
    std::tie(Fields[Index], Middle) = Middle.split(Separator);
  for (size_t Index = Count - 1; Index != TextColumn; --Index)
    std::tie(Middle, Fields[Index]) = Middle.rsplit(Separator);
  Fields[TextColumn] = Middle;
  return Error::success();
}

Error ReportLines::error(const Twine &What) const {
  return createStringError("cannot read the profiler's report, line " + Twine(Line) + " of the " +
                           PageName + " page: " + What);
}

std::optional<uint64_t> readCount(StringRef Text) {
  if (Text.empty() || Text == "-")
    return 0;
  uint64_t Value = 0;
  for (char Character : Text) {
    if (Character == ',')
      continue;
    if (Character < '0' || Character > '9' || Value > (UINT64_MAX - 9) / 10)
      return std::nullopt;
    Value = Value * 10 + (Character - '0');
  }
  return Value;
}

} // namespace memlint
