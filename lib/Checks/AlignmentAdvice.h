//===- AlignmentAdvice.h - What aligns an access ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_ALIGNMENTADVICE_H
#define CUDA_MEMLINT_LIB_CHECKS_ALIGNMENTADVICE_H

#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include <string>

namespace memlint {

class RowPitches;

/// What of an offset has to be multiples of something that arguments may not be: lengths of rows,
/// which an index of threads, blocks or iterations is multiplied by; the overlap
/// of blocks or threads, which no rows have; and a start that is not a number of such rows.
struct OpenParts {
  bool HasRows = false;
  bool HasOverlap = false;
  bool HasStart = false;
};

/// \p Conditions: how many numbers have to be such multiples. One is that of rows, if there are
/// any.
OpenParts openPartsOf(const CheckRun &In, const Access &Site, unsigned Launch, size_t Conditions);

struct AlignmentAdvice {
  /// Empty: no change was found.
  std::string Text;
  /// What Text means, without what it says of the cost.
  MeantChange Change;
  /// Without a text: another access to the array, which would pay for a start that suits this one;
  /// or null.
  const Access *Rival = nullptr;
};

/// What to change for \p Site, an access to global memory that is only misaligned in launch number
/// \p Launch, to cost its ideal: where the data start, how far its \p Rows are apart, or both. Each
/// change is tried by itself before both are, and none is advised that costs other accesses to the
/// array as much as it saves.
AlignmentAdvice adviseAlignment(const CheckRun &In, const Access &Site, unsigned Launch,
                                RowPitches &Rows);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_ALIGNMENTADVICE_H
