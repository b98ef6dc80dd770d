//===- CutShortRun.cpp - What a run that ended early leaves ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Measure/CutShortRun.h"

using namespace llvm;

namespace memlint {

using Cause = MeasurementError::Cause;

Expected<CutShortRun> CutShortRun::of(Error Judged) {
  CutShortRun Result;
  if (Error Other = handleErrors(std::move(Judged), [&](const MeasurementError &Why) -> Error {
        if (Why.cause() != Cause::TimeLimit && Why.cause() != Cause::ProgramFailed)
          return make_error<MeasurementError>(Why);
        Result.Reason = Why;
        return Error::success();
      }))
    return std::move(Other);
  return std::move(Result);
}

/// \p Run is where \p Read keeps what is known of the run.
template <typename RunT>
static Expected<RunT> withReason(Expected<RunT> Read, const std::optional<MeasurementError> &Reason,
                                 function_ref<Measurement &(RunT &)> Run) {
  if (!Reason)
    return Read;
  if (!Read || Read->Launches.empty()) {
    if (!Read)
      consumeError(Read.takeError());
    return make_error<MeasurementError>(*Reason);
  }
  Run(*Read).CutShort = Reason->message();
  return Read;
}

Expected<Measurement> CutShortRun::complete(Expected<Measurement> Read) const {
  return withReason<Measurement>(std::move(Read), Reason,
                                 [](Measurement &Run) -> Measurement & { return Run; });
}

Expected<FileComparison> CutShortRun::complete(Expected<FileComparison> Read) const {
  return withReason<FileComparison>(std::move(Read), Reason,
                                    [](FileComparison &Run) -> Measurement & { return Run.Run; });
}

} // namespace memlint
