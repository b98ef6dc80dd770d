//===- ProcessRecordingFuzzer.cpp - What recorded processes write ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The lines that a process writes while it is recorded; they may be cut off anywhere. What is
/// understood of them can be written to a file and read.
///
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "cuda-memlint/Hardware/Record/ProcessRecording.h"

using namespace llvm;
using namespace memlint;

MEMLINT_FUZZ_TARGET(ProcessRecording, 1000) {
  constexpr uint64_t Counters[] = {5, 1, 0, 2, 7, 0, 1, 900};
  ProcessRecording Read = readProcessRecording(Input, Counters);
  std::string Written;
  raw_string_ostream Stream(Written);
  printRecordedLaunches(Stream, Read.Launches);
  Expected<RecordedLaunches> Again = parseRecordedLaunches("launches.yaml", Written);
  fuzz::require(bool(Again), "what is written is not read", Written);
}
