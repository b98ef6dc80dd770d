//===- CompilerState.h - clang-tidy's compiler options ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_TIDY_COMPILERSTATE_H
#define CUDA_MEMLINT_TOOLS_TIDY_COMPILERSTATE_H

#include "cuda-memlint/Frontend/Frontend.h"

namespace clang {
class Preprocessor;
class SourceManager;
} // namespace clang

namespace memlint {

/// The absolute path of the file that \p Sources were read for.
std::string mainPath(const clang::SourceManager &Sources);

/// How our own front end is to read the same file: the user's include folders, macros, forced
/// includes and language options, and the texts of files that differ from those on disk. What
/// Clang's driver or `clang-tidy.cfg` added for Clang's own parse is left out. The architecture
/// is empty where nobody named one.
FrontendOptions readCompilerState(clang::Preprocessor &Preprocessor,
                                  const clang::SourceManager &Sources);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_TIDY_COMPILERSTATE_H
