//===- BarrierAgreement.cpp - Barriers of several kernels -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/BarrierAgreement.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "SourceStart.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace memlint {

static bool isRedundancy(const Finding &Item) {
  return Item.Subject == FindingSubject::RedundantBarrier;
}

void withdrawDoubtfulBarriers(MutableArrayRef<FileAnalysis> Files) {
  std::set<SourceStart> NeededBarriers, UntoldKernels;
  for (const FileAnalysis &File : Files)
    for (const KernelAnalysis &Kernel : File.Kernels) {
      if (!Kernel.Program.Analysed)
        UntoldKernels.insert(startOf(Kernel.Program.Position));
      std::set<SourceStart> Redundant;
      for (const Finding &Item : Kernel.Findings)
        if (isRedundancy(Item) && File.Parsed == ParseState::Whole)
          Redundant.insert(startOf(Item.Position));
      for (const Barrier &Each : Kernel.Program.Barriers)
        if (!Redundant.contains(startOf(Each.Position)))
          NeededBarriers.insert(startOf(Each.Position));
    }
  for (FileAnalysis &File : Files)
    for (KernelAnalysis &Kernel : File.Kernels)
      erase_if(Kernel.Findings, [&](const Finding &Item) {
        return isRedundancy(Item) && (NeededBarriers.contains(startOf(Item.Position)) ||
                                      UntoldKernels.contains(startOf(Kernel.Program.Position)));
      });
}

} // namespace memlint
