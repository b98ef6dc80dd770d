//===- RowObstacle.h - Why rows cannot be made longer -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The reason for which the rows of a shared array cannot be padded in the source.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_ROWOBSTACLE_H
#define CUDA_MEMLINT_MODEL_ROWOBSTACLE_H

#include "cuda-memlint/Model/SourcePosition.h"

#include <cstdint>

namespace memlint {

/// Why a shared array has no RowsInSource.
struct RowObstacle {
  enum class Reason : uint8_t {
    None,
    Declaration,   ///< it is not declared in a kernel or a function, or in a class template
    InMacro,       ///< the function or the array is written in a macro
    OtherUse,      ///< At uses it other than element by element
    InactiveCode,  ///< code that is not compiled, or a macro, names it
    Length,        ///< the source does not state one row length in a form that can be edited
    LaunchedBytes, ///< launches may not be visible, or pass the bytes in a form that cannot be
                   ///< edited
    Disagreement   ///< another declaration, or another file that includes it, differs
  };
  Reason Why = Reason::None;
  SourcePosition At;
};

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_ROWOBSTACLE_H
