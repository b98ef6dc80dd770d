//===- PathList.cpp - Paths in one value of an option ---------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/PathList.h"

using namespace llvm;

namespace memlint {

SmallVector<StringRef, 4> splitPathList(StringRef Value) {
  SmallVector<StringRef, 4> Paths;
  while (!Value.empty()) {
    StringRef Path;
    size_t End = Value.starts_with("\"") ? Value.find('"', 1) : StringRef::npos;
    if (End != StringRef::npos && (End + 1 == Value.size() || Value[End + 1] == ',')) {
      Path = Value.slice(1, End);
      Value = Value.drop_front(End + 1);
      Value.consume_front(",");
    } else {
      std::tie(Path, Value) = Value.split(',');
    }
    if (!Path.empty())
      Paths.push_back(Path);
  }
  return Paths;
}

std::string quoteForPathList(StringRef Path) {
  return Path.contains(',') ? ("\"" + Path.str() + "\"") : Path.str();
}

std::string quoteForHostCompiler(StringRef Path) {
  return Path.find_first_of(", \t") == StringRef::npos ? Path.str() : "\"" + Path.str() + "\"";
}

bool canBeIncluded(StringRef Path) { return Path.find_first_of("\"\n\r") == StringRef::npos; }

} // namespace memlint
