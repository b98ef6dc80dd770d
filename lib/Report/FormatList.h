//===- FormatList.h - The functions that print reports ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_FORMATLIST_H
#define CUDA_MEMLINT_LIB_REPORT_FORMATLIST_H

#include "cuda-memlint/Report/ReportFormat.h"

namespace memlint {

#define MEMLINT_FORMAT(Name, Function, ...)                                                        \
  void Function(llvm::raw_ostream &Stream, const ReportContents &Contents);
#include "ReportFormats.def"

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_FORMATLIST_H
