//===- IncludedNames.cpp - What a text includes ---------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/IncludedNames.h"

using namespace llvm;

namespace memlint {

std::vector<IncludedName> findIncludes(StringRef Contents) {
  std::vector<IncludedName> Names;
  while (!Contents.empty()) {
    StringRef Line;
    std::tie(Line, Contents) = Contents.split('\n');
    Line = Line.ltrim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    if (!Line.consume_front("include_next") && !Line.consume_front("include"))
      continue;
    Line = Line.ltrim();
    if (Line.consume_front("<"))
      Names.push_back({Line.take_until([](char C) { return C == '>'; }), false});
    else if (Line.consume_front("\""))
      Names.push_back({Line.take_until([](char C) { return C == '"'; }), true});
  }
  return Names;
}

} // namespace memlint
