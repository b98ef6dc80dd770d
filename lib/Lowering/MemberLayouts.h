//===- MemberLayouts.h - Where members of structures lie --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_MEMBERLAYOUTS_H
#define CUDA_MEMLINT_LIB_LOWERING_MEMBERLAYOUTS_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "clang/AST/ASTContext.h"

namespace memlint {

/// The members of \p Type, those of its bases included; none where it is not a structure.
/// Structures in it are looked into, \p Depth being how many \p Type itself lies in.
std::vector<MemberLayout> membersOf(const clang::ASTContext &Ast, clang::QualType Type,
                                    unsigned Depth = 0);

/// Fills what \p Object says of its extents and of its element, for an array of \p Type or one of
/// these itself.
void describeElement(const clang::ASTContext &Ast, clang::QualType Type, MemoryObject &Object);

/// One of CUDA's own, such as `float3` and `uchar4`.
bool isVectorType(const clang::ASTContext &Ast, clang::QualType Type);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_MEMBERLAYOUTS_H
