//===- KernelTotals.h - A kernel as a whole ---------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_KERNELTOTALS_H
#define CUDA_MEMLINT_LIB_REPORT_KERNELTOTALS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>
#include <vector>

namespace memlint {

class CompiledCosts;
struct FileAnalysis;
struct Finding;
struct KernelAnalysis;
struct KernelCode;

/// Below the table of the accesses in a launch: what they move together, which checks the excess
/// falls to, and how many blocks fit a multiprocessor. \p Code: what nvcc makes of the kernel, or
/// null.
void printKernelTotals(llvm::raw_ostream &Stream, const CompiledCosts &Costs,
                       const FileAnalysis &File, const KernelAnalysis &Kernel, unsigned Launch,
                       const KernelCode *Code);

/// The same in one line, for the launch with the largest excess: "transpose<<<...>>> in all: 73,728
/// sectors, 57,344 in excess (77.8 %); at most 2 blocks per multiprocessor; bound by DRAM". Empty:
/// no total is known.
std::string describeKernelTotals(const FileAnalysis &File, const KernelAnalysis &Kernel,
                                 const KernelCode *Code);

/// What recorded launches move together, each as often as it was made: 32 bytes for a sector of
/// global memory, 128 for a wavefront of shared memory.
struct RunBytes {
  uint64_t Bytes = 0;
  /// Among them, those that accesses move more than they need.
  uint64_t Excess = 0;
  /// The totals of all accesses are known.
  bool IsComplete = true;

  void add(const RunBytes &Other);
};

/// What the recorded launches of all kernels move, as compiled: a load that is not made moves
/// nothing, and one access of several that are merged moves what all of them do.
class RunTraffic {
public:
  /// The kernels of \p Files are known by their addresses.
  explicit RunTraffic(llvm::ArrayRef<FileAnalysis> Files);

  /// Nothing where no launch was recorded.
  std::optional<RunBytes> ofProgram() const { return Program; }
  /// Likewise of \p Kernel.
  std::optional<RunBytes> ofKernel(const KernelAnalysis &Kernel) const;
  /// Likewise of the access of a finding about its cost, if it is known in all recorded launches.
  std::optional<RunBytes> ofFinding(const KernelAnalysis &Kernel, const Finding &Item) const;

  /// "in all recorded launches, this access moves 1,024 B, 768 in excess: 50.0 % of what the
  /// kernel moves, ...";
  /// empty: not known.
  std::string describeShare(const KernelAnalysis &Kernel, const Finding &Item) const;

private:
  struct KernelBytes {
    RunBytes All;
    std::vector<RunBytes> ByAccess;
  };

  std::optional<RunBytes> Program;
  /// Those with recorded launches.
  llvm::DenseMap<const KernelAnalysis *, KernelBytes> Kernels;
};

/// The \p Most kernels with the largest excess in bytes, the largest first, each in its worst
/// launch, one line each; then those whose totals are not known, by what one warp loses that gets
/// to each access once. With times, by what the excess takes, as estimated.
void printTopKernels(llvm::raw_ostream &Stream, llvm::ArrayRef<FileAnalysis> Files, unsigned Most);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_KERNELTOTALS_H
