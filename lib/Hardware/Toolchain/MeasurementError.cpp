//===- MeasurementError.cpp - Why nothing was measured --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Toolchain/MeasurementError.h"

#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace memlint {

char MeasurementError::ID = 0;

Error checkProgram(StringRef Program) {
  if (sys::fs::can_execute(Program))
    return Error::success();
  return make_error<MeasurementError>(MeasurementError::Cause::ProgramMissing,
                                      "the program '" + Program +
                                          "' does not exist or is not an executable");
}

Error explainGeneratedMain(Error Failure) {
  return handleErrors(std::move(Failure), [](const MeasurementError &Why) -> Error {
    if (Why.cause() != MeasurementError::Cause::ProgramFailed)
      return make_error<MeasurementError>(Why);
    std::string Message = Why.message();
    auto [First, Rest] = StringRef(Message).split('\n');
    return make_error<MeasurementError>(
        Why.cause(), First +
                         "; pass what its generated main had to invent with --launch, as in "
                         "--launch='kernel<<<64, 256>>>(_, _, 1024)'" +
                         (Rest.empty() ? "" : "\n") + Rest);
  });
}

} // namespace memlint
