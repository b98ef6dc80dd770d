//===- HeaderWords.cpp - The words of headers -----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeaderWords.h"

#include "cuda-memlint/Frontend/IncludedNames.h"
#include "cuda-memlint/Support/Words.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

void HeaderWords::add(StringRef Name) {
  std::vector<std::string> Paths;
  auto LookUp = [&](StringRef Included) {
    if (!Known.insert(hash(Included)).second)
      return;
    for (const std::string &Folder : Folders)
      Paths.push_back(Folder + "/" + Included.str());
  };
  LookUp(Name);
  while (!Paths.empty()) {
    std::string Path = std::move(Paths.back());
    Paths.pop_back();
    if (!Known.insert(hash(Path)).second)
      continue;
    ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = Files->getBufferForFile(Path);
    if (!Buffer)
      continue;
    StringRef Text = (*Buffer)->getBuffer();
    forEachWord(Text, [this](StringRef Word) { Words.insert(hash(Word)); });
    for (const IncludedName &Include : findIncludes(Text)) {
      LookUp(Include.Name);
      if (Include.IsQuoted)
        Paths.push_back((sys::path::parent_path(Path) + "/" + Include.Name).str());
    }
  }
}

} // namespace memlint
