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

/// What is found of a file, one of several.
enum class FileTask : uint8_t {
  Links,  ///< its links
  Kernels ///< everything
};

/// The hash of all that decides what \p Task finds of the file at \p Path, but the disk: this
/// program, the current folder, the options of the file, where the machine has its headers, and
/// \p Facts. FrontendOptions::Overlay is part of the disk, of which an entry knows what was read;
/// it is hashed too if \p ReadsOverlay, so that an edit does not replace the result without it.
CacheKey keyOfTask(FileTask Task, llvm::StringRef Path, const DriverOptions &Options,
                   const OutsideFacts &Facts, bool ReadsOverlay);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_DRIVER_TASKKEY_H
