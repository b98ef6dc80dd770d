//===- UnfollowedFunction.h - What is known of other functions --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions of CUDA's headers that have no body and are not in the table, as nothing more is to be
/// known of them than why.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CUDAMODEL_UNFOLLOWEDFUNCTION_H
#define CUDA_MEMLINT_CUDAMODEL_UNFOLLOWEDFUNCTION_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace memlint {

enum class UnfollowedReason {
  Arithmetic, ///< depends on its arguments alone, and is not what indices are made of
  Place,      ///< where a block or an address is; the same as long as the kernel runs
  Moment,     ///< depends on the moment, or waits for others
  Runtime,    ///< the runtime on the device, whose memory is its own
  Generator   ///< random numbers: the state that is passed is all that it touches
};

/// Why the function \p Name is not followed; empty where CUDA's headers declare none of this name.
std::optional<UnfollowedReason> whyUnfollowed(llvm::StringRef Name);

/// A call of \p Name, which is not seen, may depend on the moment or on other threads. Of functions
/// of other headers only the name is known.
bool mayConcernOthers(llvm::StringRef Name);

/// A call of \p Name gives the integer next to its floating-point argument, as a cast does.
bool roundsToInteger(llvm::StringRef Name);

/// A call of \p Name gives the bits of its argument as another type: `__float_as_int`.
bool givesBits(llvm::StringRef Name);

/// How many additions, subtractions and multiplications of floating-point numbers a call of \p Name
/// is, a fused multiply-add being two; 0 where it moves, compares, rounds or converts. Empty: it
/// takes more than that, or is not known.
std::optional<unsigned> countFloatingOperations(llvm::StringRef Name);

/// A call of \p Name pauses or counts, and touches no memory.
bool onlyTakesTime(llvm::StringRef Name);

} // namespace memlint

#endif // CUDA_MEMLINT_CUDAMODEL_UNFOLLOWEDFUNCTION_H
