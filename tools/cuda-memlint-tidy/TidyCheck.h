//===- TidyCheck.h - A check of ours among clang-tidy's ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_TIDY_TIDYCHECK_H
#define CUDA_MEMLINT_TOOLS_TIDY_TIDYCHECK_H

#include "TidyAnalysis.h"

#include "clang-tidy/ClangTidyCheck.h"

namespace memlint {

/// One of our checks, under its own name. Once clang-tidy has parsed the file, our front end
/// reads it again: see docs/architecture.md.
///
/// Options, of one check (`cuda-shared-bank-conflict.Arch`) or of all (`cuda-memlint.Arch`):
/// those of AnalysisSettings; see docs/clang-tidy.md.
class TidyCheck : public clang::tidy::ClangTidyCheck {
public:
  TidyCheck(const Check &Which, llvm::StringRef Name, clang::tidy::ClangTidyContext *Context);

  bool isLanguageVersionSupported(const clang::LangOptions &Language) const override;
  void registerPPCallbacks(const clang::SourceManager &Sources, clang::Preprocessor *Main,
                           clang::Preprocessor *ModuleExpander) override;
  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) override;
  void check(const clang::ast_matchers::MatchFinder::MatchResult &Result) override;
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Stored) override;

private:
  std::string read(llvm::StringRef Option, llvm::StringRef Default) const;
  /// Reports a value that is none of \p Words, where there are any.
  void checkWord(llvm::StringRef Option, llvm::StringRef Words) const;
  /// Reports that a request cannot be met: an error, so that clang-tidy's exit code differs from
  /// that for a file without findings.
  void refuse(const std::string &Why) const;

  const Check &Which;
  /// Options of all our checks.
  OptionsView CommonOptions;
  AnalysisSettings Settings;
  clang::Preprocessor *Preprocessor = nullptr;
  std::shared_ptr<TidyAnalysis> Analysis;
};

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_TIDY_TIDYCHECK_H
