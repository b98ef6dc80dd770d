//===- AccessMatching.h - Which instructions stand for an access -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_MEASURE_ACCESSMATCHING_H
#define CUDA_MEMLINT_LIB_HARDWARE_MEASURE_ACCESSMATCHING_H

#include "cuda-memlint/Hardware/Measure/Measurement.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/ArrayRef.h"

namespace memlint {

/// Accesses that the compiler's line table does not distinguish, and the instructions
/// at their location.
struct AccessGroup {
  std::vector<unsigned> Accesses;
  std::vector<const InstructionCount *> Instructions;
  /// No instruction names the line of the accesses; these are of the space, kind and
  /// width, stand nearest, and were left over.
  bool Guessed = false;
};

struct MatchedAccesses {
  std::vector<AccessGroup> Groups;
  /// Instructions that no access was found for.
  std::vector<const InstructionCount *> Rest;
};

/// Brings accesses and instructions of one kernel together by line, calls inlined
/// through, space and kind. An access whose space is not known takes instructions of any.
MatchedAccesses matchAccesses(llvm::ArrayRef<Access> Accesses,
                              llvm::ArrayRef<InstructionCount> Instructions);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_MEASURE_ACCESSMATCHING_H
