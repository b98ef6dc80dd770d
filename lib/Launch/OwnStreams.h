//===- OwnStreams.h - Streams that a host function makes --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_OWNSTREAMS_H
#define CUDA_MEMLINT_LIB_LAUNCH_OWNSTREAMS_H

#include "clang/AST/Decl.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <optional>

namespace clang {
class ASTContext;
class Expr;
} // namespace clang

namespace memlint {

/// A variable that holds a stream, or an element of an array of them.
struct OwnStream {
  const clang::VarDecl *Variable = nullptr;
  uint64_t Element = 0;

  friend bool operator==(const OwnStream &, const OwnStream &) = default;
};

/// Knows the local variables of a function that hold streams which it creates itself: two of them
/// are never one stream, nor the default stream.
class OwnStreams {
public:
  OwnStreams(const clang::FunctionDecl &Function, const clang::ASTContext &Ast);

  /// Empty: \p Stream may be any.
  std::optional<OwnStream> of(const clang::Expr &Stream) const;

private:
  const clang::ASTContext &Ast;
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Created, OtherwiseUsed;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_OWNSTREAMS_H
