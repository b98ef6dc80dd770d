//===- LibraryTypes.h - Types of libcu++ -----------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What names, scopes and orders of NVIDIA's C++ library mean, whichever header declares them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_LIBRARYTYPES_H
#define CUDA_MEMLINT_LIB_LOWERING_LIBRARYTYPES_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "clang/AST/DeclCXX.h"

#include <optional>
#include <string>

namespace memlint {

/// The names of the namespaces around \p Declared, inline ones left out: "cuda::device".
std::string namespaceOf(const clang::Decl &Declared);

/// The enumerator of \p Type that equals \p Number; empty where there is none.
llvm::StringRef enumeratorOf(clang::QualType Type, int64_t Number);

/// cuda::thread_scope among the template arguments of \p Class, or of a class that is one
/// of them; empty where none is.
std::optional<ThreadScope> threadScopeOf(const clang::CXXRecordDecl &Class);

/// The scope that an enumerator of cuda::thread_scope means.
std::optional<ThreadScope> scopeCalled(llvm::StringRef Enumerator);

/// The order that an enumerator of cuda::memory_order means.
std::optional<AccessOrder> orderCalled(llvm::StringRef Enumerator);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_LIBRARYTYPES_H
