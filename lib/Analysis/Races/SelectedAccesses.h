//===- SelectedAccesses.h - One of several objects --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Accesses through pointers to one of several objects, taken apart by object. Internal to
/// the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_SELECTEDACCESSES_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_SELECTEDACCESSES_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace memlint {

/// Whether it is not known which object \p Site accesses, in whichever iteration and thread.
bool isAmbiguous(const KernelProgram &Kernel, const Access &Site);

/// \p Site once for each object that it may access, guarded by that being the one. None where
/// it is ambiguous.
std::vector<Access> accessesByObject(ExprContext &Context, const KernelProgram &Kernel,
                                     const Access &Site);

/// \p Site accesses, or may access, what a pointer that was loaded from memory points to.
bool hasLoadedBase(const KernelProgram &Kernel, const Access &Site);

/// A pointer loaded from memory may make the two access the same memory under two names: its
/// value may equal that of another loaded pointer, or of a parameter that is not `restrict`.
bool mayAliasThroughLoaded(const KernelProgram &Kernel, const Access &First, const Access &Second);

/// Any of the objects of \p First and any of those of \p Second are such that \p Holds.
bool anyBases(const KernelProgram &Kernel, const Access &First, const Access &Second,
              llvm::function_ref<bool(const MemoryObject &Left, const MemoryObject &Right)> Holds);

/// The two may access one object.
bool mayShareObject(const KernelProgram &Kernel, const Access &First, const Access &Second);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_SELECTEDACCESSES_H
