//===- InstrumentedRun.h - Building and running a copy that counts -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_VERIFY_INSTRUMENTEDRUN_H
#define CUDA_MEMLINT_LIB_VERIFY_INSTRUMENTEDRUN_H

#include "cuda-memlint/Verify/Toolchain.h"
#include "cuda-memlint/Verify/Verify.h"
#include "cuda-memlint/Verify/WorkFolder.h"

namespace memlint {

/// Builds the instrumented copy of \p File in \p Folder, runs it and holds the
/// predictions against what it counted. Fails as profileProgram() does.
llvm::Expected<FileComparison> verifyByInstrumentation(const FileAnalysis &File,
                                                       const VerifyOptions &Options,
                                                       const Toolchain &Tools,
                                                       const WorkFolder &Folder);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_VERIFY_INSTRUMENTEDRUN_H
