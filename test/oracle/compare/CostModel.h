//===- CostModel.h - What hardware charges for a request --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rules of compute capability 9.0 (docs/hardware-rules.md), written a
/// second time, in the plainest way, so that lib/Target is not its own judge.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ORACLE_COSTMODEL_H
#define CUDA_MEMLINT_ORACLE_COSTMODEL_H

#include "Trace.h"

#include <map>

namespace oracle {

struct Charge {
  uint64_t Cost = 0;
  uint64_t Ideal = 0;
  friend bool operator==(const Charge &, const Charge &) = default;
};

/// What lanes, by number, with the addresses of their first bytes are charged.
Charge chargeFor(Space Where, Kind What, unsigned Bytes, const std::map<unsigned, uint64_t> &Lanes);

} // namespace oracle

#endif // CUDA_MEMLINT_ORACLE_COSTMODEL_H
