//===- Execution.h - A small kernel, thread by thread -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TEST_UNIT_RANDOMKERNELS_EXECUTION_H
#define CUDA_MEMLINT_TEST_UNIT_RANDOMKERNELS_EXECUTION_H

#include "Kernel.h"

#include <map>
#include <optional>
#include <set>

namespace memlint::random_kernels {

/// An access: where it is printed, what it does, and the lines of the calls that lead to it.
struct AccessName {
  enum class Kind : uint8_t { Load, Store, Atomic };
  unsigned Line = 0;
  Kind Does = Kind::Load;
  std::vector<unsigned> Calls;

  friend auto operator<=>(const AccessName &, const AccessName &) = default;
};

enum class Nearness : uint8_t { SameWarp, SameBlock, SameGrid };

/// Two accesses by two threads to one element, one of which writes, with no barrier between.
struct Meeting {
  AccessName First, Second;
  Nearness Relation = Nearness::SameBlock;

  friend auto operator<=>(const Meeting &, const Meeting &) = default;
};

struct Situation {
  std::array<unsigned, 2> Block = {32, 1};
  unsigned Blocks = 1;
  /// n and m.
  std::array<int64_t, 2> Arguments = {};
  /// What memory holds at the start.
  uint64_t Data = 0;
};

/// What meets in one execution, in which the threads of a barrier interval run one after
/// another. Empty: the execution has no defined meaning (an overflow, an element out of bounds,
/// a barrier that not all threads come to). One that takes too long is cut.
std::optional<std::set<Meeting>> execute(const Kernel &Executed, const Situation &In);

} // namespace memlint::random_kernels

#endif // CUDA_MEMLINT_TEST_UNIT_RANDOMKERNELS_EXECUTION_H
