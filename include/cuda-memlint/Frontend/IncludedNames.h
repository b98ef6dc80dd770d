//===- IncludedNames.h - What a text includes -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_INCLUDEDNAMES_H
#define CUDA_MEMLINT_FRONTEND_INCLUDEDNAMES_H

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace memlint {

/// An include directive as written.
struct IncludedName {
  llvm::StringRef Name;
  bool IsQuoted;
};

/// The include directives of \p Contents, whatever the macros are: no conditions are
/// evaluated.
std::vector<IncludedName> findIncludes(llvm::StringRef Contents);

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_INCLUDEDNAMES_H
