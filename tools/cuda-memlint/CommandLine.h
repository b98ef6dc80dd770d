//===- CommandLine.h - What the user asks for -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_COMMANDLINE_H
#define CUDA_MEMLINT_TOOLS_COMMANDLINE_H

#include "cuda-memlint/Cache/Shard.h"
#include "cuda-memlint/Calculator/CostCalculator.h"
#include "cuda-memlint/Driver/ConfiguredFiles.h"
#include "cuda-memlint/Driver/Driver.h"
#include "cuda-memlint/Hardware/Measure/Verify.h"
#include "cuda-memlint/Hardware/Sanitizer/Hazard.h"
#include "cuda-memlint/LanguageServer/LanguageServer.h"
#include "cuda-memlint/Report/ReportFormat.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace memlint {

/// Standard input, among the paths to analyse and as a diff.
constexpr llvm::StringLiteral StandardInput = "-";
/// The path that a source from there is reported by where none is given.
constexpr llvm::StringLiteral NamelessInputPath = "<stdin>";

/// What is done with the fixes of findings, beside the report.
enum class FixMode : uint8_t {
  None,
  InPlace, ///< they are made
  DryRun   ///< what they would change is shown
};

/// A report beside that of --format.
struct FurtherReport {
  const ReportFormat *Format;
  std::string Path;
  /// As it is given, for messages.
  std::string Option;
};

/// `cuda-memlint [options] path... [-- compile options] [--args program arguments]`
struct LintCommand {
  /// Files, folders and globs, `-` for standard input; none: what the compilation database names.
  std::vector<std::string> Paths;
  /// The path that standard input is read and reported as.
  std::string StandardInputPath;
  /// A file with further texts in place of those on the disk; empty: there are none.
  std::string OpenTexts;
  /// A file that is not analysed whole for an error in the source does not fail the run.
  bool KeepGoing = false;
  /// They are what a hook was given: headers without kernels are passed over.
  bool PreCommit = false;
  /// Files analysed at a time; 0: as many as the machine runs threads.
  unsigned Threads = 0;
  /// What the analysis of one of several files may take.
  unsigned FileSeconds = 120;
  unsigned FileMegabytes = 4096;
  /// They were given, and then hold for a single file as well.
  bool LimitsOneFile = false;
  /// The results of all parts of the files; null: there are none.
  std::shared_ptr<const ResultStore> Shards;
  /// What is analysed only, and where the results are written; nothing: everything is analysed.
  std::optional<ShardHead> Shard;
  std::string ShardOutput;
  /// Where results are kept; empty: nowhere.
  std::string CacheFolder;
  /// By the user: it is said if it cannot be made.
  bool CacheIsNamed = false;
  unsigned CacheMegabytes = 1024;
  DriverOptions Driver;
  ConfigurationSource Configurations;
  /// Again after each change; runLint() does it once.
  bool Watch = false;
  /// Where the paths are written that decide the result, separated by NUL; empty: nowhere.
  std::string InputList;
  /// Print what holds for the first file, and do nothing else.
  bool DumpConfiguration = false;
  /// Files that name known findings: to read, and to write; empty: none.
  std::string Baseline;
  std::string WriteBaseline;
  const ReportFormat *Format = &reportFormats().front();
  std::vector<FurtherReport> FurtherReports;
  TextReportOptions Text;
  /// Run the programs too.
  std::optional<VerifyOptions> Verify;
  /// A folder to write all into that another machine needs for that, instead of running
  /// here; else empty.
  std::string EmitBundle;
  /// Such a folder whose results are to be read; else empty. It says all but what and
  /// how to report.
  std::string ImportBundle;
  /// The texts of Driver.Launches.
  std::vector<std::string> Launches;
  /// Run them under these tools of compute-sanitizer.
  std::optional<VerifyOptions> Sanitize;
  std::vector<SanitizerTool> Sanitizers;
  /// Compile the files and show their code.
  std::optional<VerifyOptions> Code;
  /// Only findings on lines that were changed since this: a revision, "staged", or empty
  /// for the last commit.
  std::optional<std::string> ChangedSince;
  /// Or on those that this diff changes; a path, "-", or empty.
  std::string ChangedDiff;
  FixMode Fix = FixMode::None;
  /// Edits are verified for the formats that have them.
  bool OffersFixes = true;

