//===- Parameters.h - What a kernel is given --------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_PARAMETERS_H
#define CUDA_MEMLINT_LIB_LOWERING_PARAMETERS_H

#include "KernelObjects.h"

#include "cuda-memlint/Interpreter/Interpreter.h"

namespace memlint {

/// What \p Part of a parameter, of \p Type, holds when a launch is as unknown as can be.
/// \p Described has its name and is given the rest.
Value parameterValue(clang::QualType Type, const ParameterPart &Part, KernelParameter &Described,
                     Interpreter &Code, KernelObjects &Objects);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_PARAMETERS_H
