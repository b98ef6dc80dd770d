//===- SourceOrder.h - The order of findings --------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_SOURCEORDER_H
#define CUDA_MEMLINT_CHECKS_SOURCEORDER_H

#include "cuda-memlint/Model/Finding.h"

#include <tuple>

namespace memlint {

inline auto sourceOrder(const Finding &Item) {
  return std::tie(Item.Position.Path, Item.Position.Line, Item.Position.Column, Item.Check,
                  Item.Access, Item.Message);
}

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_SOURCEORDER_H
