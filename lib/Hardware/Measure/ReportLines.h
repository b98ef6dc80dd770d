//===- ReportLines.h - Rows of a profiler's CSV -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_MEASURE_REPORTLINES_H
#define CUDA_MEMLINT_LIB_HARDWARE_MEASURE_REPORTLINES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>

namespace memlint {

/// The rows of a page of a report, each a line of quoted fields. Remarks of the
/// profiler between them (`==WARNING== ...`) are left out.
class ReportLines {
public:
  ReportLines(llvm::StringRef PageName, llvm::StringRef Text) : PageName(PageName), Rest(Text) {}

  /// Reads the next row; false at the end.
  llvm::Expected<bool> next();

  /// The fields of the row. Only the first is sure to be whole: others are cut where
  /// a text within holds `","`.
  llvm::ArrayRef<llvm::StringRef> fields() const { return Fields; }

  /// Fits the row to \p Count columns; the text column \p TextColumn may hold
  /// quotes and commas that nothing marks. Fails when there are too few.
  llvm::Error fit(size_t Count, size_t TextColumn);

  /// An error that names the page and the line.
  llvm::Error error(const llvm::Twine &What) const;

private:
  llvm::StringRef PageName, Rest, Row;
  llvm::SmallVector<llvm::StringRef, 0> Fields;
  size_t Line = 0;
};

/// A count as the profiler prints it, "1,024"; empty and "-" are 0.
std::optional<uint64_t> readCount(llvm::StringRef Text);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_MEASURE_REPORTLINES_H
