//===- JoinedFields.h - Accesses that compilers make one of -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `p[i].x` and `p[i].y` of a float2 are two accesses in the source and one of 8
/// bytes in what the compiler makes of it. Each by itself would waste half of what
/// it moves, together they waste nothing.
///
/// How nvcc 13.0 does it, as seen in the PTX and the machine code of small kernels: fields of one
/// size, of one record, in the same straight line of code, are joined to 2, 4, 8 or 16 bytes where
/// the record's type promises that alignment, so that the bytes of a uchar4 are one access and
/// those of a structure of four characters stay four; so are elements of shared arrays: dynamic
/// ones start on 16 bytes, static ones where ptxas places them. A load from global memory may
/// fetch fields between and behind that nobody asks for, as long as the first one is asked for,
/// but two words of four that are not in one half stay two loads in the machine code; a load of
/// words from shared memory fetches at most one such element of four; one of less than a word
/// those behind an odd number in a row. How a row of these is divided that starts or ends in the
/// midst of a piece was fitted to the code for all rows of a structure of 16 bytes: 116 of 120 come
/// out the same. A store needs all of them. Loops of constant trip count that are unrolled are
/// straight lines. They are of one basic block (areInStraightCode()): a branch between keeps them
/// apart, and so do a barrier and an access between, one of the two a store, through another
/// pointer that is not `__restrict__` to the same kind of memory, whatever its type, unless both
/// are to fields of one structure, and not to the same field.
/// Whether a compiler joins them in a case that looks like this is taken for granted: a false alarm
/// costs more than a miss.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_LAYOUT_JOINEDFIELDS_H
#define CUDA_MEMLINT_ANALYSIS_LAYOUT_JOINEDFIELDS_H

#include "cuda-memlint/Target/WarpRequest.h"

#include <optional>
#include <vector>

namespace memlint {

struct Access;
struct AccessCost;
class ExprContext;
struct KernelProgram;
class TargetModel;

/// One access that compilers make of several.
struct JoinedAccess {
  /// 2, 4, 8 or 16, in bytes by lane.
  unsigned Bytes = 0;
  /// How far behind its start the field of the access in question lies, in bytes.
  unsigned FieldOffset = 0;
  /// The other accesses, by Id.
  std::vector<unsigned> With;
  /// Iterations of the innermost loop that are joined; 1: the accesses are of one iteration.
  unsigned Iterations = 1;
  /// The loop has a multiple of these.
  bool IsWholeLoop = false;
};

/// Nothing between \p Left and \p Right keeps them from being one.
bool areSideBySide(const KernelProgram &Kernel, const Access &Left, const Access &Right);

/// Nothing when \p Site stays an access of its own.
std::optional<JoinedAccess> joinFields(const KernelProgram &Kernel, const Access &Site);

/// The accesses of consecutive iterations of an unrolled loop to a shared array, as in
/// `s[4 * t + k]`: With is empty. Nothing when \p Site stays an access of its own.
std::optional<JoinedAccess> joinIterations(ExprContext &Expressions, const KernelProgram &Kernel,
                                           const Access &Site);

/// What the worst request of \p Site costs as part of \p Joined.
std::optional<RequestCost> costOfJoined(const TargetModel &Target, const Access &Site,
                                        const AccessCost &Cost, const JoinedAccess &Joined);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_LAYOUT_JOINEDFIELDS_H
