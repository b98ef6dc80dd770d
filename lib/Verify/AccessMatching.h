//===- AccessMatching.h - Which instructions stand for an access -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_VERIFY_ACCESSMATCHING_H
#define CUDA_MEMLINT_LIB_VERIFY_ACCESSMATCHING_H

#include "cuda-memlint/MemoryProgram/MemoryProgram.h"
#include "cuda-memlint/Verify/Measurement.h"

#include "llvm/ADT/ArrayRef.h"

namespace memlint {

/// Accesses that the compiler's line table does not tell apart, and the instructions
/// of their place.
struct AccessGroup {
  std::vector<unsigned> Accesses;
  std::vector<const InstructionCount *> Instructions;
};

struct MatchedAccesses {
  std::vector<AccessGroup> Groups;
  /// Instructions that no access was found for.
  std::vector<const InstructionCount *> Rest;
};

/// Brings accesses and instructions of one kernel together by line, calls inlined
/// through, space and kind.
MatchedAccesses matchAccesses(llvm::ArrayRef<Access> Accesses,
                              llvm::ArrayRef<InstructionCount> Instructions);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_VERIFY_ACCESSMATCHING_H
