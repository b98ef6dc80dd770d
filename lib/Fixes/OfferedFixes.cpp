//===- OfferedFixes.cpp - Edits that were seen to work --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Fixes/OfferedFixes.h"

#include "FixRound.h"

using namespace llvm;

namespace memlint {

void offerFixes(MutableArrayRef<FileAnalysis> Files, const DriverOptions &Options,
                const FixOptions &Settings) {
  BitVector All(unsigned(Files.size()), true);
  FixRound(Files, All, Options, Settings).offer();
}

void omitFixes(MutableArrayRef<FileAnalysis> Files) {
  for (FileAnalysis &File : Files)
    for (KernelAnalysis &Kernel : File.Kernels)
      for (Finding &Item : Kernel.Findings)
        withdraw(Item, "");
}

} // namespace memlint
