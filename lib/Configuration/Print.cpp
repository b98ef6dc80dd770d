//===- Print.cpp - Writing a configuration --------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Configuration/Configuration.h"

#include "CompileOptions.h"
#include "QuotedText.h"

#include "cuda-memlint/Checks/BudgetLimit.h"
#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Configuration/FileSettings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace memlint {

static StringRef levelText(ConfiguredLevel Level) { return Level ? levelName(*Level) : "none"; }

template <typename Range>
static void printList(raw_ostream &Stream, StringRef Key, const Range &Texts) {
  if (Texts.begin() == Texts.end())
    return;
  Stream << Key << ":\n";
  for (StringRef Text : Texts)
    Stream << "  - " << quotedText(Text) << '\n';
}

/// Those of \p Words that a configuration may have; the others do not change what a source
/// means, or are the command line's only.
static std::vector<std::string> configurableOptions(ArrayRef<std::string> Words) {
  SmallString<256> Folder;
  sys::fs::current_path(Folder);
  std::vector<std::string> Result;
  while (!Words.empty()) {
    Expected<std::vector<std::string>> Option = takeCompileOption(Words, Folder);
    if (Option)
      append_range(Result, *Option);
    else
      consumeError(Option.takeError());
  }
  return Result;
}

static void printBudgets(raw_ostream &Stream, ArrayRef<KernelBudget> Budgets) {
  if (Budgets.empty())
    return;
  Stream << "budgets:\n";
  for (const KernelBudget &Each : Budgets) {
    // No digit of what people write is lost.
    Stream << "  - kernel: " << quotedText(Each.Kernels) << "\n    " << limitOf(Each).Name << ": "
           << format("%.15g", Each.Most) << '\n';
  }
}

void printConfiguration(raw_ostream &Stream, const Configuration &Options) {
  FileSettings Settings = settingsFor(Options);
  std::vector<std::string> Checks = {"-*"};
  for (const Check *Item : Settings.Checks)
    Checks.push_back(Item->Name.str());
  printList(Stream, "checks", Checks);
  if (!Settings.Levels.empty()) {
    Stream << "levels:\n";
    for (const auto &[Name, Level] : Settings.Levels)
      Stream << "  " << quotedText(Name) << ": " << levelName(Level) << '\n';
  }
  if (!Options.Architecture.empty()) {
    std::vector<std::string> Devices = {Options.Architecture};
    append_range(Devices, Options.OtherArchitectures);
    Stream << "arch: " << quotedText(join(Devices, ",")) << '\n';
  }
  printList(Stream, "launches", map_range(Options.Launches, [](const ConfiguredLaunch &Each) {
              return StringRef(Each.Text);
            }));
  printList(Stream, "recorded-launches",
            map_range(Options.Recordings, [](const std::shared_ptr<const RecordedLaunches> &Each) {
              return StringRef(Each->Path);
            }));
  if (Options.Arguments)
    Stream << "args: " << quotedText(argumentsText(*Options.Arguments)) << '\n';
  // In the order in which they come; facts of one kernel are together.
  std::vector<StringRef> Kernels;
  for (const ConfiguredFact &Each : Options.Facts)
    if (!is_contained(Kernels, StringRef(Each.Kernels)))
      Kernels.push_back(Each.Kernels);
  if (!Kernels.empty())
    Stream << "assumptions:\n";
  for (StringRef Kernel : Kernels) {
    Stream << "  " << quotedText(Kernel) << ":\n";
    for (const ConfiguredFact &Each : Options.Facts)
      if (Each.Kernels == Kernel)
        Stream << "    - " << quotedText(Each.Fact.Text) << '\n';
  }
  if (is_contained(Settings.Checks, &budgetCheck()))
    printBudgets(Stream, Options.Budgets);
  std::vector<std::string> Ignored;
  for (const PathPattern &Each : Options.Ignored)
    Ignored.push_back(Each.absolute());
  printList(Stream, "ignore", Ignored);
  Stream << "fail-on: " << levelText(Settings.FailOn) << '\n';
  Stream << "remarks: " << (Settings.Remarks ? "true" : "false") << '\n';
  Stream << "races: " << (Settings.PossibleRaces ? "may" : "sure") << '\n';
  Stream << "min-excess: " << format("%g", Settings.Limits.LeastExcess) << '\n';
  Stream << "min-share: " << format("%g", Settings.Limits.LeastShare) << '\n';
  printList(Stream, "compile-options", configurableOptions(Options.CompileOptions));
  bool IsFolder = Settings.Toolkit == ToolkitMode::Path;
  StringRef Word = Settings.Toolkit == ToolkitMode::Embedded ? "embedded" : "auto";
  Stream << "toolkit: " << (IsFolder ? quotedText(Settings.ToolkitPath) : Word.str()) << '\n';
}

} // namespace memlint