  /// Fixes that code which is not visible may depend on are made, too.
  bool UnsafeFixes = false;
  /// A file for clang-apply-replacements; else empty.
  std::string ExportFixes;
  /// Files and folders that fixes may be made in; see EditScope.
  std::vector<std::string> FixScope;
  /// Findings at this level or above fail the run; empty: none do.
  std::optional<FindingLevel> FailOn = FindingLevel::Warning;
  /// Empty: as the terminal allows.
  std::optional<bool> Color;
  std::optional<bool> Hyperlinks;
  /// Empty: standard output.
  std::string Output;

  /// Whether a report of some format that meets \p Property is asked for.
  bool wantsReport(llvm::function_ref<bool(const ReportFormat &)> Property) const;
};

/// `cuda-memlint cost [options] file`
struct CostCommand {
  std::string Path;
  MemorySpace Space = MemorySpace::Global;
  std::vector<CostDevice> Devices;
  std::string Output;
};

/// `cuda-memlint record [options] -- program [argument...]`
struct RecordCommand {
  std::vector<std::string> Program;
  /// Where the launches are written.
  std::string Output;
  std::string CudaPath;
  /// Where the library that records is kept; empty: nowhere.
  std::string CacheFolder;
  /// Also record how long the kernels take.
  bool Times = false;
};

/// `cuda-memlint diff [options] base.json head.json`, or
/// `cuda-memlint diff [options] revision [revision] [-- path... options]`
struct DiffCommand {
  /// Reports, or revisions; an empty head: the files on disk.
  std::string Base, Head;
  bool OfRevisions = false;
  /// With what each revision is analysed; see readComparedAnalysis().
  std::vector<std::string> Analysis;
  bool AsMarkdown = false;
  std::string Output;
};

/// `cuda-memlint doctor [options]`
struct DoctorCommand {
  std::string CudaPath;
  ConfigurationSource Configurations;
  /// Empty: none is named.
  std::string Database;
  std::string CacheFolder;
  bool AsJson = false;
  std::string Output;
};

/// `cuda-memlint init [options]`
struct InitCommand {
  /// Empty: none is named.
  std::string Database;
  /// Where the configuration is written.
  std::string Output;
};

/// `cuda-memlint lsp [options] [-- compile options]`
struct ServerCommand {
  /// With which each file is analysed.
  std::vector<std::string> Arguments;
};

/// `cuda-memlint clang-commands [options] [file...] [-- compile options]`
struct ClangCommandsCommand {
  std::vector<std::string> Paths;
  /// Paths need not be there.
  bool MissingFiles = false;
  FrontendOptions Frontend;
  /// The options for Clang that go with the installed headers: `clang-tidy.cfg`.
  std::string Configuration;
  std::string Output;
};

/// Something that was answered at once, such as --help: print this and be done.
struct AnsweredCommand {
  std::string Text;
  /// Empty: standard output.
  std::string Output;
};

using Command =
    std::variant<LintCommand, CostCommand, ClangCommandsCommand, RecordCommand, ServerCommand,
                 DoctorCommand, DiffCommand, InitCommand, AnsweredCommand>;

/// Reads the arguments of main(). The error is one line.
llvm::Expected<Command> readCommandLine(int ArgumentCount, const char *const *Arguments);
/// The same of what follows the name of the command.
llvm::Expected<Command> readCommandLine(llvm::ArrayRef<std::string> Arguments);

/// Reads \p Arguments, options and optional paths, with which a revision is analysed: its only
/// effect is a JSON report, by default of the current folder. The error is one line.
llvm::Expected<LintCommand> readComparedAnalysis(llvm::ArrayRef<std::string> Arguments);

/// What each file of \p Command may take.
WorkLimits limitsOf(const LintCommand &Command);

/// How a language server has the command analyse the text on standard input as the file at \p Path:
/// with \p Arguments, and what the server adds. The error, one line, says which of \p Arguments it
/// cannot take.
llvm::Expected<ServedAnalysis> readServedAnalysis(llvm::StringRef Path,
                                                  llvm::ArrayRef<std::string> Arguments);

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_COMMANDLINE_H
