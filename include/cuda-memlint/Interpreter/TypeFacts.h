//===- TypeFacts.h - What the interpreter asks of types ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_INTERPRETER_TYPEFACTS_H
#define CUDA_MEMLINT_INTERPRETER_TYPEFACTS_H

#include "cuda-memlint/Symbolic/Expression.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"

namespace memlint {

/// In bytes; 0 where it is not known.
uint64_t sizeOf(const clang::ASTContext &Ast, clang::QualType Type);

/// In bytes; 1 where it is not known.
uint64_t alignmentOf(const clang::ASTContext &Ast, clang::QualType Type);

/// The numbers that an integer of \p Type can be; all numbers for other types.
Interval rangeOf(const clang::ASTContext &Ast, clang::QualType Type);

/// What is followed by value at most.
struct TrackedSizes {
  /// Scalars of a variable.
  unsigned Parts = 256;
  /// Of an array.
  uint64_t Elements = 64;
};

/// Variables of \p Type are followed by value; others are memory.
bool isTrackedType(const clang::ASTContext &Ast, clang::QualType Type, TrackedSizes Sizes = {});

/// Of \p Field, or of the base class \p Base, among the parts of the value of its class.
unsigned partNumber(const clang::FieldDecl &Field);
unsigned partNumber(const clang::CXXRecordDecl &Class, const clang::CXXRecordDecl *Base);

} // namespace memlint

#endif // CUDA_MEMLINT_INTERPRETER_TYPEFACTS_H
