//===- Driver.h - From a file to all that is known of it --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The stages put together: Frontend, Lowering, Launch, Cost and Checks, for one
/// file or for several. Commands and editors build upon this.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_DRIVER_DRIVER_H
#define CUDA_MEMLINT_DRIVER_DRIVER_H

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Checks/Significance.h"
#include "cuda-memlint/Configuration/FileSettings.h"
#include "cuda-memlint/Driver/SourceFiles.h"
#include "cuda-memlint/Frontend/Frontend.h"
#include "cuda-memlint/Launch/LaunchOption.h"
#include "cuda-memlint/Launch/ProgramArguments.h"
#include "cuda-memlint/Launch/RecordedLaunches.h"
#include "cuda-memlint/Model/HostLinks.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
}

namespace memlint {

struct FileAnalysis;
class ResultCache;
struct Isolation;

/// What is wanted of a file's tree, besides its analysis; \p Kernels are the functions of its
/// kernels, in their order.
using TreeReader = std::function<void(ParsedFile &Parsed, FileAnalysis &File,
                                      llvm::ArrayRef<const clang::FunctionDecl *> Kernels)>;

/// How files are to be analysed.
struct DriverOptions {
  FrontendOptions Frontend;
  /// Devices besides that of Frontend. analyseFiles() says where what is found for them
  /// differs; analyseFile() does not look at them.
  std::vector<std::string> OtherDevices = {};
  /// Launches given by the user, which replace those found in the source.
  std::vector<LaunchRequest> Launches;
  /// Launches that programs made, which take the place of those found in the source, too.
  RecordingList Recordings;
  /// Likewise those that the program of one file made, by the path that the file is read by: they
  /// count for that file only, whose kernels may have the names of others.
  std::map<std::string, RecordingList> RunOfFile = {};
  /// What main is called with.
  ProgramArguments Arguments;
  std::vector<const Check *> Checks;
  /// Make an instantiation of each kernel template that a file does not.
  bool InstantiateTemplates = true;
  /// Requests evaluated for one access in one launch before its totals are given up.
  uint64_t Budget = DefaultCostBudget;
  /// Find races and divergent barriers that depend on what is not known, too.
  bool PossibleRaces = false;
  /// Races have a small part of their budget: KernelAnalysis::RacesDeferred where that did not
  /// suffice.
  bool ShortRaces = false;
  /// What is worth a warning.
  Significance Limits;
  /// The file is one of several: FileAnalysis::Links is filled. analyseFiles() sets
  /// it where it is so.
  bool SeveralFiles = false;
  /// Settings of single files, by the path that the file is read by: they take the place of
  /// what is said above of checks, launches, arguments, races, the device, the toolkit and compile
  /// options. Null: there are none.
  std::shared_ptr<const std::map<std::string, FileSettings>> OfFile;
  /// Called for each file whose kernels have been analysed, as the tree does not outlive its
  /// analysis; may be on several threads. Null: nobody wants it.
  TreeReader ReadTree;
  /// Called with the name of each kernel that the analysis comes to, more than once; may be on
  /// several threads. Null: nobody wants to know.
  std::function<void(llvm::StringRef Kernel)> AtKernel;
  /// Called with all findings, to suppress those that are known; may be on several threads.
  std::function<void(llvm::MutableArrayRef<FileAnalysis>)> SuppressKnown;
  /// Files of the same run that are analysed elsewhere, in the order of all: null where all are
  /// analysed together. Their text shows which functions seem to be called from them.
  std::shared_ptr<const std::vector<SourceFile>> AllFiles;
  /// Where analyseFiles() finds results of earlier runs and keeps those of this one; null: nowhere.
  std::shared_ptr<const ResultCache> Cache;

  /// The settings of the file at \p Path, or null.
  const FileSettings *settingsOf(llvm::StringRef Path) const;
  /// These options, with the settings of the file at \p Path put in their places.
  DriverOptions forFile(llvm::StringRef Path) const;
};

/// Analyses the file at \p Path. Errors in the source are part of the result;
/// fails, with one line, when there is nothing to analyse: the file cannot be
/// read, the toolkit is missing, the architecture is not one, or the analysis
/// itself broke down, which does not take the process with it. The calls and
/// constants of other files are \p FromOutside; see FileLinker.
llvm::Expected<FileAnalysis> analyseFile(llvm::StringRef Path, const DriverOptions &Options,
                                         const OutsideFacts &FromOutside = {});

/// Analyses several files, \p Threads (0: as many as the machine runs) at a time.
/// One result for each, in their order, whatever the number of threads. A file of
/// which nothing is known has ParseState::Not and the reason as its only error.
///
/// Host code is followed from one file into another; see FileLinker.h. \p Isolated not null: each
/// file is analysed in a process of its own.
///
/// A kernel in a header that several files include is in the first of them only,
/// launched as all of them launch it, unless they make different code of it.
std::vector<FileAnalysis> analyseFiles(llvm::ArrayRef<SourceFile> Files,
                                       const DriverOptions &Options, unsigned Threads = 0,
                                       const Isolation *Isolated = nullptr);

} // namespace memlint

#endif // CUDA_MEMLINT_DRIVER_DRIVER_H
