//===- ConstUses.h - What compiles with a pointer to const ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_SOURCEEDITS_CONSTUSES_H
#define CUDA_MEMLINT_LIB_SOURCEEDITS_CONSTUSES_H

namespace clang {
class FunctionDecl;
class ParmVarDecl;
} // namespace clang

namespace memlint {

/// What the body of a function does with one of its pointers.
struct PointerUses {
  /// It compiles, and means the same, when the pointer is one to const.
  bool AllowConst = true;
  /// It is made to point elsewhere by other means than `+=` and `++`.
  bool IsReassigned = false;
  /// It is used in arguments of a function that is not inlined, which knows nothing of how it
  /// was declared.
  bool LeavesFunction = false;
};

PointerUses usesOf(const clang::FunctionDecl &Function, const clang::ParmVarDecl &Pointer);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_SOURCEEDITS_CONSTUSES_H
