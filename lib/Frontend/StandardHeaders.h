//===- StandardHeaders.h - Files that do with our standard headers -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The host's C headers declare thousands of names in dozens of files; most
/// programs with a kernel or two use printf and exit. Reading those headers takes
/// longer than everything else, so such programs are first read with the embedded
/// ones.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_STANDARDHEADERS_H
#define CUDA_MEMLINT_LIB_FRONTEND_STANDARDHEADERS_H

#include "cuda-memlint/Frontend/IncludedNames.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace memlint {

/// Whether \p Contents, which has \p Includes, includes headers of C, and either means the same
/// with the embedded ones as with the host's or does not parse with them.
bool sufficeEmbeddedStandardHeaders(llvm::ArrayRef<IncludedName> Includes,
                                    llvm::StringRef Contents);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_STANDARDHEADERS_H
