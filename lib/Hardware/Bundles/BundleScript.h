//===- BundleScript.h - What measures a bundle ------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_BUNDLES_BUNDLESCRIPT_H
#define CUDA_MEMLINT_LIB_HARDWARE_BUNDLES_BUNDLESCRIPT_H

#include "cuda-memlint/Hardware/Bundles/Bundle.h"

#include "llvm/Support/raw_ostream.h"

namespace memlint {

/// Prints verify.sh of \p Source, whose paths begin with the mark; \p Targets are the devices
/// that its programs were analysed for, in their order.
void printScript(llvm::raw_ostream &Stream, const Bundle &Source,
                 llvm::ArrayRef<std::string> Targets);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_BUNDLES_BUNDLESCRIPT_H
