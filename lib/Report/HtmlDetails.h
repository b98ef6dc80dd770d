//===- HtmlDetails.h - What only the page shows -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_HTMLDETAILS_H
#define CUDA_MEMLINT_LIB_REPORT_HTMLDETAILS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace memlint {

struct FileAnalysis;

/// Prints as JSON what the page needs beside the report in JSON, in the same order: by access and
/// launch the costliest request and, where it is known, how any request is computed; by finding
/// which kernel, access and race it is about; the barriers of kernels; the sources.
void printHtmlDetails(llvm::raw_ostream &Stream, llvm::ArrayRef<FileAnalysis> Files);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_HTMLDETAILS_H
