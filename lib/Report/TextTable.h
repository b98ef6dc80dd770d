//===- TextTable.h - Columns of text ----------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_TEXTTABLE_H
#define CUDA_MEMLINT_LIB_REPORT_TEXTTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace memlint {

/// A heading, and whether its cells are set flush left (text) or right (numbers).
struct TextColumn {
  const char *Heading;
  bool FlushLeft;
  /// Text that may be shortened in the middle: source text, names.
  bool MayBeShortened = false;
  /// Of the last column: text that may go on in further lines.
  bool MayBeBroken = false;
  /// Not zero: it is left out of a table that is too wide for the terminal even so, the highest of
  /// several first.
  unsigned Dispensable = 0;
};

/// A column that a table may do without.
constexpr TextColumn dispensableColumn(const char *Heading, bool FlushLeft, unsigned Rank) {
  return {Heading, FlushLeft, /*MayBeShortened=*/false, /*MayBeBroken=*/false, Rank};
}

/// The columns of the terminal that \p Stream is; 0: it is something else, or they are not known.
unsigned terminalColumns(const llvm::raw_ostream &Stream);

/// Prints headings and rows, each column as wide as its widest cell on a terminal. All
/// rows have a cell for each column. Where the terminal is narrower, cells are broken or
/// shortened, and columns left out, which a line below the table names.
void printTextTable(llvm::raw_ostream &Stream, llvm::ArrayRef<TextColumn> Columns,
                    llvm::ArrayRef<std::vector<std::string>> Rows);

/// Prints \p Text behind \p Indent columns, in several lines where the terminal is narrower.
void printIndented(llvm::raw_ostream &Stream, llvm::StringRef Text, unsigned Indent);

/// At most 32 columns of source text, on one line.
std::string shortSourceText(llvm::StringRef Text);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_TEXTTABLE_H
