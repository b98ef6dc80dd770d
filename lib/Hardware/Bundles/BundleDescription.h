//===- BundleDescription.h - What a bundle asks for -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_BUNDLES_BUNDLEDESCRIPTION_H
#define CUDA_MEMLINT_LIB_HARDWARE_BUNDLES_BUNDLEDESCRIPTION_H

#include "cuda-memlint/Hardware/Bundles/Bundle.h"

#include "llvm/Support/raw_ostream.h"

namespace memlint {

/// Prints \p Described, with marks in its paths, as the text of bundle.json.
void printDescription(llvm::raw_ostream &Stream, const Bundle &Described);

/// Reads such a text; marks stay. Fails, with one line, when it is none.
llvm::Expected<Bundle> parseDescription(llvm::StringRef Text);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_BUNDLES_BUNDLEDESCRIPTION_H
