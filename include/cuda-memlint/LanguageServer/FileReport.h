//===- FileReport.h - What the command reports of a file --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LANGUAGESERVER_FILEREPORT_H
#define CUDA_MEMLINT_LANGUAGESERVER_FILEREPORT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace memlint::lsp {

/// Lines and columns count from 1, columns in bytes; 0: there is none.
struct ReportPosition {
  std::string Path;
  uint64_t Line = 0;
  uint64_t Column = 0;
};

struct ReportNote {
  std::string Message;
  ReportPosition At;
};

/// A replacement of source text. End is behind its last byte.
struct ReportEdit {
  ReportPosition Start;
  uint64_t EndLine = 0;
  uint64_t EndColumn = 0;
  std::string Replacement;
};

struct ReportFinding {
  std::string Check;
  std::string Level;
  ReportPosition At;
  /// The name of the kernel; empty: it is not about one.
  std::string Kernel;
  /// Fingerprint of the access; empty: it is not about one.
  std::string Access;
  std::string Message;
  std::vector<ReportNote> Notes;
  std::optional<ReportNote> Help;
  std::string FixTitle;
  /// It may be wrong for code that is not visible.
  bool FixIsUnsafe = false;
  std::vector<ReportEdit> Edits;
  /// Another finding stands for this one, or it is suppressed.
  bool IsHidden = false;
  /// The text shows another one first, which it is joined with.
  bool IsShownWithOther = false;
};

/// What an access costs in one launch, in sectors, wavefronts or addresses per request.
struct ReportLaunch {
  /// The device.
  std::string Target;
  /// `<<<(8,8,1), (32,32,1)>>>`; `?`: unknown.
  std::string Text;
  /// Text; of further launches of the kernel with the same Text, with a number behind it.
  std::string Key;
  /// ` with n = 8`: what is known of the arguments, of several launches with the same Text; else
  /// empty.
  std::string Arguments;
  /// Of the call; 0: none.
  uint64_t Line = 0;
  std::string Known;
  std::optional<double> MeanPerRequest;
  std::optional<double> IdealPerRequest;
  /// Of the whole launch.
  std::optional<uint64_t> Cost;
  std::optional<uint64_t> Ideal;
};

struct ReportAccess {
  std::string Fingerprint;
  ReportPosition At;
  std::string Text;
  std::string Space;
  std::string Kind;
  uint64_t Bytes = 0;
  std::vector<ReportLaunch> Launches;
  /// Where it was asked for.
  std::string Explanation;
  /// Beside an explanation: what is drawn of its requests, as the report has it; null: nothing.
  llvm::json::Value Picture = nullptr;
};

struct ReportKernel {
  std::string Name;
  ReportPosition At;
  bool Analysed = false;
  std::string Reason;
  /// There was too little time for its races.
  bool RacesDeferred = false;
  std::vector<ReportAccess> Accesses;
};

/// What the server needs of the JSON report of one file (docs/json.md).
struct FileReport {
  /// The configuration ignores the file: there is nothing else.
  bool IsIgnored = false;
  /// Every kernel was analysed as it is written.
  bool IsComplete = false;
  /// Else why not.
  std::optional<ReportNote> IncompleteBecause;
  bool ShowsRemarks = false;
  std::vector<ReportKernel> Kernels;
  std::vector<ReportFinding> Findings;
};

/// Reads \p Json, whose relative paths begin in \p Folder; the error, one line, says what is wrong
/// with it.
llvm::Expected<FileReport> readFileReport(llvm::StringRef Json, llvm::StringRef Folder);

} // namespace memlint::lsp

#endif // CUDA_MEMLINT_LANGUAGESERVER_FILEREPORT_H
