//===- UnmatchedKernels.cpp - Configured kernels that no file has ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Driver/UnmatchedKernels.h"

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

namespace {

/// What configurations say of kernels, and which of it is about none.
template <typename Item> class ConfiguredKernels {
public:
  /// \p Where: the same for what is said of several files.
  void add(std::string Where, StringRef Kernels, const Item &Said, ArrayRef<StringRef> OfFile) {
    auto [Known, IsNew] = All.insert({{std::move(Where), Kernels.str()}, {&Said, false}});
    Known->second.second |=
        any_of(OfFile, [&](StringRef Name) { return matchesKernelName(Kernels, Name); });
  }

  /// Calls \p Do with the name or glob and what is said of it.
  template <typename Function> void forUnmatched(Function Do) const {
    for (const auto &[Key, Value] : All)
      if (!Value.second)
        Do(Key.second, *Value.first);
  }

private:
  using Key = std::pair<std::string, std::string>;
  MapVector<Key, std::pair<const Item *, bool>, std::map<Key, unsigned>> All;
};

} // namespace

std::vector<UnmatchedBudget> findUnmatchedBudgets(ArrayRef<FileAnalysis> Files,
                                                  const DriverOptions &Options) {
  ConfiguredKernels<KernelBudget> Configured;
  std::vector<StringRef> Names;
  for (const FileAnalysis &File : Files) {
    const FileSettings *Settings = Options.settingsOf(File.Path);
    std::vector<StringRef> OfFile = kernelsOf(File);
    append_range(Names, OfFile);
    for (const KernelBudget &Budget : Settings ? ArrayRef(Settings->Budgets) : std::nullopt)
      Configured.add(Budget.Position.Path, Budget.Kernels, Budget, OfFile);
  }
  std::vector<UnmatchedBudget> Result;
  Configured.forUnmatched([&](StringRef Kernels, const KernelBudget &Budget) {
    Result.push_back({&Budget, didYouMean(Kernels, Names)});
  });
  return Result;
}

std::vector<MisspeltKernel> findMisspeltKernels(ArrayRef<FileAnalysis> Files,
                                                const DriverOptions &Options) {
  ConfiguredKernels<LaunchRequest> Launches;
  ConfiguredKernels<ConfiguredFact> Facts;
  std::vector<StringRef> Names;
  for (const FileAnalysis &File : Files) {
    const FileSettings *Settings = Options.settingsOf(File.Path);
    std::vector<StringRef> OfFile = kernelsOf(File);
    append_range(Names, OfFile);
    if (!Settings)
      continue;
    for (const LaunchRequest &Launch : Settings->Launches)
      if (Launch.Origin == LaunchOrigin::Config)
        Launches.add(Launch.Position.Path, Launch.Kernel, Launch, OfFile);
    for (const ConfiguredFact &Fact : Settings->Facts)
      Facts.add(Fact.Position.Path, Fact.Kernels, Fact, OfFile);
  }
  std::vector<MisspeltKernel> Result;
  auto AddFor = [&](StringRef Setting) {
    return [&, Setting](StringRef Kernels, const auto &Said) {
      // Without one that is near, the kernel may well be in another file.
      std::string Hint = didYouMean(Kernels, Names);
      if (!Hint.empty())
        Result.push_back(
            {Said.Position, (Setting + ": no kernel named '" + Kernels + "'" + Hint).str()});
    };
  };
  Launches.forUnmatched(AddFor("launches"));
  Facts.forUnmatched(AddFor("assumptions"));
  return Result;
}

} // namespace memlint
