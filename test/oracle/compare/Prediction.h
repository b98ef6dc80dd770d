//===- Prediction.h - The requests that a memory program means --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows one access of a memory program thread by thread and iteration by
/// iteration. Nothing is counted cleverly here, which is what lib/Analysis/Cost does.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ORACLE_PREDICTION_H
#define CUDA_MEMLINT_ORACLE_PREDICTION_H

#include "TraceReader.h"

#include "cuda-memlint/Model/MemoryProgram.h"

#include <optional>

namespace oracle {

struct PredictedRequest {
  uint32_t Block = 0, Warp = 0, Mask = 0;
  /// Of the active lanes, by lane, from the start of the object.
  std::vector<int64_t> Offsets;
};

/// The requests of \p Site in \p Measured's grid, block and arguments; empty, with
/// \p WhyNot, where they depend on more than that.
std::optional<std::vector<PredictedRequest>> predict(const memlint::KernelProgram &Kernel,
                                                     const memlint::Access &Site,
                                                     const Launch &Measured, std::string &WhyNot);

} // namespace oracle

#endif // CUDA_MEMLINT_ORACLE_PREDICTION_H
