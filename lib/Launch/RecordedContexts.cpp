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

#include <map>

using namespace llvm;

namespace memlint {

/// Those of the kernel, of all recordings together.
static RecordedLaunches launchesOf(const RecordingList &Recordings, StringRef MangledName,
                                   ArrayRef<KernelParameter> Parameters) {
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
  return Matching;
}

std::vector<LaunchContext> recordedContexts(const RecordingList &Recordings, StringRef MangledName,
                                            ArrayRef<KernelParameter> Parameters) {
  std::vector<LaunchContext> Contexts;
  if (MangledName.empty())
    return Contexts;
  std::map<std::array<std::optional<uint64_t>, 3>, std::vector<LaunchContext>> Further;
  RecordedLaunches Matching = launchesOf(Recordings, MangledName, Parameters);
  std::vector<ProgramLaunch> Launches;
  for (RecordedKernel &Kernel : Matching.Kernels)
    append_range(Launches, Kernel.Launches);
  sort(Launches, isMoreFrequent);
  for (auto [Number, Launch] : enumerate(Launches)) {
    LaunchContext Context = contextOf(Launch, Parameters, Matching.Device);
    if (Number < FirstLaunchContexts)
      Contexts.push_back(std::move(Context));
    else
      Further[Context.Block].push_back(std::move(Context));
  }
  for (const auto &[Block, Same] : Further)
    Contexts.push_back(whatAllShare(Same));
  return Contexts;
}

} // namespace memlint
