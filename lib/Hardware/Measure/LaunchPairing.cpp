//===- LaunchPairing.cpp - Which launch of the source one that ran is -----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Measure/LaunchPairing.h"

#include "cuda-memlint/Hardware/Toolchain/KernelName.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace memlint {

/// "256" for each number like "256U" in \p Text; names that end so stay.
static std::string withoutNumberSuffixes(StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    StringRef Word = Text.take_while([](char Letter) { return isAlnum(Letter) || Letter == '_'; });
    Result += isDigit(Text.front()) ? Word.rtrim("uUlL") : Word;
    Text = Text.drop_front(Word.size());
    if (!Text.empty()) {
      Result += Text.front();
      Text = Text.drop_front();
    }
  }
  return Result;
}

/// Clang and the profiler spell some types differently, and blanks and numbers.
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
  return withoutNumberSuffixes(Text);
}

/// Of enumerators the numbers are written, by this demangler and the profiler's.
static std::string nameOfSymbol(const KernelProgram &Kernel) {
  return Kernel.Symbol.empty() ? "" : comparableName(kernelNameOf(demangle(Kernel.Symbol)));
}

std::optional<unsigned> findKernel(const FileAnalysis &File, StringRef Name) {
  std::string Wanted = comparableName(Name);
  StringRef Base = StringRef(Wanted).split('<').first;
  std::optional<unsigned> OfBase;
  unsigned WithBase = 0;
  for (auto [Index, Kernel] : enumerate(File.Kernels)) {
    std::string Own = comparableName(Kernel.Program.Name);
    if (Own == Wanted || nameOfSymbol(Kernel.Program) == Wanted)
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
    if (Launch.Origin == LaunchOrigin::Default || Launch.Origin == LaunchOrigin::Inferred ||
        (MayBe(Launch.Grid, Grid) && MayBe(Launch.Block, Block)))
      Fitting.push_back(unsigned(Index));
  return Fitting;
}

} // namespace memlint
