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
#include "cuda-memlint/Model/RaceReport.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace memlint {

class RaceSetting;

/// Whether it is not known which object \p Site accesses, in whichever iteration and thread.
bool isAmbiguous(const KernelProgram &Kernel, const Access &Site);

/// Data choose in which of several global arrays \p Site is: `*(k < key[v] ? &left[v] :
/// &right[v])`. Its offset says which location it is only beside equal ones.
bool isChosenByData(const KernelProgram &Kernel, const Access &Site);

/// \p Site once for each object that it may access, guarded by that being the one. None where
/// it is ambiguous.
std::vector<Access> accessesByObject(ExprContext &Context, const KernelProgram &Kernel,
                                     const Access &Site);

/// \p Site accesses, or may access, what a pointer that was loaded from memory points to.
bool hasLoadedBase(const KernelProgram &Kernel, const Access &Site);

/// A pointer loaded from memory may make the two access the same memory under two names: its
/// value may equal that of another loaded pointer, or of a parameter that is not `restrict`.
bool mayAliasThroughLoaded(const KernelProgram &Kernel, const Access &First, const Access &Second);

/// A thread that comes to both, in one iteration, surely finds one location.
bool isSamePlace(const KernelProgram &Kernel, const Access &One, const Access &Other);

/// The start of \p Object is one address for two threads that are related as \p Between says:
/// elements of different numbers are different memory.
bool isOnePointer(const MemoryObject &Object, ThreadPair Between);

/// \p One and \p Other surely access one object, also where two threads come to them that are
/// related as \p Between says.
bool isSameObject(const RaceSetting &Setting, const Access &One, const Access &Other,
                  ThreadPair Between);

/// Any of the objects of \p First and any of those of \p Second are such that \p Holds.
bool anyBases(const KernelProgram &Kernel, const Access &First, const Access &Second,
              llvm::function_ref<bool(const MemoryObject &Left, const MemoryObject &Right)> Holds);

/// The two may access one object.
bool mayShareObject(const KernelProgram &Kernel, const Access &First, const Access &Second);

/// Nothing ever makes what \p Swap replaces again: whoever finds something else there has come too
/// late, and need not try again.
bool isReplacedOnce(const KernelProgram &Kernel, const Access &Swap);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_SELECTEDACCESSES_H
