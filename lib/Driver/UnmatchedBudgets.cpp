//===- UnmatchedBudgets.cpp - Budgets of no kernel ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Driver/UnmatchedBudgets.h"

#include "cuda-memlint/Launch/LaunchOption.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Support/NearestName.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace llvm;

namespace memlint {

/// The names of the kernels of \p File, also of those that are listed with an earlier one.
static std::vector<StringRef> kernelsOf(const FileAnalysis &File) {
  std::vector<StringRef> Names;
  for (const KernelAnalysis &Kernel : File.Kernels)
    Names.push_back(Kernel.Program.Name);
  for (const KernelElsewhere &Kernel : File.KernelsElsewhere)
    Names.push_back(Kernel.Name);
  return Names;
}

std::vector<UnmatchedBudget> findUnmatchedBudgets(ArrayRef<FileAnalysis> Files,
                                                  const DriverOptions &Options) {
  using Key = std::pair<std::string, std::string>;
  MapVector<Key, const KernelBudget *, std::map<Key, unsigned>> Unmatched;
  std::set<Key> Matched;
  std::vector<StringRef> Names;
  for (const FileAnalysis &File : Files) {
    const FileSettings *Settings = Options.settingsOf(File.Path);
    std::vector<StringRef> OfFile = kernelsOf(File);
    append_range(Names, OfFile);
    for (const KernelBudget &Budget : Settings ? ArrayRef(Settings->Budgets) : std::nullopt) {
      Key Where(Budget.Position.Path, Budget.Kernels);
      Unmatched.insert({Where, &Budget});
      if (any_of(OfFile, [&](StringRef Name) { return matchesKernelName(Budget.Kernels, Name); }))
        Matched.insert(Where);
    }
  }
  std::vector<UnmatchedBudget> Result;
  for (const auto &[Where, Budget] : Unmatched)
    if (!Matched.contains(Where))
      Result.push_back({Budget, didYouMean(Budget->Kernels, Names)});
  return Result;
}

} // namespace memlint
