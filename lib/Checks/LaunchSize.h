//===- LaunchSize.h - Small launches beside large ones ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How large the launches of the kernels of a file are: what a few hundred threads waste hardly
/// matters to a program whose other kernels have millions and move far more.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_LAUNCHSIZE_H
#define CUDA_MEMLINT_LIB_CHECKS_LAUNCHSIZE_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace memlint {

class CompiledCosts;
struct FileAnalysis;
struct KernelAnalysis;

/// As many as a large device runs at once: 128 multiprocessors with 2,048 threads each. A launch
/// whose number of blocks the host computes is taken to have so many.
constexpr double ThreadsAtOnce = 1 << 18;

/// What so many threads move if each accesses a sector of its own: 8 MiB.
constexpr double BytesAtOnce = ThreadsAtOnce * 32;

/// Iterations that a loop of host code is taken to have which is long, or of unknown length.
constexpr uint64_t LaunchesInLoop = 100;

/// The device does not refuse launch number \p Launch of \p Kernel, in \p File, for its size, and
/// does not need a call that permits so much shared memory and is nowhere in the file.
bool mayRun(const FileAnalysis &File, const KernelAnalysis &Kernel, unsigned Launch);

/// The threads of the largest launch of \p Kernel, in \p File, that the source, an option or a
/// recording states and that may run. Nothing if the number of one launch is not known, device code
/// makes one, as often as it has threads, or all launches are guesses.
std::optional<double> mostThreadsOf(const FileAnalysis &File, const KernelAnalysis &Kernel);

/// How large the launches of the kernels of a file are. What the device refuses to launch does not
/// count. Those of a file with a main are all that a program makes.
class LaunchSizes {
public:
  explicit LaunchSizes(const FileAnalysis &File);

  /// A kernel beside whose launches those of the one with that number are less than \p Share: in a
  /// program of what this one moves, where its totals are known, and the other one needs, at least
  /// BytesAtOnce; else of their threads, and of what they move where the totals of both are known.
  /// The largest launch of each is compared, and all together where it is known how often the
  /// smaller ones are made. Only a kernel with a launch of at least ThreadsAtOnce counts, or of
  /// BytesAtOnce. Null: there is none.
  const KernelAnalysis *findLarger(unsigned Number, double Share) const;

private:
  /// Of one launch or of all.
  struct Size {
    double Threads = 0;
    /// What all accesses with known totals need at the least: a slower version of a kernel needs no
    /// more.
    double NeededBytes = 0;
    /// Nothing where not all totals are known.
    std::optional<double> Bytes = 0.0;

    bool isLarge(bool IsOfProgram) const;
    double shareOf(const Size &Larger, bool AreOfProgram) const;
  };
  struct Sizes {
    Size Largest;
    /// With launches that are made unknown times once.
    Size All;
    bool AreTimesKnown = true;
  };

  static Size sizeOf(const KernelAnalysis &Kernel, unsigned Launch);
  static Sizes sizesOf(const FileAnalysis &File, const KernelAnalysis &Kernel);

  llvm::ArrayRef<KernelAnalysis> Kernels;
  bool AreOfProgram;
  std::vector<Sizes> ByKernel;
};

/// Whether what \p Accesses of \p Kernel, in \p File, cost together above their ideal is little in
/// each of its launches: less than a multiprocessor moves in the time that it takes to launch a
/// kernel. Not where no number bounds it.
bool wastesLittle(const FileAnalysis &File, const KernelAnalysis &Kernel,
                  llvm::ArrayRef<unsigned> Accesses);

/// Units of a memory space.
struct LittleExcess {
  uint64_t Units = 0;
  /// At most so many: data decide which lanes take part.
  bool IsBound = false;
};

/// What they cost above their ideal as compilers make them in the launch where that is most, all
/// blocks together, if that is less than an eighth of what one multiprocessor moves in that time.
/// Nothing: it is more, or no number bounds it.
std::optional<LittleExcess> littleExcessInAll(const FileAnalysis &File, const CompiledCosts &Costs,
                                              const KernelAnalysis &Kernel,
                                              llvm::ArrayRef<unsigned> Accesses);

/// Likewise for each block, of all that they cost.
bool movesLittle(const FileAnalysis &File, const KernelAnalysis &Kernel,
                 llvm::ArrayRef<unsigned> Accesses);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_LAUNCHSIZE_H
