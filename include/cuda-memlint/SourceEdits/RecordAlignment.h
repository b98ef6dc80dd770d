//===- RecordAlignment.h - Records whose alignment can be changed -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SOURCEEDITS_RECORDALIGNMENT_H
#define CUDA_MEMLINT_SOURCEEDITS_RECORDALIGNMENT_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "clang/AST/ASTContext.h"

#include "llvm/ADT/ArrayRef.h"

namespace memlint {

/// Where an alignment can be written at the definition of the record \p Type in a file of the
/// user's: its name or, where it has none, the empty location behind the keyword. Line 0: nowhere;
/// it is not such a record, an instance of a template, or aligned or packed already.
SourcePosition alignablePosition(const clang::ASTContext &Ast, clang::QualType Type);

/// Clears MemoryObject::ElementRecord where another alignment would change more than that of
/// arrays of it: other records hold it or derive from it, or pointers to something else are
/// cast to pointers to it, so that nobody knows how they are aligned.
void keepAlignableRecords(clang::ASTContext &Ast, llvm::ArrayRef<KernelProgram *> Kernels);

} // namespace memlint

#endif // CUDA_MEMLINT_SOURCEEDITS_RECORDALIGNMENT_H
