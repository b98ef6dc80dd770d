//===- CheckList.h - Declares the checks of Checks.def ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_CHECKLIST_H
#define CUDA_MEMLINT_LIB_CHECKS_CHECKLIST_H

#include "cuda-memlint/Checks/Check.h"

namespace memlint {

#define MEMLINT_CHECK(Variable) extern const Check Variable;
#include "Checks.def"

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_CHECKLIST_H
