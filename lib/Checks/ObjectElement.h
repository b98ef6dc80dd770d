//===- ObjectElement.h - A byte of an object, as the source spells it -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_OBJECTELEMENT_H
#define CUDA_MEMLINT_LIB_CHECKS_OBJECTELEMENT_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

/// Where byte \p Offset of \p Object is: "`tile[3][0]`", "`state.keys[127]`". Empty where the
/// object's type does not determine it.
std::string describeElement(const MemoryObject &Object, uint64_t Offset);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_OBJECTELEMENT_H
