//===- LaunchMisfits.cpp - Launches that fit no kernel --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Driver/LaunchMisfits.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

using namespace llvm;

namespace memlint {
namespace {

/// How a launch of the configuration was used.
struct LaunchUse {
  bool IsUsed = false;
  /// What the first kernel of its name says against it.
  std::string Misfit;

  void add(const LaunchRequest &Launch, const FileAnalysis &File);
};

} // namespace

void LaunchUse::add(const LaunchRequest &Launch, const FileAnalysis &File) {
  for (const KernelAnalysis &Kernel : File.Kernels) {
    if (!Launch.matches(Kernel.Program.Name))
      continue;
    // One that is not analysed may lack the list of its parameters.
    std::string Why =
        Kernel.Program.Analysed ? Launch.misfit(Kernel.Program.Parameters) : std::string();
    IsUsed |= Why.empty();
    if (Misfit.empty() && !Why.empty())
      Misfit = "'" + Kernel.Program.Name + "' " + Why;
  }
}

std::vector<std::string> findUnusedLaunches(ArrayRef<LaunchRequest> Launches,
                                            ArrayRef<FileAnalysis> Files) {
  std::vector<std::string> Messages;
  for (const LaunchRequest &Launch : Launches) {
    LaunchUse Use;
    for (const FileAnalysis &File : Files)
      Use.add(Launch, File);
    if (!Use.IsUsed)
      Messages.push_back(Use.Misfit.empty() ? "no kernel named '" + Launch.Kernel + "'"
                                            : Use.Misfit);
  }
  return Messages;
}

std::string findMisfit(const LaunchRequest &Launch, const FileAnalysis &File) {
  if (StringRef(Launch.Kernel).find_first_of("*?[") != StringRef::npos)
    return {};
  LaunchUse Use;
  Use.add(Launch, File);
  return Use.IsUsed ? std::string() : Use.Misfit;
}

} // namespace memlint
