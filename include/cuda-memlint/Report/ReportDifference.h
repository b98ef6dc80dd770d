//===- ReportDifference.h - What differs between two reports ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_REPORT_REPORTDIFFERENCE_H
#define CUDA_MEMLINT_REPORT_REPORTDIFFERENCE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace memlint {

/// In the order in which they are shown.
enum class Change : uint8_t {
  New,    ///< a finding that was not there
  Worse,  ///< an access that costs more above its ideal, a finding of a higher level
  Better, ///< the opposite
  Gone    ///< a finding that is not there any more
};

/// A finding or an access that differs.
struct Difference {
  Change Kind = Change::New;
  /// Where it is now, or was.
  std::string Path;
  uint64_t Line = 0;
  std::string Kernel;
  std::string Text;
  /// It makes the change as a whole one for the worse: new remarks do not.
  bool IsForTheWorse = false;
};

/// A JSON report (docs/json.md).
struct ComparedReport {
  std::string Path;
  /// Where the report has a path below the first folder, it stands for one below the second. Both
  /// may be empty.
  std::string Folder = {};
  std::string ShownFolder = {};
};

/// Compares two reports: findings that are reported, by their fingerprints, and the costs of
/// accesses that both have. The error is one line.
llvm::Expected<std::vector<Difference>> compareReports(const ComparedReport &Base,
                                                       const ComparedReport &Head);

/// A line for each, and numbers.
void printDifferences(llvm::raw_ostream &Stream, llvm::ArrayRef<Difference> All);

/// The same as a table in Markdown.
void printDifferencesAsMarkdown(llvm::raw_ostream &Stream, llvm::ArrayRef<Difference> All);

} // namespace memlint

#endif // CUDA_MEMLINT_REPORT_REPORTDIFFERENCE_H
