//===- LaunchedBytes.h - Where launches say how much they share -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Looks for all locations that count the bytes of dynamic shared memory for a kernel.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_SOURCEEDITS_LAUNCHEDBYTES_H
#define CUDA_MEMLINT_LIB_SOURCEEDITS_LAUNCHEDBYTES_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "clang/AST/ASTContext.h"

namespace memlint {

/// The numbers that must grow with rows of \p Length elements of \p ElementBytes in the dynamic
/// shared memory of \p Kernel, which is not a template: one for each of its launches. \p LengthText
/// is how the subscripts write the length, empty where they do so in several ways. Empty where one
/// of the numbers cannot be changed, no launch is seen, or something else than a launch names the
/// kernel: all is in the source that defines it, which is not a header.
std::vector<RowNumber> launchedBytes(const clang::FunctionDecl &Kernel, uint64_t Length,
                                     llvm::StringRef LengthText, uint64_t ElementBytes,
                                     const clang::ASTContext &Ast);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_SOURCEEDITS_LAUNCHEDBYTES_H
