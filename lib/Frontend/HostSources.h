//===- HostSources.h - Sources that hold host code only ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Host files beside those with kernels: nvcc and other compilers hand them to the host's compiler,
/// by their names.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_HOSTSOURCES_H
#define CUDA_MEMLINT_LIB_FRONTEND_HOSTSOURCES_H

#include "cuda-memlint/Frontend/CompileArguments.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace memlint {

/// Whether the file at \p Path is compiled as C.
bool isCSource(llvm::StringRef Path, const TranslatedArguments &Arguments);

/// Whether the file at \p Path is compiled as C or C++, and \p Contents have no kernel and no
/// launch all the same: what does not compile in it concerns host code only.
bool isHostSource(llvm::StringRef Path, llvm::StringRef Contents,
                  const TranslatedArguments &Arguments);

/// What `clang -cc1` needs to read a file as C for the host; \p Given: for the file, as
/// TranslatedArguments::ClangArguments; \p Folders: where headers of the system are looked for.
std::vector<std::string> argumentsForC(llvm::StringRef HostTriple,
                                       llvm::ArrayRef<std::string> Given,
                                       llvm::ArrayRef<std::string> Folders);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_HOSTSOURCES_H
