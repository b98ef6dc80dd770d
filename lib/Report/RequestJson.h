//===- RequestJson.h - Requests of warps as JSON ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the scripts of lib/Report/Html draw of a request.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_REQUESTJSON_H
#define CUDA_MEMLINT_LIB_REPORT_REQUESTJSON_H

#include "cuda-memlint/Target/WarpRequest.h"

namespace memlint {

class ExprContext;
class JsonWriter;
struct AccessCost;
struct KernelAnalysis;
class TargetModel;

llvm::StringRef requestFormName(RequestForm Form);

/// The rules by which \p Target counts costs.
void printCostRules(JsonWriter &Json, const TargetModel &Target);

/// The costliest request that \p Cost is about, and what it costs.
void printCostliestRequest(JsonWriter &Json, const AccessCost &Cost);

/// The costliest request of access \p Index of \p Kernel in all launches as the attribute
/// `picture`, and the same once a finding is mended, where the effect of that is known; nothing
/// where there is no request, or none that can be drawn.
void printPicture(JsonWriter &Json, ExprContext &Expressions, const KernelAnalysis &Kernel,
                  unsigned Index, const TargetModel &OfFile);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_REQUESTJSON_H
