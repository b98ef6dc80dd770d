//===- TidyAnalysis.h - One analysis for all checks of a unit ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_TIDY_TIDYANALYSIS_H
#define CUDA_MEMLINT_TOOLS_TIDY_TIDYANALYSIS_H

#include "cuda-memlint/Session/Session.h"

#include "llvm/ADT/DenseSet.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
class SourceManager;
} // namespace clang

namespace memlint {

/// What the options of a check say about the analysis, as they are written, by their names:
/// those of allSettings(), and CudaPath, Config and UnsafeFixes; see docs/clang-tidy.md.
using AnalysisSettings = std::map<std::string, std::string, std::less<>>;

/// What the checks of one group found in a file.
struct TidyResult {
  /// Of the one file; null where it is not to be analysed.
  std::unique_ptr<Session> Run;
  /// The findings whose fix clang-tidy may make.
  llvm::DenseSet<const Finding *> WithFix;
  /// The file's configuration asks for remarks.
  bool WantsRemarks = false;
  /// Launches that the user wrote and that do not fit the kernel that they name: a line each.
  std::vector<std::string> Misfits;
};

/// The analyses of one translation unit: one for each set of options, with all of the enabled
/// checks that have it. Clang-tidy makes its checks anew for each unit; the analysis lives as
/// long as they do.
class TidyAnalysis {
public:
  /// That of the unit whose checks are being made.
  static std::shared_ptr<TidyAnalysis> ofCurrentUnit();

  void addCheck(const Check &Which, const AnalysisSettings &Settings);

  /// What was found with \p Settings, in the file that clang-tidy's compiler has read. The first
  /// call starts the analysis; only that call reports a failure.
  llvm::Expected<const TidyResult *> find(const AnalysisSettings &Settings,
                                          clang::Preprocessor &Preprocessor,
                                          const clang::SourceManager &Sources);

  /// The result's Misfits, once.
  std::vector<std::string> takeMisfits(const AnalysisSettings &Settings);

private:
  struct Group {
    std::vector<const Check *> Checks;
    bool IsAnalysed = false;
    TidyResult Result;
  };
  std::map<AnalysisSettings, Group> Groups;
};

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_TIDY_TIDYANALYSIS_H
