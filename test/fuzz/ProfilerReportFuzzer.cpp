//===- ProfilerReportFuzzer.cpp - Reports of Nsight Compute ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The source page, a form feed, and the raw page.
///
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "cuda-memlint/Hardware/Measure/ProfilerReport.h"

using namespace llvm;
using namespace memlint;

MEMLINT_FUZZ_TARGET(ProfilerReport, 500) {
  auto [SourcePage, RawPage] = Input.split('\f');
  consumeError(parseProfilerReport(SourcePage, RawPage).takeError());
}
