//===- ToolText.cpp - What tools print ------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Toolchain/ToolText.h"

#include "cuda-memlint/Process/Process.h"

using namespace llvm;

namespace memlint {

std::string versionOf(StringRef Tool, StringRef Mark) {
  ProcessRequest Request;
  Request.Program = Tool.str();
  Request.Arguments = {"--version"};
  Request.TimeLimit = std::chrono::seconds(60);
  Expected<ProcessResult> Result = runProcess(Request);
  if (!Result) {
    consumeError(Result.takeError());
    return "";
  }
  return versionIn(Result->Output, Mark);
}

std::string versionIn(StringRef Text, StringRef Mark) {
  size_t Found = Text.find(Mark);
  if (Found == StringRef::npos)
    return "";
  return Text.drop_front(Found + Mark.size())
      .take_while([](char Character) { return Character == '.' || isdigit(Character); })
      .str();
}

std::string indentedLines(StringRef Text, unsigned MaximumLines) {
  constexpr size_t MaximumLength = 300;
  std::string Result;
  unsigned Lines = 0;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Line = Line.rtrim();
    if (Line.empty())
      continue;
    if (++Lines > MaximumLines)
      continue;
    Result += ("\n  " + Line.take_front(MaximumLength)).str();
    if (Line.size() > MaximumLength)
      Result += "...";
  }
  if (Lines > MaximumLines)
    Result += "\n  (" + std::to_string(Lines - MaximumLines) + " more lines)";
  return Result;
}

} // namespace memlint
