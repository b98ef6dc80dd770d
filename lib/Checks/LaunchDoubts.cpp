//===- LaunchDoubts.cpp - What launches leave open ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchDoubts.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

std::optional<UnsafeFix> findUnseenLaunches(const KernelAnalysis &Kernel) {
  // What options and configurations state is one launch of many.
  bool AreVisible = !Kernel.Launches.empty() &&
                    all_of(Kernel.Launches,
                           [](const LaunchContext &Launch) { return Launch.Position.Line != 0; });
  if (!AreVisible)
    return UnsafeFix{UnsafeFix::Reason::NoLaunch, Kernel.Program.Name, {}};
  if (Kernel.Program.IsInHeader)
    return UnsafeFix{UnsafeFix::Reason::OtherLaunches, Kernel.Program.Name, {}};
  return std::nullopt;
}

std::optional<UnsafeFix> findUnseenBlocks(const KernelAnalysis &Kernel) {
  if (std::optional<UnsafeFix> Unseen = findUnseenLaunches(Kernel))
    return Unseen;
  auto Guess = find_if(Kernel.Launches, isGuessed);
  if (Guess == Kernel.Launches.end())
    return std::nullopt;
  return UnsafeFix{UnsafeFix::Reason::UnknownBlock, "", Guess->Position};
}

std::optional<UnsafeFix> findDoubtfulPointers(const KernelAnalysis &Kernel,
                                              function_ref<bool(unsigned, unsigned)> Matters) {
  if (std::optional<UnsafeFix> Unseen = findUnseenLaunches(Kernel))
    return Unseen;
  for (const LaunchContext &Launch : Kernel.Launches)
    for (const DoubtfulPointers &Pair : Launch.DoubtfulArguments)
      if (Matters(Pair.First, Pair.Second))
        return UnsafeFix{Pair.Caller.empty() ? UnsafeFix::Reason::UnknownOrigin
                                             : UnsafeFix::Reason::UnseenCallers,
                         Pair.Caller, Launch.Position};
  return std::nullopt;
}

} // namespace memlint
