//===- LibraryTypes.h - Types of libcu++ -----------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What declarations of NVIDIA's C++ library are called, whichever header declares them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_LIBRARYTYPES_H
#define CUDA_MEMLINT_LIB_LOWERING_LIBRARYTYPES_H

#include "cuda-memlint/CudaModel/LibraryFunction.h"
#include "cuda-memlint/CudaModel/MemoryOrdering.h"

#include "clang/AST/DeclCXX.h"

#include <optional>
#include <string>

namespace memlint {

/// The names of the namespaces around \p Declared, inline ones left out: "cuda::device".
std::string namespaceOf(const clang::Decl &Declared);

LibraryClass libraryClassOf(const clang::CXXRecordDecl &Class);
/// \p Function: whose name is an identifier.
LibraryFunction libraryFunctionOf(const clang::FunctionDecl &Function);

/// The enumerator of \p Type that equals \p Number; empty where there is none.
llvm::StringRef enumeratorOf(clang::QualType Type, int64_t Number);

/// cuda::thread_scope among the template arguments of \p Class, or of a class that is one
/// of them; empty where none is.
std::optional<ThreadScope> threadScopeOf(const clang::CXXRecordDecl &Class);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_LIBRARYTYPES_H
