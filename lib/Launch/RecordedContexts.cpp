//===- RecordedContexts.cpp - The recorded launches of a kernel -----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Launch/RecordedLaunches.h"

#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

/// The launches of a kernel in all recordings, those made most often first.
struct KernelLaunches {
  KernelLaunches(const RecordingList &Recordings, StringRef MangledName,
                 ArrayRef<KernelParameter> Parameters);

  std::vector<ProgramLaunch> Launches;
  std::string Device; ///< as in RecordedLaunches
};

} // namespace

KernelLaunches::KernelLaunches(const RecordingList &Recordings, StringRef MangledName,
                               ArrayRef<KernelParameter> Parameters) {
  if (MangledName.empty())
    return;
  std::string Name = readableSymbol(MangledName);
  RecordedLaunches Matching;
  for (const auto &Recording : Recordings) {
    RecordedLaunches Found;
    Found.Device = Recording->Device;
    for (const RecordedKernel &Kernel : Recording->Kernels)
      if (readableSymbol(Kernel.Symbol) == Name && Kernel.misfit(Parameters).empty())
        Found.Kernels.push_back(Kernel);
    if (!Found.Kernels.empty())
      Matching.add(Found);
  }
  Device = Matching.Device;
  for (RecordedKernel &Kernel : Matching.Kernels)
    append_range(Launches, Kernel.Launches);
  sort(Launches, isMoreFrequent);
}

std::vector<LaunchContext> recordedContexts(const RecordingList &Recordings, StringRef MangledName,
                                            ArrayRef<KernelParameter> Parameters) {
  std::vector<LaunchContext> Contexts;
  std::map<std::array<std::optional<uint64_t>, 3>, std::vector<LaunchContext>> Further;
  KernelLaunches Of(Recordings, MangledName, Parameters);
  for (auto [Number, Launch] : enumerate(Of.Launches)) {
    LaunchContext Context = contextOf(Launch, Parameters, Of.Device);
    if (Number < FirstLaunchContexts)
      Contexts.push_back(std::move(Context));
    else
      Further[Context.Block].push_back(std::move(Context));
  }
  for (const auto &[Block, Same] : Further)
    Contexts.push_back(whatAllShare(Same));
  return Contexts;
}

std::vector<LaunchContext> recordedContextsOfShape(const RecordingList &Recordings,
                                                   StringRef MangledName,
                                                   ArrayRef<KernelParameter> Parameters,
                                                   const std::array<uint64_t, 3> &Grid,
                                                   const std::array<uint64_t, 3> &Block) {
  std::vector<LaunchContext> Contexts, Further;
  KernelLaunches Of(Recordings, MangledName, Parameters);
  for (const ProgramLaunch &Launch : Of.Launches)
    if (Launch.Grid == Grid && Launch.Block == Block)
      (Contexts.size() < FirstLaunchContexts ? Contexts : Further)
          .push_back(contextOf(Launch, Parameters, Of.Device));
  if (!Further.empty())
    Contexts.push_back(whatAllShare(Further));
  return Contexts;
}

std::optional<uint64_t> countFirstLaunches(const RecordedLaunches &Launches, uint64_t OfShape) {
  uint64_t Number = 0;
  for (const RecordedKernel &Kernel : Launches.Kernels) {
    if (Kernel.Others != 0)
      return std::nullopt;
    using Extents = std::array<uint64_t, 3>;
    std::map<std::tuple<Extents, Extents, uint64_t>, uint64_t> OfShapes;
    for (const ProgramLaunch &Launch : Kernel.Launches) {
      if (Launch.Captured != 0)
        return std::nullopt;
      OfShapes[{Launch.Grid, Launch.Block, Launch.DynamicSharedBytes}] += Launch.Count;
    }
    for (const auto &[Shape, Count] : OfShapes)
      Number += std::min(Count, OfShape);
  }
  return Number;
}

} // namespace memlint
