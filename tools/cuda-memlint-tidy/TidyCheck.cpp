//===- TidyCheck.cpp - A check of ours among clang-tidy's -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TidyCheck.h"

#include "FindingDiagnostics.h"

#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/SourceText.h"

#include "clang/ASTMatchers/ASTMatchers.h"

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
  Settings.Architecture = read("Arch", "");
  Settings.Launches = read("Launches", "");
  Settings.Toolkit = read("Toolkit", "auto");
  Settings.CudaPath = read("CudaPath", "");
  Settings.Configuration = read("Config", "auto");
  std::string Races = read("Races", "");
  if (!Races.empty())
    Settings.PossibleRaces = Races == "may";
  if (Races != "may" && Races != "sure" && !Races.empty())
    refuse("'" + Races + "' is not valid for option 'Races' (expected sure, may)");
  Remarks = readSwitch("Remarks");
  Settings.UnsafeFixes = readSwitch("UnsafeFixes").value_or(false);
  Analysis = TidyAnalysis::ofCurrentUnit();
  Analysis->addCheck(Which, Settings);
}

std::optional<bool> TidyCheck::readSwitch(StringRef Option) const {
  std::string Said = read(Option, "");
  if (Said.empty())
    return std::nullopt;
  if (Said != "true" && Said != "false")
    refuse("'" + Said + "' is not valid for option '" + Option.str() + "' (expected true, false)");
  return Said == "true";
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
  bool HasRemarks = Remarks.value_or((*Found)->WantsRemarks);
  for (const KernelAnalysis &Kernel : (*Found)->File.Kernels)
    for (const Finding &Item : Kernel.Findings)
      if (Item.Check == Which.Name && (HasRemarks || Item.Level != FindingLevel::Remark))
        report(Item, Settings.UnsafeFixes, *this, Sources);
}

void TidyCheck::storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Stored) {
  Options.store(Stored, "Arch", StringRef(Settings.Architecture));
  Options.store(Stored, "Launches", StringRef(Settings.Launches));
  Options.store(Stored, "Toolkit", StringRef(Settings.Toolkit));
  Options.store(Stored, "CudaPath", StringRef(Settings.CudaPath));
  Options.store(Stored, "Config", StringRef(Settings.Configuration));
  Options.store(Stored, "UnsafeFixes", StringRef(Settings.UnsafeFixes ? "true" : "false"));
  if (Settings.PossibleRaces)
    Options.store(Stored, "Races", StringRef(*Settings.PossibleRaces ? "may" : "sure"));
  if (Remarks)
    Options.store(Stored, "Remarks", StringRef(*Remarks ? "true" : "false"));
}

} // namespace memlint
