//===- PredefinedMacros.h - The compiler's macros, on demand ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clang has some six hundred macros of its own, and reads their definitions in front of each file.
/// For a small kernel this is as much as the kernel. Here each is defined when its name is first
/// read, wherever that is: no file can tell the difference.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_PREDEFINEDMACROS_H
#define CUDA_MEMLINT_LIB_FRONTEND_PREDEFINEDMACROS_H

#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class Preprocessor;
} // namespace clang

namespace memlint {

class PredefinedMacros : public clang::IdentifierInfoLookup {
public:
  /// Takes the definitions from what \p Reader, which has read nothing yet, is to read first.
  explicit PredefinedMacros(clang::Preprocessor &Reader);

  clang::IdentifierInfo *get(llvm::StringRef Name) override;

private:
  void define(clang::IdentifierInfo &Name, llvm::StringRef Body);

  clang::Preprocessor &Reader;
  clang::SourceLocation Begin;
  /// All definitions, as lines of their own.
  llvm::StringRef Text;
  /// What stands behind each name in that text.
  llvm::StringMap<llvm::StringRef> Bodies;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_PREDEFINEDMACROS_H
