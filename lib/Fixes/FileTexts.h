//===- FileTexts.h - The texts that an analysis reads -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FIXES_FILETEXTS_H
#define CUDA_MEMLINT_LIB_FIXES_FILETEXTS_H

#include "cuda-memlint/Frontend/Frontend.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/StringMap.h"

#include <optional>

namespace memlint {

/// The texts of files as FrontendOptions::Overlay has them, else as they are on disk.
class FileTexts {
public:
  explicit FileTexts(const FrontendOptions &Options);

  /// Null when it cannot be read. \p Path has no links.
  const std::string *find(llvm::StringRef Path);

private:
  llvm::StringMap<std::optional<std::string>> Known;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FIXES_FILETEXTS_H
