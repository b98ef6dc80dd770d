//===- LibraryBodies.h - Bodies that nobody asks for ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_LIBRARYBODIES_H
#define CUDA_MEMLINT_LIB_FRONTEND_LIBRARYBODIES_H

#include "cuda-memlint/Frontend/HostHeaders.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"

namespace memlint {

/// Has the parser pass over the bodies of functions of the host's C++ library, which takes a
/// quarter to a third of the time of a file that includes streams and containers. No kernel calls
/// such a function: nvcc lets device code call those of them alone that are constexpr, whose bodies
/// Clang always keeps.
class LibraryBodies : public clang::ASTConsumer {
public:
  /// Both must outlive the parse.
  LibraryBodies(const clang::SourceManager &Sources, const HostHeaders &Host)
      : Sources(Sources), Host(Host) {}

  bool shouldSkipFunctionBody(clang::Decl *Function) override;

private:
  bool isOfLibrary(clang::FileID File) const;

  const clang::SourceManager &Sources;
  const HostHeaders &Host;
  llvm::DenseMap<clang::FileID, bool> Known;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_LIBRARYBODIES_H
