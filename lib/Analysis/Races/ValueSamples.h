//===- ValueSamples.h - Numbers for what is not known -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Values that the parameters of a kernel are tried with where the launch does not specify
/// them. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_VALUESAMPLES_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_VALUESAMPLES_H

#include "PlacedSite.h"

namespace memlint {

enum class SampleKind : uint8_t {
  Usual, ///< as a launch of this size would have them
  /// A number of another kind (zero, negative, odd): where as many threads take part as
  /// usual, what happens in every launch must happen here, too.
  Probe,
  Special ///< one for which something may happen that usually does not
};

/// One value for each unknown.
struct ValueSample {
  llvm::DenseMap<ExprRef, int64_t> Values;
  SampleKind Kind = SampleKind::Usual;
};

/// Samples for \p Unknowns that agree with their types and with the facts of \p Setting, those
/// first that are likely where threads race that are related as \p Kind says.
/// \p Roots are the expressions that they occur in: numbers that they are compared with
/// there are tried, too. The usual samples come first, then the probes.
std::vector<ValueSample> sampleValues(const RaceSetting &Setting, ThreadPair Kind,
                                      llvm::ArrayRef<ExprRef> Unknowns,
                                      llvm::ArrayRef<ExprRef> Roots);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_VALUESAMPLES_H
