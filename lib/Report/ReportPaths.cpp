//===- ReportPaths.cpp - Paths as services show them ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportPaths.h"

#include "cuda-memlint/Support/RealPaths.h"
#include "cuda-memlint/Support/RepositoryRoot.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

std::string percentEncoded(StringRef Path) {
  std::string Encoded;
  for (char Letter : Path)
    if (isAlnum(Letter) || StringRef("/-._~").contains(Letter))
      Encoded += Letter;
    else
      Encoded += "%" + utohexstr(uint8_t(Letter), /*LowerCase=*/false, /*Width=*/2);
  return Encoded;
}

ReportPaths::ReportPaths() {
  std::string Folder = absolutePath(".");
  Root = findRepositoryRoot(Folder);
  if (Root.empty())
    Root = Folder;
}

std::string ReportPaths::of(StringRef Path) const {
  std::string Absolute = absolutePath(Path);
  StringRef Below = pathBelow(Absolute, Root);
  return Below.empty() ? Absolute : Below.str();
}

} // namespace memlint
