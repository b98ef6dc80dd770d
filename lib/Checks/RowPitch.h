//===- RowPitch.h - Rows that sectors do not divide -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the rows of a two-dimensional array in the offsets of its accesses, and what these cost
/// with longer rows, by evaluating them again.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_ROWPITCH_H
#define CUDA_MEMLINT_LIB_CHECKS_ROWPITCH_H

#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Model/AccessCost.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace memlint {

/// Rows that are longer than now, so that each starts at a sector.
struct RowPitch {
  /// Bytes from one row to the next.
  int64_t Now = 0;
  int64_t Longer = 0;
  /// What the access costs with longer rows.
  AccessCost Cost;
};

/// What the checks ask about rows, for one kernel.
class RowPitches {
public:
  RowPitches(ExprContext &Expressions, const KernelAnalysis &Kernel, const TargetModel &Target)
      : Expressions(Expressions), Kernel(Kernel), Target(Target) {}

  /// Bytes from one row to the next, where \p Site, an access to global memory, accesses a good
  /// part of rows in launch number \p Launch that are not a multiple of a sector apart; else
  /// nothing.
  std::optional<int64_t> rowsOf(const Access &Site, unsigned Launch) const;

  /// Whether \p Site walks rows whose length launch number \p Launch leaves open.
  bool hasOpenRows(const Access &Site, unsigned Launch) const;

  /// Whether the rows of \p Site that are not whole sectors apart are one for each block: parts of
  /// a sequence, which a block walks to their end.
  bool arePartsOfBlocks(const Access &Site, unsigned Launch) const;

  /// Longer rows, if the access costs less with them, and so do all accesses to its array
  /// together; else nothing.
  const std::optional<RowPitch> &find(const Access &Site, unsigned Launch);

  /// The row, \p Now bytes apart, in which the constant part of the offset of \p Site lies, as -1
  /// in `x[(row - 1) * pitch + column - 1]`.
  int64_t firstRow(const Access &Site, unsigned Launch, int64_t Now) const;

  /// The offset of \p Site with the values of launch number \p Launch.
  ExprRef offsetOf(const Access &Site, unsigned Launch) const;

  /// That offset with rows that are \p Longer bytes apart instead of \p Now.
  ExprRef offsetWith(const Access &Site, unsigned Launch, int64_t Now, int64_t Longer) const;

  /// That offset with rows that are whole sectors apart, at least as far as they are, however long
  /// they are. \p Now: how far apart they are, if that is known.
  ExprRef offsetWithWholeRows(const Access &Site, unsigned Launch,
                              std::optional<int64_t> Now) const;

  /// What \p Site costs at \p Offset instead of its own.
  const AccessCost &costOf(const Access &Site, ExprRef Offset, unsigned Launch) const;

  /// What to change in the source.
  std::string advise(const Access &Site, unsigned Launch, const RowPitch &Rows) const;

private:
  bool coversRows(const Access &Site, ExprRef Offset, int64_t Distance, unsigned Launch) const;
  std::optional<RowPitch> search(const Access &Site, unsigned Launch);
  bool savesOfArray(unsigned Object, unsigned Launch, int64_t Now, int64_t Longer);

  ExprContext &Expressions;
  const KernelAnalysis &Kernel;
  const TargetModel &Target;
  /// By access and launch: what offsetOf() has found.
  mutable llvm::DenseMap<std::pair<unsigned, unsigned>, ExprRef> Offsets;
  /// By access, number of the offset and launch. What all accesses to an array cost from another
  /// start is asked for each of them.
  mutable std::map<std::tuple<unsigned, uint64_t, unsigned>, std::optional<AccessCost>> Costs;
  /// By access and launch.
  std::map<std::pair<unsigned, unsigned>, std::optional<RowPitch>> Found;
  /// By array, launch and distance of rows.
  std::map<std::tuple<unsigned, unsigned, int64_t>, bool> Saves;
};

/// Whether cuda-pitch reports \p Site at fault in launch number \p Launch.
bool isForPitch(const CheckRun &In, const Access &Site, unsigned Launch);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_ROWPITCH_H
