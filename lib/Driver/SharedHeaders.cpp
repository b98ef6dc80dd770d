//===- SharedHeaders.cpp - Files that begin alike -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedHeaders.h"

#include "cuda-memlint/Frontend/ParseAhead.h"
#include "cuda-memlint/Frontend/SourceFileSystem.h"
#include "cuda-memlint/Support/RegularFile.h"

#include "llvm/Support/Path.h"

#include <map>

using namespace llvm;

namespace memlint {

/// What the file at \p Path may share with others of its folder; empty: nothing.
static std::string beginningOf(const SourceFile &File) {
  if (!File.Problem.empty())
    return "";
  auto Text = readRegularFile(File.Path, "file", MaximumSourceBytes);
  if (Text)
    return ParseAhead::sharedBeginning((*Text)->getBuffer()).str();
  // Its analysis says so.
  consumeError(Text.takeError());
  return "";
}

std::vector<std::vector<size_t>> groupByHeaders(ArrayRef<SourceFile> Files,
                                                ArrayRef<size_t> Chosen) {
  std::map<std::pair<std::string, std::string>, std::vector<size_t>> ByBeginning;
  for (auto [Position, File] : enumerate(Chosen))
    if (std::string Beginning = beginningOf(Files[File]); !Beginning.empty())
      ByBeginning[{sys::path::parent_path(Files[File].Path).str(), std::move(Beginning)}].push_back(
          Position);
  std::vector<std::vector<size_t>> Groups;
  for (auto &[Key, Positions] : ByBeginning)
    if (Positions.size() > 1)
      Groups.push_back(std::move(Positions));
  return Groups;
}

} // namespace memlint
