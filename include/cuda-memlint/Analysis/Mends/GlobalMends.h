//===- GlobalMends.h - Changes that save sectors of global memory ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Answers what-if questions about the global memory accesses of a kernel: another order or shape
/// of its threads, another layout of its records, wider accesses. Each answer is the traffic of
/// the whole kernel with the change in place, not a rule of thumb.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_MENDS_GLOBALMENDS_H
#define CUDA_MEMLINT_ANALYSIS_MENDS_GLOBALMENDS_H

#include "cuda-memlint/Analysis/Mends/ChangedKernel.h"
#include "cuda-memlint/Analysis/Mends/KernelTraffic.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace memlint {

struct KernelAnalysis;

/// Of a tile in shared memory, which has as many rows as the block.
struct TileLayout {
  /// Rows, and elements of a row, padding included.
  std::array<uint64_t, 2> Extents = {};
  /// Element x of row y of the tile is at x ^ y.
  bool IsSwizzled = false;
};

/// A change of a kernel or of its launch.
struct Mend {
  enum class Kind : uint8_t {
    BlockShape,      ///< other extents of the block, as many threads in all
    ExchangeThreads, ///< x and Dimension of threadIdx and blockDim exchanged, and of the block
    ExchangeAxes,    ///< x and y of the elements that threads take exchanged, the block as it is
    AccessWhole,     ///< members of the structures in Object accessed at once, up to Bytes of them
    AlignRecord,     ///< the structure Object is an array of aligned to Bytes, in all arrays
    JoinAccesses,    ///< adjacent accesses of a thread to Object made one of Bytes
    JoinIterations,  ///< accesses of a thread in successive iterations to Object made one of Bytes
    StrideByThreads, ///< lanes take neighbouring elements, a thread every so-many-th
    SplitRecord,     ///< an array for each member of that structure, for all arrays of it
    Stage,           ///< accesses that run across the rows go through a tile in shared memory
    SplitRows        ///< an array for each column of Objects, which have rows of Elements
  };
  Kind What = Kind::ExchangeThreads;
  /// BlockShape, ExchangeThreads and ExchangeAxes: the launch with the change.
  std::array<uint64_t, 3> Block = {};
  std::array<uint64_t, 3> Grid = {};
  /// BlockShape: the dimensions in which the kernel states the block as constants, which have to
  /// follow.
  std::array<bool, 3> IsConstant = {};
  /// ExchangeThreads: 1 for y, 2 for z.
  unsigned Dimension = 0;
  unsigned Object = 0;
  /// SplitRecord: threads load and store these structures as a whole only.
  bool IsOfWhole = false;
  /// SplitRecord: not worth the work where another change helps.
  bool IsLastResort = false;
  unsigned Bytes = 0;
  /// JoinAccesses: by their names, arguments that have to be multiples of numbers.
  std::vector<std::pair<std::string, uint64_t>> Multiples;
  /// Stage.
  TileLayout Tile;
  /// StrideByThreads: the loop, the elements that a thread takes, and all threads, empty where
  /// launches differ in them, along x alone. SplitRows: the elements of a row.
  unsigned Loop = 0;
  uint64_t Elements = 0;
  std::optional<uint64_t> Threads;
  /// StrideByThreads: where a thread begins or ends is among the conditions, which are to be on
  /// each element.
  bool MovesBounds = false;
  /// SplitRows: the array in question, and those whose memory host code passes in its place.
  std::vector<unsigned> Objects;
  /// SplitRows: it is not seen whether callers do.
  bool ByCallers = false;
  /// SplitRows: the column that all accesses are in, if that is one.
  std::optional<uint64_t> OnlyColumn;
  /// The accesses whose index or text changes, by Id; empty: all of them.
  std::vector<unsigned> Changed;
  KernelTraffic After;

  bool hasConstants() const { return IsConstant != std::array<bool, 3>(); }
};

struct GlobalMends {
  KernelTraffic Before;
  /// As of findMostCosts(); empty where nothing helps.
  std::vector<bool> AreMost;
  /// The best first; of those that save as much, the one that is less work. Structures that are
  /// only loaded and stored whole are taken apart where nothing else helps, or where that saves
  /// much more than an alignment. Other layouts of arrays without structures, which all that uses
  /// them would have to follow, come last.
  std::vector<Mend> Mends;
  /// Those that move threads and do not pay, as some access loses by them.
  std::vector<Mend> InVain;

  /// The best that makes access \p Site cheaper, of kind \p Only if that is given; null: none does.
  const Mend *findFor(unsigned Site, std::optional<Mend::Kind> Only = std::nullopt) const;
};

/// The mends that pay for \p Kernel in launch number \p Launch and lose nothing in the others.
/// Nothing is in it where the cost of some access is not known.
GlobalMends findGlobalMends(ExprContext &Expressions, const KernelAnalysis &Kernel,
                            const TargetModel &Target, unsigned Launch);

/// \p Kernel with one more array, the last one: a tile in shared memory.
KernelProgram withTile(const KernelProgram &Kernel);

/// The accesses to a tile that stands between: of each thread to its own element, and of those that
/// go across its rows, in a launch as theirs.
struct StagedAccesses {
  Access AsThreadsAre, Across;
  LaunchContext LaunchAcross;
};

/// How \p Site goes through the tile of \p WithTile, which has \p Layout, in \p Launch.
StagedAccesses useTile(ExprContext &Expressions, const KernelProgram &WithTile,
                       const LaunchContext &Launch, const Access &Site, const TileLayout &Layout);

/// \p Kernel in launch number \p Launch with \p Change, which was found for \p Site. Empty: the
/// change makes other accesses of those that there are.
std::optional<ChangedKernel> withMend(ExprContext &Expressions, const KernelAnalysis &Kernel,
                                      unsigned Launch, const Mend &Change, const Access &Site);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_MENDS_GLOBALMENDS_H
