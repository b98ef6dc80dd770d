//===- SourceNames.h - What sources with kernels are called -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_SOURCENAMES_H
#define CUDA_MEMLINT_FRONTEND_SOURCENAMES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"

namespace memlint {

/// Whether the file at \p Path is CUDA or HIP by its name.
inline bool isNamedAsSource(llvm::StringRef Path) {
  llvm::StringRef Extension = llvm::sys::path::extension(Path);
  return Extension == ".cu" || Extension == ".hip";
}

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_SOURCENAMES_H
