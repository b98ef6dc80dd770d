//===- HostBuffers.h - Memory that variables lead to ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which memory the local variables of a host function lead to, whatever the order of its
/// statements, and whether other code may get to know the address.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_HOSTBUFFERS_H
#define CUDA_MEMLINT_LIB_LAUNCH_HOSTBUFFERS_H

#include "clang/AST/Decl.h"

#include "llvm/ADT/DenseMap.h"

#include <string>

namespace clang {
class DeclRefExpr;
}

namespace memlint {

enum class BufferMemory : uint8_t { None, Pageable, PageLocked, Managed, Mapped, Device, Unknown };

struct HostBuffer {
  /// None: the variable is never given anything but null.
  BufferMemory Memory = BufferMemory::None;
  /// What allocates it: the first allocation, or the variable itself.
  clang::SourceRange Allocation;
  /// "malloc", "new", "std::vector", "local array", or the function of CUDA's runtime.
  std::string From;
  /// Mapped: the variable through which the host accesses the same memory; null: not one variable.
  const clang::VarDecl *OnHost = nullptr;
  /// The address goes to another variable, to a function whose code is not seen, to a kernel or to
  /// the caller.
  bool IsShared = false;
};

class HostBuffers {
public:
  HostBuffers(const clang::FunctionDecl &Function, clang::ASTContext &Ast);

  /// Null: \p Variable is not a pointer, array or vector of this function.
  const HostBuffer *of(const clang::VarDecl *Variable) const;

  /// The variable that \p Pointer leads into the memory of: `p`, `p + 1`, `&p[1]`, `v.data()`,
  /// `&v[0]`, `rows[1]`, with casts; else null.
  static const clang::DeclRefExpr *baseOf(const clang::Expr *Pointer);

private:
  class Walk;
  llvm::DenseMap<const clang::VarDecl *, HostBuffer> Buffers;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_HOSTBUFFERS_H
