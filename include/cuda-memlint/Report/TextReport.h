//===- TextReport.h - Findings in the style of a compiler -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_REPORT_TEXTREPORT_H
#define CUDA_MEMLINT_REPORT_TEXTREPORT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <set>
#include <string>

namespace memlint {

struct FileAnalysis;
struct FileCode;

/// What the text report shows besides findings. Colours are used when the stream
/// has them enabled (raw_ostream::enable_colors).
struct TextReportOptions {
  /// Show remarks too.
  bool Remarks = false;
  /// Those of these files, by FileAnalysis::Path, in any case.
  std::set<std::string> RemarksOf;
  /// A table of all accesses of each kernel, for each launch, and what they cost together.
  bool Summary = false;
  /// In place of the findings, which are counted only, as many kernels: those that cost most.
  std::optional<unsigned> Top;
  /// Below each finding, where its address comes from and what the lanes ask for.
  bool Explain = false;
  /// The same for every access that begins on this line, finding or not.
  std::optional<unsigned> ExplainLine;
  /// Report each access by itself, not one finding for all with one cause.
  bool EachAccess = false;
  /// Show what reads alike in kernels that are copies of one another once.
  bool JoinsCopies = false;
  /// The findings of all files together, those that cost most first, not file by file.
  bool ByCost = false;
  /// Also print the accesses and kernels that are unknown, with the reasons.
  bool Unknown = false;
  /// The causes for which files are incomplete are shown, as those of other errors are.
  bool IncompleteCauses = true;
  /// Numbers of files, kernels and accesses by class.
  bool Statistics = false;
  /// Locations, and the names of checks, are links for a terminal that knows them.
  bool Hyperlinks = false;
  /// Where the pages of checks are, which their names are links to; empty: nowhere.
  std::string PageFolder;
};

/// Prints everything about \p Files, the line of counts last. Of files that could
/// not be read it gives only the number. \p Code: what nvcc makes of files.
void printTextReport(llvm::raw_ostream &Stream, llvm::ArrayRef<FileAnalysis> Files,
                     const TextReportOptions &Options, llvm::ArrayRef<FileCode> Code = {});

} // namespace memlint

#endif // CUDA_MEMLINT_REPORT_TEXTREPORT_H
