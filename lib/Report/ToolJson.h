//===- ToolJson.h - What NVIDIA's tools say, for programs -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_TOOLJSON_H
#define CUDA_MEMLINT_LIB_REPORT_TOOLJSON_H

#include "cuda-memlint/Hardware/Code/CodeGeneration.h"
#include "cuda-memlint/Hardware/Sanitizer/Sanitizer.h"

namespace memlint {

class JsonWriter;

/// One object: the build, and what each tool of compute-sanitizer saw (docs/json.md).
void printHazards(JsonWriter &Json, const FileHazards &Hazards);

/// One object: how the file was compiled, and its kernels' code (docs/json.md).
void printCode(JsonWriter &Json, const FileCode &Generated);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_TOOLJSON_H
