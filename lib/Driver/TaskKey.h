//===- TaskKey.h - What decides the analysis of a file ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_DRIVER_TASKKEY_H
#define CUDA_MEMLINT_LIB_DRIVER_TASKKEY_H

#include "cuda-memlint/Cache/ResultCache.h"
#include "cuda-memlint/Driver/Driver.h"

namespace memlint {

/// What is wanted of a file, one of several.
enum class FileTask : uint8_t {
  Begin,       ///< its links, and its kernels if nothing comes from outside
  BeginCalled, ///< the same of a file that seems to be called from another
  Links,       ///< its links
  Kernels      ///< everything
};

/// The hash of all that decides what \p Task makes of the file at \p Path, but the disk: this
/// program, the current folder, the options of the file, where the machine has its headers, and
/// \p Facts.
CacheKey keyOfTask(FileTask Task, llvm::StringRef Path, const DriverOptions &Options,
                   const OutsideFacts &Facts);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_DRIVER_TASKKEY_H
