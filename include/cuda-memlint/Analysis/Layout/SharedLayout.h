//===- SharedLayout.h - Would another layout free a shared array? -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Answers what-if questions about a shared array: its rows longer or
/// shorter, or its columns permuted by row, what would all accesses to it cost? Each answer is
/// the cost of the real accesses with their offsets rewritten, not a rule of
/// thumb.
///
/// An offset is split into row * row bytes + offset in the row: the terms whose
/// coefficient is a multiple of the row's bytes move with the rows, the rest must
/// lie within a row, or the subscripts say which row it is. An access through a pointer is split by
/// its address, and its index has to change with the layout. There is no advice if some access
/// leaves the row that its subscripts name.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_LAYOUT_SHAREDLAYOUT_H
#define CUDA_MEMLINT_ANALYSIS_LAYOUT_SHAREDLAYOUT_H

#include "cuda-memlint/Analysis/Layout/BufferBytes.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Target/TargetModel.h"

#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace memlint {

struct KernelAnalysis;

/// The most that rows are padded by.
inline constexpr unsigned MostPaddingBytes = 32 * 4;

/// What is advised for one shared array.
struct LayoutAdvice {
  /// Bytes of a row, and of an element, as they are; a row of 0: the array has none.
  uint64_t RowBytes = 0;
  uint64_t ElementBytes = 0;
  /// The rows come from the array's declared extents, not from its subscripts.
  bool RowsDeclared = false;
  /// Accesses to the array whose cost is known, or known to be the least for any data, which the
  /// advice is about.
  unsigned AccessCount = 0;
  /// Bytes of the widest of them, which rows must stay a multiple of; of the fragments of matrices,
  /// whose rows must be a multiple of 16 bytes apart, at least those.
  unsigned WidestBytes = 0;
  /// The array is one of several that a dynamic buffer holds.
  bool IsPart = false;
  /// Dynamic shared memory: what each launch has it for; empty: that is not known of all.
  std::vector<BufferUse> Buffers;
  /// One of them that is made through a pointer that knows no rows, by Id.
  std::optional<unsigned> FlatAccess;

  /// How often each of them is executed is known, or at least that all are as often: else the
  /// shares below are of one request of each.
  bool KnowsShares = false;
  /// It is known how often, so that these are shares of what the launches take.
  bool KnowsRequests = false;
  /// What the accesses take in excess as they are; of one request of each without KnowsRequests.
  double ExcessNow = 0;

  /// Least length of a row, in elements, that is shorter than now and leaves none of the accesses
  /// InRows in conflict: each of these lies in it, and is aligned.
  std::optional<uint64_t> ShorterRow;
  /// Those that are not flat, by Id, where there is a ShorterRow.
  std::vector<unsigned> InRows;

  /// Bytes that arrays of fixed size may take in a block, or all arrays of a launch, where that is
  /// why wider rows were not tried.
  std::optional<unsigned> LimitBytes;
  /// Least padding of a row, in elements, that leaves no access in conflict and
  /// every access aligned.
  std::optional<unsigned> FreeingPadding;
  /// The same without regard to alignment, where that is less or the only one.
  std::optional<unsigned> UnalignedFreeingPadding;
  /// Where no aligned padding frees them: the one that leaves least excess, if
  /// it takes away a tenth of it or more, and the share of the excess it leaves.
  std::optional<unsigned> BestPadding;
  double BestPaddingLeaves = 1;
  /// Tried only where no aligned padding frees them: the share of the excess
  /// that is left when unit u of a row is kept at position
  /// u ^ (row >> SwizzleShift & SwizzleMask), units being SwizzleUnit bytes long.
  std::optional<double> SwizzleLeaves;
  unsigned SwizzleShift = 0;
  uint64_t SwizzleMask = 0;
  /// Those of the widest access, or of what compilers make of it in several iterations.
  uint64_t SwizzleUnit = 0;
  /// Bytes of accesses that compilers make of several iterations, and no longer would; 0: of none.
  uint64_t SwizzleDivides = 0;
  /// Bytes of a row then: RowBytes, or fewer where rows that are padded in vain become a power of
  /// two again.
  uint64_t SwizzledRowBytes = 0;
  /// One-dimensional arrays, tried where no aligned padding frees them: the share of the excess
  /// that is left when element i is kept at position i + i / SkewElements.
  std::optional<double> SkewLeaves;
  uint64_t SkewElements = 0;

  /// It frees all accesses, or an array that has no rows to pad keeps no more than half of the
  /// excess.
  bool helpsToSkew() const {
    return SkewLeaves && (*SkewLeaves == 0 || (RowBytes == 0 && *SkewLeaves <= 0.5));
  }
};

/// The bytes that one more array in shared memory may have, in all launches of \p Kernel.
uint64_t bytesForAnotherArray(const KernelAnalysis &Kernel, const TargetModel &Target);

/// The distance in bytes between the rows of the matrix whose fragment \p Request loads: each four
/// lanes have neighbouring elements of a row.
std::optional<uint64_t> rowsOfFragments(const WarpRequest &Request);

/// Where an access to a shared array lies once the array is laid out in another way.
struct MovedAccess {
  enum class Kind : uint8_t {
    Padding, ///< rows have Number elements
    Swizzle, ///< unit u of a row is at position u ^ (row >> Shift & Number)
    Skew     ///< element i is at position i + i / Number
  };
  Kind How = Kind::Padding;
  uint64_t Number = 0;
  unsigned Shift = 0;
  ExprRef Offset = nullptr;
  /// Swizzle: the bytes that stay together.
  uint64_t UnitBytes = 1;
};

/// Advice for the shared arrays of one kernel. Accesses that ask for the same rows share it.
class SharedLayouts {
public:
  SharedLayouts(ExprContext &Expressions, const KernelAnalysis &Kernel, const TargetModel &Target);
  ~SharedLayouts();

  /// The advice for the array that \p Conflicting accesses. It holds for all launches whose block
  /// is not a guess, and for \p WorstLaunch. Nothing when the array has no rows, some access does
  /// not respect them, or nothing is in excess.
  std::optional<LayoutAdvice> advise(const Access &Conflicting, unsigned WorstLaunch);

  /// Whether it is known what all that advise() tried for \p Conflicting costs.
  bool knowsTrials(const Access &Conflicting, unsigned Launch);

  /// Which array it is that \p Site accesses in \p Launch, of several that one dynamic buffer
  /// holds: a number that its accesses share. Empty: it holds one, or that is not known.
  std::optional<unsigned> partOfBuffer(const Access &Site, unsigned Launch);

  /// Whether \p Conflicting costs as much in \p Launch with the best of the layouts that were tried
  /// for it, which is for other accesses then.
  bool leavesAsItIs(const Access &Conflicting, unsigned Launch);

  /// Where \p Conflicting lies in \p Launch with the best of the layouts that were tried for it;
  /// empty: none leaves less.
  std::optional<MovedAccess> move(const Access &Conflicting, unsigned Launch);

private:
  struct OfArray;

  ExprContext &Expressions;
  const KernelAnalysis &Kernel;
  const TargetModel &Target;
  /// What is tried for the array, or the part of a buffer, that \p Conflicting is in.
  OfArray &partOf(const Access &Conflicting, unsigned WorstLaunch);
  void measureInBuffer(const Access &Conflicting, unsigned WorstLaunch, LayoutAdvice &Advice);

  /// By array and launch; of buffers that may hold several arrays, by part, too.
  std::map<std::tuple<unsigned, unsigned, std::optional<unsigned>>, std::unique_ptr<OfArray>>
      Arrays;
};

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_LAYOUT_SHAREDLAYOUT_H
