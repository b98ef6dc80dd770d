//===- MendTrials.h - Changes of a kernel that are tried --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_MENDS_MENDTRIALS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_MENDS_MENDTRIALS_H

#include "cuda-memlint/Analysis/Mends/ChangedKernel.h"
#include "cuda-memlint/Analysis/Mends/GlobalMends.h"

#include <optional>

namespace memlint {

/// A kernel with accesses of one array changed, and which these are, by Id.
struct ChangedAccesses {
  KernelProgram Program;
  std::vector<unsigned> Changed;
  /// Arguments of unknown value, and what they have to be multiples of for the starts of wider
  /// accesses to be aligned.
  std::vector<std::pair<ExprRef, uint64_t>> Multiples;
};

/// Whether the elements of two objects are of one type.
bool areOfOneType(const KernelProgram &Kernel, unsigned Left, unsigned Right);

/// \p Kernel in \p Launch with an array for each member of the structures in \p Object, and in all
/// others of that type in the same memory; nothing where some access does not say which members it
/// is to.
std::optional<ChangedKernel> splitRecord(ExprContext &Expressions, const KernelProgram &Kernel,
                                         const LaunchContext &Launch, unsigned Object);

/// \p Kernel with an array for each column of each of \p Objects, which have rows of \p Columns
/// elements; nothing where some access does not say which column it is in.
std::optional<KernelProgram> splitRows(ExprContext &Expressions, const KernelProgram &Kernel,
                                       const LaunchContext &Launch,
                                       llvm::ArrayRef<unsigned> Objects, uint64_t Columns);

/// The column that all accesses to \p Object are in, where it has rows of \p Columns elements and
/// that is one column.
std::optional<uint64_t> onlyColumnOf(ExprContext &Expressions, const KernelProgram &Kernel,
                                     const LaunchContext &Launch, unsigned Object,
                                     uint64_t Columns);

/// \p Kernel with the structures in \p Object, and all others of their type, aligned to
/// \p Alignment bytes, which divide their size.
std::optional<KernelProgram> alignRecord(const KernelProgram &Kernel, unsigned Object,
                                         unsigned Alignment);

/// \p Kernel with adjacent accesses of one thread to \p Object, in one straight line of code, made
/// one aligned access of \p Bytes; nothing where there are none.
std::optional<ChangedAccesses> joinAccesses(ExprContext &Expressions, const KernelProgram &Kernel,
                                            const LaunchContext &Launch, unsigned Object,
                                            unsigned Bytes);

/// \p Kernel with the accesses of one thread to members of a structure in \p Object, which
/// compilers do not join, made one to as much of the structure as its alignment allows; nothing
/// where there are none.
std::optional<ChangedAccesses> accessWhole(ExprContext &Expressions, const KernelProgram &Kernel,
                                           const LaunchContext &Launch, unsigned Object);

/// \p Kernel with the accesses that a thread makes to \p Object in successive iterations of a loop
/// made one aligned access of \p Bytes in every so-many-th iteration.
std::optional<ChangedAccesses> joinIterations(ExprContext &Expressions, const KernelProgram &Kernel,
                                              const LaunchContext &Launch, unsigned Object,
                                              unsigned Bytes);

/// A kernel whose threads take other elements, but all of them the same.
struct StridedKernel {
  KernelProgram Program;
  unsigned Loop = 0;
  uint64_t Elements = 0;
  uint64_t Threads = 0;
  /// Conditions on what a thread begins or ends with become conditions on each element.
  bool MovesBounds = false;
};

/// \p Kernel where thread t of T takes the elements k * T + t instead of t * K + k, K of them, for
/// which \p Site, in a loop over k, is an example. Nothing where anything but the element
/// depends on t or k.
std::optional<StridedKernel> strideByThreads(ExprContext &Expressions, const KernelProgram &Kernel,
                                             const LaunchContext &Launch, const Access &Site);

/// Whether \p Site, in a loop, is guarded by how many elements there are in all, not rows of
/// \p Elements, which neighbouring threads have one each of: `t * 16 < n`, `t * 16 + k < n`.
bool hasBoundedElements(ExprContext &Expressions, const KernelProgram &Kernel,
                        const LaunchContext &Launch, const Access &Site, uint64_t Elements);

/// Whether iterations of \p Around need what those before them have computed, so that they cannot
/// be distributed among threads: running sums, `out[i] = f(out[i - 1])`. False: that is not seen.
bool isSequential(const KernelProgram &Kernel, const Loop &Around);

/// Blocks and threads of \p Launch are numbered along x alone.
bool isAlongX(const LaunchContext &Launch);

/// A load or store of as many bytes as its lanes ask for, with nothing else to be known of it.
bool isPlainGlobal(const KernelProgram &Kernel, const Access &Site);

/// In which iteration threads leave \p Each in \p Launch, where that is the same for all; at most
/// \p Most.
std::optional<uint64_t> constantTripCount(ExprContext &Expressions, const KernelProgram &Kernel,
                                          const LaunchContext &Launch, const Loop &Each,
                                          uint64_t Most);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_MENDS_MENDTRIALS_H
