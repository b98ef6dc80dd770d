//===- FileSettings.cpp - How one file is analysed ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Configuration/FileSettings.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Support/RealPaths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

/// Puts into \p Result where the globs of \p From change a level; of several the last one counts.
static void addLevels(const Configuration &From, FileSettings &Result) {
  std::vector<std::pair<Glob, FindingLevel>> Levels;
  for (const auto &[Text, Level] : reverse(From.Levels))
    if (Expected<Glob> Named = Glob::create(Text))
      Levels.emplace_back(std::move(*Named), Level);
    else
      consumeError(Named.takeError());
  for (const Check *Item : allChecks()) {
    auto Known = find_if(Levels, [&](const auto &Each) { return Each.first.matches(Item->Name); });
    if (Known != Levels.end() && Known->second != Item->Level)
      Result.Levels[Item->Name.str()] = Known->second;
  }
}

FileSettings settingsFor(const Configuration &From) {
  FileSettings Result;
  addLevels(From, Result);
  // Each glob was looked at where it was read.
  Result.Checks = cantFail(selectChecks(From.Checks));
  for (const ConfiguredLaunch &Each : From.Launches)
    Result.Launches.push_back(Each.Request);
  Result.Recordings = From.Recordings;
  Result.Arguments = From.Arguments;
  Result.Facts = From.Facts;
  Result.Budgets = From.Budgets;
  Result.PossibleRaces = From.PossibleRaces.value_or(false);
  Result.Limits.LeastExcess = From.LeastExcess.value_or(Result.Limits.LeastExcess);
  Result.Limits.LeastShare = From.LeastShare.value_or(Result.Limits.LeastShare);
  Result.Architecture = From.Architecture;
  Result.OtherArchitectures = From.OtherArchitectures;
  if (From.Toolkit == "embedded") {
    Result.Toolkit = ToolkitMode::Embedded;
  } else if (!From.Toolkit.empty() && From.Toolkit != "auto") {
    Result.Toolkit = ToolkitMode::Path;
    Result.ToolkitPath = From.Toolkit;
  }
  Result.CompileArguments = From.CompileOptions;
  Result.Ignored = From.Ignored;
  Result.FailOn = From.FailOn.value_or(FindingLevel::Warning);
  Result.Remarks = From.Remarks.value_or(Result.FailOn == FindingLevel::Remark);
  return Result;
}

bool FileSettings::ignores(StringRef Path) const {
  if (Ignored.empty())
    return false;
  std::string Absolute = absolutePath(Path);
  return any_of(Ignored, [&](const PathPattern &Each) { return Each.matches(Absolute); });
}

std::vector<StatedFact> FileSettings::factsOf(StringRef Kernel) const {
  std::vector<StatedFact> Result;
  for (const ConfiguredFact &Each : Facts)
    if (matchesKernelName(Each.Kernels, Kernel))
      Result.push_back(Each.Fact);
  return Result;
}

std::vector<KernelBudget> FileSettings::budgetsOf(StringRef Kernel) const {
  std::vector<KernelBudget> Result;
  copy_if(Budgets, std::back_inserter(Result),
          [&](const KernelBudget &Each) { return matchesKernelName(Each.Kernels, Kernel); });
  return Result;
}

void FileSettings::applyTo(FileAnalysis &File) const {
  if (Ignored.empty() && Levels.empty())
    return;
  for (KernelAnalysis &Kernel : File.Kernels) {
    erase_if(Kernel.Findings, [&](const Finding &Item) { return ignores(Item.Position.Path); });
    for (Finding &Item : Kernel.Findings) {
      auto Level = Levels.find(Item.Check);
      if (Level == Levels.end())
        continue;
      const Check *Maker = checkOf(Item);
      bool Lowered = Maker && Item.Level < Maker->Level;
      Item.Level = Lowered ? std::min(Item.Level, Level->second) : Level->second;
    }
  }
}

} // namespace memlint
