//===- LaunchSize.h - Small launches beside large ones ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How many threads the kernels of a file are launched with: what a few hundred threads waste
/// hardly matters to a program whose other kernels have millions.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_LAUNCHSIZE_H
#define CUDA_MEMLINT_LIB_CHECKS_LAUNCHSIZE_H

#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace memlint {

struct KernelAnalysis;

/// As many as a large device runs at once: 128 multiprocessors with 2,048 threads each. A launch
/// whose number of blocks the host computes is taken to have so many.
constexpr double ThreadsAtOnce = 1 << 18;

/// The threads of the largest launch of \p Kernel that the source, an option or a recording states.
/// Nothing if the number of one launch is not known, device code makes one, as often as it has
/// threads, or all launches are guesses.
std::optional<double> mostThreadsOf(const KernelAnalysis &Kernel);

/// A launch that has no fewer threads than any other of a file.
struct LargeLaunch {
  const KernelAnalysis *Kernel = nullptr;
  double Threads = 0;
};

/// The largest launch of \p Kernels that has at least ThreadsAtOnce. Nothing if there is none.
std::optional<LargeLaunch> findLargeLaunch(llvm::ArrayRef<KernelAnalysis> Kernels);

/// Whether what \p Accesses of \p Kernel cost together above their ideal is little in each of its
/// launches: less than a multiprocessor moves in the time that it takes to launch a kernel. Not
/// where no number bounds it.
bool wastesLittle(const KernelAnalysis &Kernel, llvm::ArrayRef<unsigned> Accesses);

/// What they cost above their ideal in the launch where that is most, all blocks together, if that
/// is less than an eighth of what one multiprocessor moves in that time. Nothing: it is more, or
/// not known.
std::optional<uint64_t> littleExcessInAll(const KernelAnalysis &Kernel,
                                          llvm::ArrayRef<unsigned> Accesses);

/// Likewise for each block, of all that they cost.
bool movesLittle(const KernelAnalysis &Kernel, llvm::ArrayRef<unsigned> Accesses);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_LAUNCHSIZE_H
