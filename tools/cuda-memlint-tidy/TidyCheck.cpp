//===- TidyCheck.cpp - A check of ours among clang-tidy's -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TidyCheck.h"

#include "FindingDiagnostics.h"

#include "cuda-memlint/Configuration/Setting.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/ShownFindings.h"
#include "cuda-memlint/Report/SourceText.h"

#include "clang/ASTMatchers/ASTMatchers.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

static constexpr StringLiteral CommonName = "cuda-memlint";

std::string TidyCheck::read(StringRef Option, StringRef Default) const {
  // Both are read, so that --verify-config knows both names.
  std::optional<StringRef> Common = CommonOptions.get(Option);
  std::optional<StringRef> Own = Options.get(Option);
  return (Own ? *Own : Common ? *Common : Default).str();
}

void TidyCheck::refuse(const std::string &Why) const {
  // A '%' in the text is not a placeholder.
  configurationDiag("%0", clang::DiagnosticIDs::Error) << printableText(Why);
}

TidyCheck::TidyCheck(const Check &Which, StringRef Name, clang::tidy::ClangTidyContext *Context)
    : ClangTidyCheck(Name, Context), Which(Which),
      CommonOptions(CommonName, Context->getOptions().CheckOptions, Context) {
  Settings = {{"CudaPath", ""}, {"Config", "auto"}, {"UnsafeFixes", "false"}};
  for (const Setting &Each : allSettings())
    if (!Each.TidyOption.empty())
      Settings.emplace(Each.TidyOption, Each.TidyOption == "Toolkit" ? "auto" : "");
  for (auto &[Option, Value] : Settings)
    Value = read(Option, Value);
  for (const Setting &Each : allSettings())
    if (!Each.TidyOption.empty())
      checkWord(Each.TidyOption, Each.Words);
  checkWord("UnsafeFixes", "true, false");
  Analysis = TidyAnalysis::ofCurrentUnit();
  Analysis->addCheck(Which, Settings);
}

void TidyCheck::checkWord(StringRef Option, StringRef Words) const {
  const std::string &Said = Settings.find(Option)->second;
  if (!Said.empty() && !Words.empty() && !is_contained(split(Words, ", "), Said))
    refuse("'" + Said + "' is not valid for option '" + Option.str() + "' (expected " +
           Words.str() + ")");
}

bool TidyCheck::isLanguageVersionSupported(const clang::LangOptions &Language) const {
  return Language.CUDA;
}

void TidyCheck::registerPPCallbacks(const clang::SourceManager &, clang::Preprocessor *Main,
                                    clang::Preprocessor *) {
  Preprocessor = Main;
}

void TidyCheck::registerMatchers(clang::ast_matchers::MatchFinder *Finder) {
  Finder->addMatcher(clang::ast_matchers::translationUnitDecl(), this);
}

void TidyCheck::check(const clang::ast_matchers::MatchFinder::MatchResult &Result) {
  clang::SourceManager &Sources = *Result.SourceManager;
  Expected<const TidyResult *> Found = Analysis->find(Settings, *Preprocessor, Sources);
  if (!Found) {
    refuse("cuda-memlint: " + toString(Found.takeError()));
    return;
  }
  for (const std::string &Misfit : Analysis->takeMisfits(Settings))
    refuse("cuda-memlint: " + Misfit);
  const std::string &Remarks = Settings.at("Remarks");
  bool HasRemarks = Remarks.empty() ? (*Found)->WantsRemarks : Remarks == "true";
  if (!(*Found)->Run)
    return;
  TextReportOptions Shown;
  Shown.Remarks = HasRemarks;
  ArrayRef<FileAnalysis> File = (*Found)->Run->files().take_front();
  ShownFindings Findings = mergeFindings(File, Shown);
  for (ArrayRef<ShownFinding> Same : shownInOrder(Findings, File, Shown))
    if (Same.front().Item->Check == Which.Name)
      report(Same, (*Found)->WithFix, *this, Sources);
  // clang-tidy suppresses these itself, by the same comments, and counts them.
  for (const KernelAnalysis &Kernel : File.front().Kernels)
    for (const Finding &Item : Kernel.Findings)
      if (Item.Check == Which.Name && Item.Suppressed != Suppression::None &&
          (HasRemarks || Item.Level != FindingLevel::Remark))
        report(ShownFinding{&File.front(), &Kernel, &Item, ""}, (*Found)->WithFix, *this, Sources);
}

void TidyCheck::storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Stored) {
  for (const auto &[Option, Value] : Settings)
    if (!Value.empty() || (Option != "Races" && Option != "Remarks"))
      Options.store(Stored, Option, StringRef(Value));
}

} // namespace memlint
