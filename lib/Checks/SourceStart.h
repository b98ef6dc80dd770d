//===- SourceStart.h - Where a construct begins -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The first character of a construct, by which findings and kernels of several
/// files are compared.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_SOURCESTART_H
#define CUDA_MEMLINT_LIB_CHECKS_SOURCESTART_H

#include "cuda-memlint/Model/SourcePosition.h"

#include <string>
#include <tuple>

namespace memlint {

/// Path, line and column.
using SourceStart = std::tuple<std::string, unsigned, unsigned>;

/// The start of \p Position as references into it, which convert to a SourceStart.
inline auto startOf(const SourcePosition &Position) {
  return std::tie(Position.Path, Position.Line, Position.Column);
}

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_SOURCESTART_H
