//===- VerificationJson.h - Predicted beside counted, for programs -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_VERIFICATIONJSON_H
#define CUDA_MEMLINT_LIB_REPORT_VERIFICATIONJSON_H

#include "cuda-memlint/Hardware/Measure/Comparison.h"

namespace memlint {

class JsonWriter;
struct Access;
struct FileAnalysis;

/// The members of an object: what was predicted and counted of \p Site.
void printAccessOutcome(JsonWriter &Json, const Access &Site, const AccessOutcome &Outcome);

/// One object: the run, and its launches with their accesses (docs/json.md).
void printVerification(JsonWriter &Json, const FileAnalysis &File, const FileComparison &Compared);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_VERIFICATIONJSON_H
