//===- ScaleFactor.h - Small factors of an image's size ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_SCALEFACTOR_H
#define CUDA_MEMLINT_LIB_CHECKS_SCALEFACTOR_H

#include "llvm/ADT/StringRef.h"

namespace memlint {

struct Access;
struct AccessCost;

/// The unknown number that lanes of \p Site are taken to be far apart by, if it scales both
/// dimensions of an image whose pixels are made of channels, or the other way round:
/// `(y * s + c / s) * w * s + x * s + c % s`. It is 2 as a rule. Empty: there is none.
llvm::StringRef scaleFactorOf(const Access &Site, const AccessCost &Cost);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_SCALEFACTOR_H
