//===- MovedCommands.h - A database for a copy of the sources ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_MOVEDCOMMANDS_H
#define CUDA_MEMLINT_FRONTEND_MOVEDCOMMANDS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>

namespace memlint {

/// Where \p Path, which is absolute, is in a copy at \p To of the folder \p From, both without
/// links; it need not exist. Empty: it is not below \p From.
std::string pathInCopy(llvm::StringRef Path, llvm::StringRef From, llvm::StringRef To);

/// The commands of \p Database, a compile_commands.json or its folder, for sources that were
/// copied: paths below \p From lead to their counterparts below \p To where these exist, both
/// without links. Other paths, as those of headers that a build has generated, stay. Sources
/// without a counterpart are left out. The error is one line.
llvm::Expected<llvm::json::Array> moveCommands(llvm::StringRef Database, llvm::StringRef From,
                                               llvm::StringRef To);

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_MOVEDCOMMANDS_H
