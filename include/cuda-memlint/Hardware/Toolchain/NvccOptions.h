//===- NvccOptions.h - nvcc's options by what they do ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_TOOLCHAIN_NVCCOPTIONS_H
#define CUDA_MEMLINT_HARDWARE_TOOLCHAIN_NVCCOPTIONS_H

#include "cuda-memlint/Hardware/Toolchain/ProgramBuild.h"
#include "cuda-memlint/Hardware/Toolchain/VerifyOptions.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace memlint {

struct FileAnalysis;

/// Whether \p Option says which devices code is made for; its value may follow it.
bool namesArchitecture(llvm::StringRef Option);

/// Whether the program is made of other sources or objects too, among which its main is.
bool namesOtherParts(const std::vector<std::string> &Options);

/// \p Options for compiling one source that is not linked: without other parts, link-time
/// optimisation and the language, and, for \p OneArchitecture, without architectures.
std::vector<std::string> optionsForOneSource(const std::vector<std::string> &Options,
                                             bool OneArchitecture);

/// An error where nvcc cannot take the path \p Path: it puts paths between double quotes
/// into commands that a shell of its own runs, which expands what it finds there.
llvm::Error checkPathForNvcc(llvm::StringRef Path);

/// How nvcc builds \p File: with the options of the compilation database, as far as nvcc
/// takes them, then the user's. Of options that say the same, nvcc takes the last.
llvm::Expected<BuildRequest> requestBuild(const FileAnalysis &File, const VerifyOptions &Options);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_TOOLCHAIN_NVCCOPTIONS_H
