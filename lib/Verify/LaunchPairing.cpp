//===- LaunchPairing.cpp - Which launch of the source one that ran is -----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchPairing.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

/// Clang and the profiler spell some types differently, and blanks.
static std::string comparableName(StringRef Name) {
  std::string Text = Name.str();
  auto Replace = [&Text](StringRef From, StringRef To) {
    for (size_t At = Text.find(From); At != std::string::npos; At = Text.find(From, At + To.size()))
      Text.replace(At, From.size(), To);
  };
  Replace("(anonymous namespace)", "<unnamed>");
  Replace("unsigned int", "unsigned");
  Replace("long int", "long");
  Replace("short int", "short");
  Replace("true", "1");
  Replace("false", "0");
  erase_if(Text, isSpace);
  return Text;
}

std::optional<unsigned> findKernel(const FileAnalysis &File, StringRef Name) {
  std::string Wanted = comparableName(Name);
  StringRef Base = StringRef(Wanted).split('<').first;
  std::optional<unsigned> OfBase;
  unsigned WithBase = 0;
  for (auto [Index, Kernel] : enumerate(File.Kernels)) {
    std::string Own = comparableName(Kernel.Kernel.Name);
    if (Own == Wanted)
      return unsigned(Index);
    if (StringRef(Own).split('<').first == Base) {
      OfBase = unsigned(Index);
      ++WithBase;
    }
  }
  // Template arguments may be written in yet other ways; a single instance is the one.
  return WithBase == 1 ? OfBase : std::nullopt;
}

std::vector<unsigned> launchesOfShape(const KernelAnalysis &Kernel, const LaunchExtents &Grid,
                                      const LaunchExtents &Block) {
  auto MayBe = [](const std::array<std::optional<uint64_t>, 3> &Known, const LaunchExtents &Seen) {
    return all_of(zip(Known, Seen), [](auto Pair) {
      auto [Extent, Counted] = Pair;
      return !Extent || *Extent == Counted;
    });
  };
  std::vector<unsigned> Fitting;
  for (auto [Index, Launch] : enumerate(Kernel.Launches))
    if (Launch.Origin == LaunchOrigin::Default ||
        (MayBe(Launch.Grid, Grid) && MayBe(Launch.Block, Block)))
      Fitting.push_back(unsigned(Index));
  return Fitting;
}

} // namespace memlint
