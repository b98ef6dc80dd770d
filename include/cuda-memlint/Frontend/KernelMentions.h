//===- KernelMentions.h - Where a file names its kernels --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_KERNELMENTIONS_H
#define CUDA_MEMLINT_FRONTEND_KERNELMENTIONS_H

#include "cuda-memlint/Model/SourcePosition.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace clang {
class ASTContext;
} // namespace clang

namespace memlint {

/// What the tokens of the main file and of the headers that it includes, but those of the system,
/// say of names, as they are written: code that the preprocessor skips, templates that nothing
/// instantiates and statements that do not compile are read like others; what macros put together
/// is not seen.
class KernelMentions {
public:
  explicit KernelMentions(const clang::ASTContext &Ast);

  /// How often \p Name is written in the main file, definitions included.
  unsigned count(llvm::StringRef Name) const;
  /// How often it is written in all of these files.
  unsigned countWithHeaders(llvm::StringRef Name) const;
  /// The first launch in the main file, `Name<<<…>>>` or `Name<…><<<…>>>`; no line if nothing does.
  SourcePosition launch(llvm::StringRef Name) const;

private:
  void readMainFile();
  void readHeaders() const;

  const clang::ASTContext &Ast;
  struct Mentions {
    unsigned Count = 0;
    SourcePosition Launch;
  };
  llvm::StringMap<Mentions> ByName;
  /// Of headers alone, once they have been asked for.
  mutable std::optional<llvm::StringMap<unsigned>> InHeaders;
};

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_KERNELMENTIONS_H
