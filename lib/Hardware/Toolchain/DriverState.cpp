//===- DriverState.cpp - What NVIDIA's driver says ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Toolchain/DriverState.h"

#include "cuda-memlint/Process/Process.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace memlint {

std::optional<bool> restrictsCounters(StringRef Parameters) {
  for (StringRef Line : split(Parameters, '\n')) {
    auto [Name, Value] = Line.split(':');
    unsigned Number = 0;
    if (Name.trim() == "RmProfilingAdminOnly" && !Value.trim().getAsInteger(10, Number))
      return Number != 0;
  }
  return std::nullopt;
}

/// The lines in which `nvidia-smi` says \p What of each GPU.
static std::vector<std::string> askDriver(StringRef What) {
  ErrorOr<std::string> Program = sys::findProgramByName("nvidia-smi");
  if (!Program)
    return {};
  ProcessRequest Request;
  Request.Program = *Program;
  Request.Arguments = {"--query-gpu=" + What.str(), "--format=csv,noheader"};
  Request.TimeLimit = std::chrono::seconds(10);
  Expected<ProcessResult> Result = runProcess(Request);
  if (!Result) {
    consumeError(Result.takeError());
    return {};
  }
  std::vector<std::string> Lines;
  if (Result->succeeded())
    for (StringRef Line : split(Result->Output, '\n'))
      if (!Line.trim().empty())
        Lines.push_back(Line.trim().str());
  return Lines;
}

std::vector<std::string> listDevices() { return askDriver("name,driver_version"); }

std::vector<std::string> listComputeCapabilities() { return askDriver("compute_cap"); }

} // namespace memlint
