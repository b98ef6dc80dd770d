//===- Doctor.h - Whether a machine has what runs need ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_DOCTOR_H
#define CUDA_MEMLINT_TOOLS_DOCTOR_H

#include "CommandLine.h"

namespace memlint {

/// Prints what was found on this machine; the exit code.
int runDoctor(const DoctorCommand &Command);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_DOCTOR_H
