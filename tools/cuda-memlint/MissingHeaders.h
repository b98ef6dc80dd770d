//===- MissingHeaders.h - Where headers that are missing are ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_MISSINGHEADERS_H
#define CUDA_MEMLINT_TOOLS_MISSINGHEADERS_H

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace memlint {

struct FileAnalysis;

/// One line for each option -I that lets \p Files find a header which they miss: `'options.h' is in
/// src/common: pass -Isrc/common`, what most files miss first. The headers are looked for below the
/// folders \p Roots; one that several folders have is not mentioned, nor is any if there are more
/// than 100,000 files to look through.
std::vector<std::string> suggestIncludeFolders(llvm::ArrayRef<FileAnalysis> Files,
                                               llvm::ArrayRef<std::string> Roots);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_MISSINGHEADERS_H
