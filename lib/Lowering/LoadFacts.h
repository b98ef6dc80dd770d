//===- LoadFacts.h - What other threads may change --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_LOADFACTS_H
#define CUDA_MEMLINT_LIB_LOWERING_LOADFACTS_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <set>
#include <utility>
#include <vector>

namespace memlint {

class Emitter;
class KernelObjects;

/// An execution of an access: the expression and the calls it was reached
/// through. Stable between passes over the same kernel.
using AccessKey = std::pair<const clang::Stmt *, std::vector<const clang::Stmt *>>;

/// What an object is in each pass over a kernel: a variable, or what a pointer parameter points
/// to, or the pointer at the end of this way to a member of a parameter. All dynamic shared memory
/// is one, which no declaration is.
struct ObjectIdentity {
  const clang::ValueDecl *Declaration = nullptr;
  std::vector<unsigned> Fields;

  friend auto operator<=>(const ObjectIdentity &, const ObjectIdentity &) = default;
};

/// What a first pass over a kernel finds for the second.
struct LoadFacts {
  /// Loads whose object some thread may write without a barrier between.
  std::set<AccessKey> MayChange;
  /// Objects that the kernel writes, also those that overlap with one that it writes.
  std::set<ObjectIdentity> Written;
  /// The types as which it writes through pointers that are read from memory, or not understood;
  /// those as which it writes global memory that a pointer read from memory may lead to. Null: a
  /// type is not known.
  std::set<const clang::Type *> WrittenThroughLoaded, WrittenGlobal;
  bool Known = false;
  /// It stores the address of shared memory, so that a pointer read from memory may lead there.
  bool StoresSharedAddress = false;
};

using OverlapPredicate = llvm::function_ref<bool(const MemoryObject &, const MemoryObject &)>;

/// What a second pass should know. \p MayOverlap: whether two objects may overlap.
LoadFacts collectLoadFacts(const clang::ASTContext &Ast, const KernelProgram &Program,
                           const Emitter &Out, const KernelObjects &Objects,
                           bool StoresSharedAddress, OverlapPredicate MayOverlap);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_LOADFACTS_H
