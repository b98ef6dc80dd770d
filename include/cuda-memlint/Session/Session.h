//===- Session.h - One run over sources -------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The pipeline from sources to what is reported of them, for whoever reports: the command and
/// the clang-tidy module. Findings are made, edited and taken away on the way and nowhere later;
/// who has a session only reads them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SESSION_SESSION_H
#define CUDA_MEMLINT_SESSION_SESSION_H

#include "cuda-memlint/Baseline/Baseline.h"
#include "cuda-memlint/ChangedLines/ChangedLines.h"
#include "cuda-memlint/Driver/Driver.h"
#include "cuda-memlint/Driver/Isolation.h"
#include "cuda-memlint/Fixes/FixPlan.h"
#include "cuda-memlint/Hardware/Bundles/Bundle.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Report/JsonReport.h"

#include <memory>
#include <optional>

namespace memlint {

class FailureReport;
struct FileRun;

/// What is compiled, run and measured of each file; each with its options, or not at all.
struct WantedPrograms {
  /// Run, and counted.
  std::optional<VerifyOptions> Verify;
  /// Run under these tools of compute-sanitizer.
  std::optional<VerifyOptions> Sanitize;
  std::vector<SanitizerTool> Sanitizers = {};
  /// Compiled, and its code read.
  std::optional<VerifyOptions> Code;

  bool any() const { return Verify || Sanitize || Code; }
};

struct SessionOptions {
  DriverOptions Driver;
  /// Files analysed at a time; 0: as many as the machine runs threads.
  unsigned Threads = 0;
  /// Files are analysed in processes of their own where there are several and nothing is wanted of
  /// their trees; nothing: on threads.
  std::optional<Isolation> Isolated = {};
  /// Which fixes are made, and where; the session adds Threads and Suppress.
  FixOptions Fixing = {};
  /// Findings elsewhere do not count; nothing: all do.
  std::optional<ChangedLines> Changed = {};
  /// Findings that were known before.
  std::optional<Baseline> Known = {};
  WantedPrograms Programs = {};
  /// Null, or the bundle whose programs the sources are, and which was measured already.
  const Bundle *Imported = nullptr;
};

/// The edits that were made, and how many were not as they are unsafe.
struct FixOutcome {
  FixPlan Plan;
  size_t Unsafe = 0;
  /// Somebody has asked for an end before all were tried: nothing is planned.
  bool IsStopped = false;
};

/// A temporary folder that was asked to stay.
struct KeptFolder {
  std::string Source;
  std::string Folder;
};

/// What programs said of the files.
struct ProgramResults {
  std::vector<FileVerification> Verified;
  ToolFindings Others;
  std::vector<KeptFolder> Kept;
};

class Session {
public:
  Session(std::vector<SourceFile> Sources, SessionOptions Options);
  // The options of the driver refer to the session.
  Session(const Session &) = delete;
  ~Session();
  Session &operator=(const Session &) = delete;

  /// One for each of the sources, in their order.
  llvm::ArrayRef<FileAnalysis> files() const { return Files; }
  const ProgramResults &results() const { return Results; }

  /// analyse() uses processes.
  bool isolatesFiles() const {
    return Options.Isolated && (Sources.size() > 1 || Options.Isolated->EvenOfOne) &&
           !Options.Driver.ReadTree;
  }
  /// Analyses the sources, as analyseFiles() does, with the text that they have now.
  void analyse();

  /// Takes away the edits that do not hold; see memlint::offerFixes().
  void offerFixes();
  /// Takes away all edits; see memlint::omitFixes().
  void omitFixes();
  /// Those that hold, as far as they go together; see memlint::planFixes().
  FixPlan planFixes();
  /// What fixing everything would come to. Findings stay as they are.
  FixOutcome tryFixes() const;
  /// The same, and the files are the analyses of the changed text from here on, unless it was
  /// stopped. Nothing is written.
  FixOutcome fix();

  /// The changed lines, once fixes have moved them.
  void setChangedLines(ChangedLines Now) { Options.Changed = std::move(Now); }
  /// Leaves the findings on changed lines only.
  void keepChangedLines();
  /// The findings, which are known from here on, for a baseline at \p Path.
  Baseline acceptFindings(llvm::StringRef Path);

  /// Runs each program that is to be measured once before, and analyses its file again for the
  /// launches that it made, with their times. A file for which launches were recorded already is
  /// analysed for these only.
  void recordPrograms();
  /// Does with each file what needs nvcc or a GPU, or reads the results of the bundle. False when
  /// something of that failed, which \p Report was told: a line, and what another program said.
  bool runPrograms(llvm::function_ref<void(llvm::StringRef)> Report);
  /// Writes the bundle \p Folder; see emitBundle().
  llvm::Error writeBundle(llvm::StringRef Folder, llvm::ArrayRef<std::string> Launches);

private:
  llvm::Expected<FileRun &> runOf(size_t Number);
  bool runPrograms(size_t Number, llvm::function_ref<void(llvm::StringRef)> Report);
  bool takeVerification(const FileAnalysis &File, llvm::Expected<FileVerification> Result,
                        FailureReport &Failures);
  llvm::Expected<FileVerification> importResults(const BundleProgram &Program,
                                                 FileAnalysis &File) const;

  const std::vector<SourceFile> Sources;
  SessionOptions Options;
  std::vector<FileAnalysis> Files;
  /// One for each of the files whose programs are in use; others are null.
  std::vector<std::unique_ptr<FileRun>> Runs;
  ProgramResults Results;
};

} // namespace memlint

#endif // CUDA_MEMLINT_SESSION_SESSION_H
