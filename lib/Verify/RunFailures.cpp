//===- RunFailures.cpp - Why a program cannot be run ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunFailures.h"

#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace memlint {

Error checkProgram(StringRef Program) {
  if (sys::fs::can_execute(Program))
    return Error::success();
  return make_error<MeasurementError>(MeasurementError::Cause::ProgramMissing,
                                      "the program '" + Program +
                                          "' is not there, or cannot be run");
}

} // namespace memlint
