//===- FileTexts.cpp - The texts that an analysis reads -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileTexts.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace memlint {

FileTexts::FileTexts(const FrontendOptions &Options) {
  RealPaths Paths;
  for (const auto &[Path, Text] : Options.Overlay)
    Known[Paths.of(Path)] = Text;
}

const std::string *FileTexts::find(StringRef Path) {
  auto [Entry, Inserted] = Known.try_emplace(Path);
  if (Inserted)
    if (ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
            MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false))
      Entry->second = (*Buffer)->getBuffer().str();
  return Entry->second ? &*Entry->second : nullptr;
}

} // namespace memlint
