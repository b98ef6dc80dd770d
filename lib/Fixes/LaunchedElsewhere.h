//===- LaunchedElsewhere.h - Who else counts on a kernel --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FIXES_LAUNCHEDELSEWHERE_H
#define CUDA_MEMLINT_LIB_FIXES_LAUNCHEDELSEWHERE_H

#include "FileTexts.h"

#include "cuda-memlint/Model/Finding.h"

#include "clang/Lex/Token.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

#include <vector>

namespace memlint {

struct FileAnalysis;
struct KernelAnalysis;

/// Looks into the texts of other files for the kernels of fixes.
class LaunchedElsewhere {
public:
  /// All of these live longer.
  LaunchedElsewhere(llvm::ArrayRef<FileAnalysis> Files, RealPaths &Paths, FileTexts &Texts)
      : Files(Files), Paths(Paths), Texts(Texts) {}

  /// Whether the edits of \p Item, a finding about \p Kernel in file number \p File, need what
  /// other files do with the kernel: they make dynamic shared memory larger, which another file may
  /// launch with as many bytes as before, or they change how parameters are declared, which another
  /// declaration must match and another launch must keep. If so, the path of another file that
  /// names the kernel. Empty: none does, or the edits ask nothing of others.
  llvm::StringRef find(size_t File, const KernelAnalysis &Kernel, const Finding &Item);

private:
  /// The tokens of \p Text, that of the file at \p Path, before preprocessing, without comments.
  /// \p Text ends with a null byte.
  llvm::ArrayRef<clang::Token> tokensOf(llvm::StringRef Path, llvm::StringRef Text);

  llvm::ArrayRef<unsigned> filesNaming(llvm::StringRef Name);

  llvm::ArrayRef<FileAnalysis> Files;
  RealPaths &Paths;
  FileTexts &Texts;
  /// By file, without links.
  llvm::StringMap<std::vector<clang::Token>> Tokens;
  /// By word, in ascending order.
  llvm::StringMap<std::vector<unsigned>> Naming;
  bool IsIndexed = false;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FIXES_LAUNCHEDELSEWHERE_H
