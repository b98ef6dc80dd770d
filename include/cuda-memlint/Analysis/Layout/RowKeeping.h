//===- RowKeeping.h - Accesses that stay in their rows ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_LAYOUT_ROWKEEPING_H
#define CUDA_MEMLINT_ANALYSIS_LAYOUT_ROWKEEPING_H

#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace memlint {

struct Access;
class ExprContext;
struct KernelAnalysis;
struct KernelProgram;

/// Row * row bytes + InRow.
struct RowSplit {
  ExprRef Row;
  ExprRef InRow;
};

/// Which row a term goes to that moves by a part of one.
enum class TermRows : uint8_t {
  Whole,  ///< as many as it is whole rows
  Nearest ///< the nearest one: tile[a - x][b + x] moves by a row less one element
};

/// Splits \p Offset by what its terms are multiplied with, in rows of \p RowBytes.
RowSplit splitAtRows(ExprContext &Expressions, ExprRef Offset, int64_t RowBytes,
                     TermRows Rows = TermRows::Whole);

/// Splits where \p Site is in a declared array of several dimensions by the subscripts that it is
/// written with: of `tile[t / 32][t % 32]` the offset is one product of t. Nothing where these are
/// not known.
std::optional<RowSplit> splitAtSubscripts(ExprContext &Expressions, const KernelProgram &Kernel,
                                          const Access &Site);

/// An access to object number \p Object where data decide which row each lane is in: lanes that
/// are side by side in rows of whole bank widths are not so in padded ones. Null: there is none.
const Access *findAccessByData(const KernelAnalysis &Kernel, unsigned Object);

/// Each of \p Sites, accesses of \p Kernel to one object, is known to lie in a row of \p RowBytes,
/// and may do so where rows of \p NewRowBytes do: in all iterations of all launches or, where these
/// are only guessed, of one of them.
bool fitRows(ExprContext &Expressions, const KernelAnalysis &Kernel,
             llvm::ArrayRef<const Access *> Sites, uint64_t RowBytes, uint64_t NewRowBytes);

/// No location in object number \p Object depends on data, and the rows fit all accesses to it.
bool keepsRows(ExprContext &Expressions, const KernelAnalysis &Kernel, unsigned Object,
               uint64_t RowBytes, uint64_t NewRowBytes);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_LAYOUT_ROWKEEPING_H
