//===- ReportOptions.h - Which reports are asked for ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_REPORTOPTIONS_H
#define CUDA_MEMLINT_TOOLS_REPORTOPTIONS_H

#include "CommandLine.h"
#include "Options.h"

namespace memlint {

/// Reads --format and --also. The error is one line.
llvm::Error readFormats(const llvm::opt::InputArgList &Given, LintCommand &Result);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_REPORTOPTIONS_H
