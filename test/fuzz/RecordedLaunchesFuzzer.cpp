//===- RecordedLaunchesFuzzer.cpp - Files of recorded launches ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text of a launches.yaml. What is written of it is read as the same.
///
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "cuda-memlint/Launch/RecordedLaunches.h"

using namespace llvm;
using namespace memlint;

static std::string recordingText(const RecordedLaunches &Read) {
  std::string Text;
  raw_string_ostream Stream(Text);
  printRecordedLaunches(Stream, Read);
  return Text;
}

MEMLINT_FUZZ_TARGET(RecordedLaunches, 500) {
  Expected<RecordedLaunches> Read = parseRecordedLaunches("launches.yaml", Input);
  if (!Read)
    return consumeError(Read.takeError());
  std::string Written = recordingText(*Read);
  Expected<RecordedLaunches> Again = parseRecordedLaunches("launches.yaml", Written);
  fuzz::require(bool(Again), "what is written is not read", Written);
  fuzz::require(recordingText(*Again) == Written, "what is written is read as something else",
                Input);
}
