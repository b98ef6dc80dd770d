//===- QuotedText.cpp - Texts in YAML -------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QuotedText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/YAMLParser.h"

using namespace llvm;

namespace memlint {

std::string quotedText(StringRef Text) {
  if (!all_of(Text, [](char Letter) { return isPrint(Letter); }))
    return "\"" + yaml::escape(Text) + "\"";
  std::string Result = "'";
  for (char Letter : Text)
    Result.append(Letter == '\'' ? 2 : 1, Letter);
  return Result + "'";
}

} // namespace memlint
