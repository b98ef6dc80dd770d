//===- WitnessWording.h - A thread at an access, in words -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_WITNESSWORDING_H
#define CUDA_MEMLINT_LIB_CHECKS_WITNESSWORDING_H

#include "cuda-memlint/Analysis/Bounds/AccessWalk.h"

#include <string>

namespace memlint {

/// "thread (32,0,0) of block (0,0,0) (in iteration 3 of the loop at line 9, called from line 20)".
std::string describeWitness(const KernelProgram &Kernel, const Access &Site,
                            const AccessExecution &At);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_WITNESSWORDING_H
