//===- RunFailures.h - Why a program cannot be run --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_VERIFY_RUNFAILURES_H
#define CUDA_MEMLINT_LIB_VERIFY_RUNFAILURES_H

#include "cuda-memlint/Verify/MeasurementError.h"

namespace memlint {

/// Of MeasurementError::Cause::NoDevice.
inline constexpr llvm::StringLiteral NoDeviceMessage =
    "no NVIDIA GPU, or its driver is not loaded: run this on a machine with a GPU";

/// Success when \p Program can be run; else a MeasurementError.
llvm::Error checkProgram(llvm::StringRef Program);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_VERIFY_RUNFAILURES_H
