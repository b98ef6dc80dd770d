//===- RequestTable.h - Warp requests from a CSV file -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads warp requests from a CSV file, row by row, without copying it.
///
/// The first line names the columns, in any order. These are read, all others
/// only kept:
///   byte_offset_per_lane  required: decimal byte offsets separated by blanks,
///                         lane 0 first, at most 32 (or 64); lanes behind the last one
///                         listed must be inactive
///   active_mask           hexadecimal, bit l for lane l; without it the lanes
///                         listed are active
///   op                    load (the default), store, atomic or async-copy
///   bytes                 per lane: 1, 2, 4 (the default), 8 or 16
/// An empty cell counts as an absent column. Cells may be quoted; a quoted cell
/// ends on its own line. Blank lines, a byte order mark and carriage returns are
/// skipped.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CALCULATOR_REQUESTTABLE_H
#define CUDA_MEMLINT_CALCULATOR_REQUESTTABLE_H

#include "cuda-memlint/Target/WarpRequest.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <optional>

namespace memlint {

/// One row. The text points into the file's buffer.
struct RequestRow {
  WarpRequest Request;
  /// The row as it stands, without the end of its line.
  llvm::StringRef Text;
  /// Its cells, by column, with their quotes.
  llvm::SmallVector<llvm::StringRef, 8> Cells;
  /// 1 for the first line of the file.
  unsigned Line = 0;
};

/// What requests a device can make.
struct RequestLimits {
  unsigned WarpLanes = NvidiaWarpLanes;
  /// Offsets need not be multiples of the bytes accessed.
  bool MayBeUnaligned = false;
};

/// A cursor over the rows of one file. Every error is one line that begins with
/// the file's name and the line's number.
class RequestTable {
public:
  /// Reads the header of a table of requests within \p Limits. \p File must outlive the table.
  static llvm::Expected<RequestTable> open(llvm::MemoryBufferRef File, RequestLimits Limits = {});

  /// Reads the next row into \p Row; false at the end of the file.
  llvm::Expected<bool> next(RequestRow &Row);

  /// The header's text, without the end of its line.
  llvm::StringRef header() const { return Header; }
  /// The index of the column called \p Name.
  std::optional<unsigned> findColumn(llvm::StringRef Name) const;
  /// An error about the line that was read last.
  llvm::Error errorHere(const llvm::Twine &Message) const;

private:
  RequestTable(llvm::StringRef Name, llvm::StringRef Rest, RequestLimits Limits)
      : Name(Name), Rest(Rest), Limits(Limits) {}

  bool takeLine(llvm::StringRef &Text);
  llvm::Error splitCells(llvm::StringRef Text, llvm::SmallVectorImpl<llvm::StringRef> &Cells) const;
  llvm::Error findKnownColumns();
  /// The cell of \p Column without quotes and blanks around it; empty without
  /// such a column.
  static llvm::StringRef cellOf(const RequestRow &Row, std::optional<unsigned> Column);
  llvm::Error parseKind(const RequestRow &Row, WarpRequest &Request) const;
  llvm::Error parseBytes(const RequestRow &Row, WarpRequest &Request) const;
  llvm::Error parseLanes(const RequestRow &Row, WarpRequest &Request) const;

  llvm::StringRef Name;
  llvm::StringRef Rest;
  llvm::StringRef Header;
  llvm::SmallVector<llvm::StringRef, 8> Columns;
  std::optional<unsigned> OpColumn, BytesColumn, MaskColumn, OffsetsColumn;
  RequestLimits Limits;
  unsigned Line = 0;
};

} // namespace memlint

#endif // CUDA_MEMLINT_CALCULATOR_REQUESTTABLE_H
