//===- Explanation.h - Where an address comes from --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_EXPLANATION_H
#define CUDA_MEMLINT_LIB_REPORT_EXPLANATION_H

#include "llvm/Support/raw_ostream.h"

namespace memlint {

class ExprContext;
struct AccessVerdict;
struct KernelAnalysis;

/// The one to explain: of the costliest launch that is known, else of the first; null: there is
/// none.
const AccessVerdict *verdictToShow(const std::vector<AccessVerdict> &Verdicts);

/// Explains access \p Index of \p Kernel: its address in source terms, the parts
/// of it with what each varies with, what the names in it stand for, and a
/// picture of the costliest request.
void printExplanation(llvm::raw_ostream &Stream, ExprContext &Expressions,
                      const KernelAnalysis &Kernel, unsigned Index);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_EXPLANATION_H
