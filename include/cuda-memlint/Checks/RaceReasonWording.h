//===- RaceReasonWording.h - What verdicts on races say ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_RACEREASONWORDING_H
#define CUDA_MEMLINT_CHECKS_RACEREASONWORDING_H

#include <string>

namespace memlint {

struct DataNeed;
struct PairReason;
struct UnsearchedPairs;
struct RaceAssumption;

/// Each as a part of a sentence; empty for none.
std::string describe(const PairReason &Reason);
std::string describe(const UnsearchedPairs &Reason);
/// "two entries of `index` are equal".
std::string describe(const DataNeed &Need);
/// "flags that nobody has set are 0".
std::string describe(const RaceAssumption &Assumption);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_RACEREASONWORDING_H
