//===- HarnessFile.h - A generated main on disk -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_VERIFY_HARNESSFILE_H
#define CUDA_MEMLINT_LIB_VERIFY_HARNESSFILE_H

#include "cuda-memlint/Verify/Harness.h"
#include "cuda-memlint/Verify/WorkFolder.h"

namespace memlint {

struct FileAnalysis;

/// Writes the harness of \p File, which includes \p Source, into the folder \p Subfolder of
/// \p Folder. The path.
llvm::Expected<std::string> writeHarness(const FileAnalysis &File, const Harness &Plan,
                                         llvm::StringRef Source, const WorkFolder &Folder,
                                         llvm::StringRef Subfolder);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_VERIFY_HARNESSFILE_H
