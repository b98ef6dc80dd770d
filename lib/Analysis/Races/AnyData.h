//===- AnyData.h - Locations that data choose within bounds -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Addresses that depend on data, but only within known bounds: `count[in[i] & 63] += 1`.
/// Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_ANYDATA_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_ANYDATA_H

#include "PlacedSite.h"

namespace memlint {

/// The part of an address that data decide.
struct PartByData {
  /// One of the address's factors, and all values that it can have.
  ExprRef Factor = nullptr;
  Interval Values;
  /// The value that is read, and what it makes of Factor when it is 0.
  ExprRef Leaf = nullptr;
  int64_t ForZero = 0;

  /// The address where Factor has \p Value.
  ExprRef addressFor(ExprContext &Context, ExprRef Address, int64_t Value) const;
};

/// None: the address of \p Site depends on more than one thing that is not known, or within
/// no bounds, or in another way than as a multiple.
std::optional<PartByData> partByData(ExprContext &Context, const PlacedSite &Site);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_ANYDATA_H
