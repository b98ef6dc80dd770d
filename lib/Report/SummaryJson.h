//===- SummaryJson.h - Launches as a whole, for programs ------ -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_SUMMARYJSON_H
#define CUDA_MEMLINT_LIB_REPORT_SUMMARYJSON_H

namespace memlint {

struct FileAnalysis;
class JsonWriter;
struct KernelAnalysis;
struct KernelCode;

/// The attribute "summary": one object for each launch of \p Kernel (docs/json.md).
void printSummaries(JsonWriter &Json, const FileAnalysis &File, const KernelAnalysis &Kernel,
                    const KernelCode *Code);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_SUMMARYJSON_H
