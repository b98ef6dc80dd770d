//===- SanitizerReportFuzzer.cpp - Reports of compute-sanitizer -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// XML, as every tool of compute-sanitizer would write it.
///
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "cuda-memlint/Hardware/Sanitizer/Hazard.h"

using namespace llvm;
using namespace memlint;

MEMLINT_FUZZ_TARGET(SanitizerReport, 1000) {
  for (SanitizerTool Tool : AllSanitizerTools)
    if (Expected<std::vector<Hazard>> Read = parseSanitizerReport(Tool, Input))
      mergeHazards(*Read);
    else
      consumeError(Read.takeError());
}
