//===- LayoutTrials.h - Accesses to a shared array -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_LAYOUT_LAYOUTTRIALS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_LAYOUT_LAYOUTTRIALS_H

#include "cuda-memlint/Analysis/Layout/BufferBytes.h"
#include "cuda-memlint/Analysis/Layout/RowKeeping.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <vector>

namespace memlint {

struct AccessCost;
struct JoinedAccess;
struct KernelAnalysis;
struct LaunchContext;
struct WarpRequest;

/// One access to the array in one launch where its cost is known.
struct SharedUse {
  const Access *Site;
  const LaunchContext *Launch;
  /// The offset with the launch's block, grid and arguments put in.
  ExprRef Offset;
  /// Of the whole launch, where that is known; no layout changes it.
  std::optional<uint64_t> Requests;
  RowSplit Split = {nullptr, nullptr};
  /// It is made through a pointer that knows no rows: another layout takes another index. Without a
  /// Split, it does not lie in rows at all.
  bool IsFlat = false;
};

/// What an access to a dynamic buffer has to do with the rows in it.
enum class BufferRole : uint8_t {
  Rows,    ///< lies in them
  Staying, ///< is about other data in the same bytes
  Apart    ///< is to another array
};

/// The accesses to one shared array, and what they cost where they lie in another way.
class LayoutTrials {
public:
  LayoutTrials(ExprContext &Expressions, const KernelAnalysis &Kernel, const TargetModel &Target)
      : Expressions(Expressions), Kernel(Kernel), Target(Target) {}

  /// In the launches whose block is not a guess, and in \p WorstLaunch.
  bool collectUses(unsigned Object, unsigned WorstLaunch);
  /// By access, the part of the array that it is in, where its accesses fall into several, as of
  /// the arrays that one dynamic buffer holds: two are in one part if their bytes overlap in some
  /// launch. Empty: there is one part, or that is not known.
  std::vector<unsigned> findParts() const;
  /// The bytes from the first to the last that \p Launch accesses in \p Part of \p Parts.
  uint64_t bytesOfPart(llvm::ArrayRef<unsigned> Parts, unsigned Part,
                       const LaunchContext &Launch) const;
  /// The launches that are looked at.
  llvm::SmallVector<const LaunchContext *> launches() const;
  /// Whether the uses are all that the kernel does to dynamic shared memory in their launches.
  bool haveAllOfBuffer() const;
  /// What \p Launch has the buffer for; empty: that is not known.
  std::optional<BufferUse>
  findBufferUse(const LaunchContext &Launch,
                llvm::function_ref<BufferRole(const Access &)> RoleOf) const;
  /// Keeps the uses of \p Part of \p Parts, with offsets from where that is first accessed.
  void keepPart(llvm::ArrayRef<unsigned> Parts, unsigned Part);
  /// The bytes of each access, if that is the same for all.
  std::optional<unsigned> commonBytes() const;
  /// The row length that the subscripts of a flat array show, in bytes.
  std::optional<uint64_t> rowsOfSubscripts(const Access &Conflicting, uint64_t ElementBytes) const;
  /// Distances of lanes in \p Conflicting that may be those of rows, in bytes, the largest first:
  /// several rows may be for one warp.
  llvm::SmallVector<uint64_t> laneDistances(const Access &Conflicting, uint64_t ElementBytes) const;
  /// Splits all uses that lie in rows of \p RowBytes. Whether any of them knows these.
  bool splitAll(uint64_t RowBytes);
  /// Whether one of these accesses several columns.
  bool haveColumns() const;
  /// Whether all of them lie in rows.
  bool haveRows() const;

  /// Null: the access is not looked at in that launch.
  const SharedUse *findUse(const Access &Site, const LaunchContext &Launch) const;
  unsigned accessCount() const;
  /// Those that know rows.
  std::vector<const Access *> sitesInRows() const;
  unsigned widestBytes() const;
  /// Likewise of the accesses that compilers make of those in several iterations.
  unsigned widestMergedBytes();
  /// The first that is flat, or that reaches rows by an index of its own; empty: none is.
  std::optional<unsigned> flatAccess() const;
  /// Whether one is to a fragment of a matrix, whose rows are as far apart as an argument says.
  bool haveFragments() const;
  /// It is known how many requests each makes.
  bool knowsRequests() const;
  /// How often each is executed, or that all are as often.
  bool knowsWeights() const;

  /// Wavefronts above the ideal, summed over all uses, when each offset is
  /// \p NewOffset of it (null: the use does not count); nothing if the cost of one becomes unknown,
  /// or if data decide on one that is free of conflicts for any data now and would not be then.
  /// Accesses that compilers merge now, they merge in units of \p KeptBytes, too, which stay as
  /// they are.
  std::optional<double> excess(llvm::function_ref<ExprRef(const SharedUse &)> NewOffset,
                               uint64_t KeptBytes = 1);
  /// Whether the cost of one became unknown.
  bool hasUnknownTrial() const { return HasUnknownTrial; }

  ExprContext &Expressions;

private:
  const WarpRequest &requestOf(const SharedUse &Item) const;
  double excessOf(const Access &Site, const AccessCost &Cost) const;
  std::optional<JoinedAccess> mergedIterations(const Access &Site) const;
  std::optional<double> excessOfMerged(const SharedUse &Item, ExprRef NewOffset,
                                       const JoinedAccess &Merged) const;
  /// Whether all FreeUses are free of conflicts for any data with \p NewOffset, too.
  bool remainFree(llvm::function_ref<ExprRef(const SharedUse &)> NewOffset);
  std::optional<Interval> rangeOf(ExprRef InRow, const SharedUse &Item) const;
  std::optional<Interval> rangeInLoops(ExprRef InRow, const SharedUse &Item) const;
  std::optional<Interval> bytesOf(const SharedUse &Item) const;
  std::optional<RowSplit> split(const SharedUse &Item, int64_t RowBytes) const;
  std::optional<RowSplit> splitFlat(const SharedUse &Item, int64_t RowBytes) const;

  const KernelAnalysis &Kernel;
  const TargetModel &Target;
  std::vector<SharedUse> Uses;
  /// Uses at addresses that depend on data and are free of conflicts for any data.
  std::vector<SharedUse> FreeUses;
  bool HasUnknownTrial = false;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_LAYOUT_LAYOUTTRIALS_H
