//===- PaddingAgreement.h - One array, several kernels ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_PADDINGAGREEMENT_H
#define CUDA_MEMLINT_CHECKS_PADDINGAGREEMENT_H

#include "cuda-memlint/Model/Finding.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace memlint {

class ExprContext;
struct KernelAnalysis;
struct MemoryObject;

/// The array of \p Kernel whose rows the edits of \p Item, a finding about the kernel, make longer;
/// null: they do not, or there are none.
const MemoryObject *paddedArray(const KernelAnalysis &Kernel, const Finding &Item);

/// Whether \p Edits, which another kernel asks for to make the rows of an array longer, leave what
/// \p Kernel does as it is: \p Array is what the same declaration gives it. \p Expressions owns the
/// kernel's expressions.
bool allowsPadding(ExprContext &Expressions, const KernelAnalysis &Kernel,
                   const MemoryObject &Array, llvm::ArrayRef<FindingFix> Edits);

/// Why longer rows of \p Array, as \p Kernel has it, are unsafe for all that is known of the
/// kernel; nothing: they are safe.
std::optional<UnsafeFix> findPaddingHazard(const KernelAnalysis &Kernel, const MemoryObject &Array);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_PADDINGAGREEMENT_H
