//===- IgnoredWarnings.h - What Clang warns of and nvcc accepts -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_IGNOREDWARNINGS_H
#define CUDA_MEMLINT_LIB_FRONTEND_IGNOREDWARNINGS_H

#include "clang/Basic/Diagnostic.h"

namespace memlint {

/// Makes \p Diagnostics silent about all warnings, also about those that are errors by default, as
/// nvcc warns where Clang refuses.
void ignoreWarnings(clang::DiagnosticsEngine &Diagnostics);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_IGNOREDWARNINGS_H
