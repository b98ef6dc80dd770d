//===- LibraryFunction.h - Barriers, copies and atomics of libraries -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the classes and functions of libcu++ and of other namespaces of CUDA's do, by namespace and
/// name, whichever header declares them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CUDAMODEL_LIBRARYFUNCTION_H
#define CUDA_MEMLINT_CUDAMODEL_LIBRARYFUNCTION_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace memlint {

enum class LibraryClass : uint8_t { Atomic, Barrier, Pipeline, Other };

/// Of a barrier in memory or a pipeline.
enum class LibraryMethod : uint8_t {
  Arrive,
  Wait,
  ArriveAndWait,
  WaitOtherwise, ///< for a phase, or for stages or groups of copies
  Other
};

enum class LibraryFunction : uint8_t {
  Fence,
  InitialiseBarrier, ///< (barrier, count)
  AwaitPipeline,
  Copy,        ///< (to, from, bytes, barrier or pipeline), a group before them in some
  CopyByGroup, ///< (group, to, from, bytes)
  CopyObject,  ///< (to, from, pipeline)
  CopyBulk,    ///< by the tensor memory accelerator
  AwaitBulkCopies,
  Other
};

LibraryClass libraryClass(llvm::StringRef Space, llvm::StringRef Name);
LibraryMethod libraryMethod(LibraryClass Class, llvm::StringRef Name);
LibraryFunction libraryFunction(llvm::StringRef Space, llvm::StringRef Name);

} // namespace memlint

#endif // CUDA_MEMLINT_CUDAMODEL_LIBRARYFUNCTION_H
