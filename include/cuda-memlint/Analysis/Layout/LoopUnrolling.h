//===- LoopUnrolling.h - Indices that unrolling makes constant --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which loops nvcc unrolls as a whole, so that their counters are constants in what it
/// compiles. As seen in the PTX and the machine code that nvcc 13.0 makes of some 1,900 small
/// kernels for sm_90 (docs/checks/cuda-dynamic-local-array.md has the table):
///
/// - `#pragma unroll` unrolls any constant number of iterations (2,048 were tried), and
///   `#pragma unroll N` does where there are no more than N; a smaller N, and `#pragma
///   unroll 1`, never do;
/// - for what alternates between two values (`i % 2`, `current ^= 1`) two copies of a body are made
///   now and then, so that it is a constant in each: that is left open;
/// - a number of iterations that is only known when the kernel runs is never unrolled as a
///   whole, with or without a pragma; where it has a constant bound (`i < 8 && i < n`,
///   `min(n, 8)`, a break) it is;
/// - without a pragma the sizes of the bodies decide: bodies of one load or store are unrolled up
///   to 600 iterations and not from 768 on, those of loops within each other up to 320 and not
///   from 384 on; larger bodies less often. Only what no body can be small enough for is taken as
///   left a loop.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_LAYOUT_LOOPUNROLLING_H
#define CUDA_MEMLINT_ANALYSIS_LAYOUT_LOOPUNROLLING_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace memlint {

/// Why an index differs from one execution of the compiled code to the next.
struct VaryingIndex {
  enum class Cause : uint8_t {
    Value,     ///< Leaf is in it, which no unrolling makes a constant
    Carried,   ///< Leaf is in it, which each iteration of Loop, of no constant number, makes anew
    TripCount, ///< the counter of Loop, whose number of iterations has no constant bound
    Pragma,    ///< the counter of Loop, which a pragma keeps from being unrolled as a whole
    TooMany    ///< the counter of Loop, which has too many iterations
  };
  Cause Why = Cause::Value;
  ExprRef Leaf = nullptr;
  unsigned Loop = 0;
  /// Pragma, TooMany: iterations, those of loops around it that its index depends on included.
  uint64_t Iterations = 0;
};

/// Nothing when \p Index, one of \p At, is a constant once loops are unrolled, or may be.
std::optional<VaryingIndex> findVarying(const KernelProgram &Kernel, const Site &At, ExprRef Index);

/// Whether \p Index, one of \p At, is a constant for certain once loops are unrolled.
bool becomesConstant(const KernelProgram &Kernel, const Site &At, ExprRef Index);

/// How often the code of \p Site is repeated by unrolling; empty: it is in a loop that stays one.
std::optional<uint64_t> copiesOf(const KernelProgram &Kernel, const Site &At);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_LAYOUT_LOOPUNROLLING_H
