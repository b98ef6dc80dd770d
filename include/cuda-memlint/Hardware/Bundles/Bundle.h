//===- Bundle.h - Verifying on another machine ------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A folder that holds all that a machine with a GPU needs to measure programs: their
/// sources, instrumented copies, and a script that uses nvcc and ncu only. Analysis and
/// GPU may so be two machines.
///
///   bundle.json       what was asked for
///   predictions.json  the report, for people and programs
///   verify.sh         measures; to be run on the machine with the GPU
///   tree/             the sources, under their absolute paths
///   instrumented/     a folder for each program
///   mains/            a folder for each program that a main was made for
///   run/              where the programs are run; data files belong here
///   results/          what the script wrote
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_BUNDLES_BUNDLE_H
#define CUDA_MEMLINT_HARDWARE_BUNDLES_BUNDLE_H

#include "cuda-memlint/Hardware/Measure/Verify.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace memlint {

struct FileAnalysis;

/// One file of a bundle.
struct BundleProgram {
  /// Names its results; no other program has it.
  std::string Name;
  /// As the user named the file.
  std::string Path;
  /// The copy, from the bundle's folder.
  std::string Source;
  /// The name of the main that was made for it; empty when it has its own.
  std::string Main;
  /// Those of a compilation database, for nvcc, as the bundle's; they come before the
  /// options of the bundle.
  std::vector<std::string> Options;
};

struct Bundle {
  /// Absolute.
  std::string Folder;
  /// With the folder's paths in the compile options.
  VerifyOptions Options;
  /// As given to --launch.
  std::vector<std::string> Launches;
  std::vector<BundleProgram> Programs;
};

/// Makes the bundle \p Folder of \p Files; \p Launches are the texts they were analysed
/// with, \p PrintPredictions prints their report. Fails, with one line and nothing left
/// behind, when the folder is there already and not empty, or a file cannot be read or
/// written.
llvm::Error emitBundle(llvm::StringRef Folder, llvm::ArrayRef<const FileAnalysis *> Files,
                       const VerifyOptions &Options, llvm::ArrayRef<std::string> Launches,
                       llvm::function_ref<void(llvm::raw_ostream &)> PrintPredictions);

/// Reads what the bundle at \p Folder asked for. Fails, with one line, when it is none.
llvm::Expected<Bundle> readBundle(llvm::StringRef Folder);

/// Where the copy of a program's source is here.
std::string pathOfSource(const Bundle &From, const BundleProgram &Program);

/// Reads the results of \p Program and holds \p File, the analysis of its copy, against
/// them. Fails as verifyFile() does, and when the script has not been run.
llvm::Expected<FileVerification> importResults(const Bundle &From, const BundleProgram &Program,
                                               const FileAnalysis &File);

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_BUNDLES_BUNDLE_H
