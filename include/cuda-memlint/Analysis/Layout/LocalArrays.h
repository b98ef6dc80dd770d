//===- LocalArrays.h - Arrays of one thread ---------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_LAYOUT_LOCALARRAYS_H
#define CUDA_MEMLINT_ANALYSIS_LAYOUT_LOCALARRAYS_H

#include "cuda-memlint/Analysis/Layout/LoopUnrolling.h"

#include <vector>

namespace memlint {

/// Where the compiler puts an array that is indexed at run time. ptxas writes accesses to small
/// arrays of 4-byte scalars as selections among registers: the limits below are those seen in
/// what ptxas 13.0 makes of small kernels, with a distance to them on both sides.
enum class Residence : uint8_t { Registers, Either, LocalMemory };

/// Of an array of one thread, what is accessed under indices that vary.
struct LocalArray {
  const Access *First = nullptr;
  Residence Where = Residence::Either;
  VaryingIndex Why;
  /// Accesses in the source.
  unsigned AccessCount = 0;
  /// Instructions outside of loops, after unrolling.
  uint64_t Straight = 0;
  /// An element is accessed by several.
  bool InParts = false;
  /// In loops that stay loops.
  bool LoopLoads = false, LoopStores = false;
  /// One of the loads there is by something else than the counters of loops.
  bool LoadsByValue = false;
};

/// The arrays of \p Program that are indexed at run time, by declaration.
std::vector<LocalArray> findLocalArrays(const KernelProgram &Program);

/// By access of \p Program: whether it is to a thread's own array that is kept in registers, as all
/// of its indices become constants.
std::vector<bool> findAccessesInRegisters(const KernelProgram &Program);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_LAYOUT_LOCALARRAYS_H
