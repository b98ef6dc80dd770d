//===- HarnessFile.h - A generated main on disk -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_HARNESS_HARNESSFILE_H
#define CUDA_MEMLINT_HARDWARE_HARNESS_HARNESSFILE_H

#include "cuda-memlint/Hardware/Harness/Harness.h"
#include "cuda-memlint/Hardware/Toolchain/WorkFolder.h"

namespace memlint {

struct FileAnalysis;
struct VerifyOptions;

/// Writes the harness of \p File, which includes \p Source, into the folder \p Subfolder of
/// \p Folder. The path.
llvm::Expected<std::string> writeHarness(const FileAnalysis &File, const Harness &Plan,
                                         llvm::StringRef Source, const WorkFolder &Folder,
                                         llvm::StringRef Subfolder);

/// Makes a main for \p File where it has none, or \p Options ask for one: plans it, and puts
/// its launches in the place of those known. Nothing happens where that has been done. The
/// error is one line.
llvm::Error ensureMain(FileAnalysis &File, const VerifyOptions &Options);

/// Whether main has to be generated: there is none in \p File, nor other parts of the program
/// in the options, or one is asked for.
bool needsMain(const FileAnalysis &File, const VerifyOptions &Options);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_HARNESS_HARNESSFILE_H
