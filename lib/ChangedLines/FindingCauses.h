//===- FindingCauses.h - Other lines that cause a finding -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHANGEDLINES_FINDINGCAUSES_H
#define CUDA_MEMLINT_LIB_CHANGEDLINES_FINDINGCAUSES_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace memlint {

struct Finding;
struct KernelAnalysis;
struct SourcePosition;

/// Whether \p IsTouched holds for a location other than the finding's own that certainly causes it:
/// one that its notes name, the declaration of the array, or the launch without which it would
/// not be there. A launch that an access does not depend on, or beside which others have the
/// same fault, is none.
bool hasTouchedCause(const KernelAnalysis &Kernel, const Finding &Item,
                     llvm::function_ref<bool(const SourcePosition &)> IsTouched);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHANGEDLINES_FINDINGCAUSES_H
