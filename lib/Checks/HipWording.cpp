//===- HipWording.cpp - Findings on sources in HIP ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HipWording.h"

#include "cuda-memlint/CudaModel/HipNames.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

/// What HIP has for what advice names of CUDA.
static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> Phrases[] = {
    {"`cuda::atomic_ref<...>::load`", "`__hip_atomic_load`"},
    {"`cuda::thread_scope_device`", "`__HIP_MEMORY_SCOPE_AGENT`"},
    {"`__ballot_sync`", "`__ballot`"},
    {"`__shfl_down_sync`", "`__shfl_down`"},
    {"`__shfl_xor_sync`", "`__shfl_xor`"},
    {"`__reduce_*_sync`", "`__shfl_down`"},
    {"since compute capability 7.0 a barrier", "on NVIDIA's devices a barrier"},
};

static void wordText(std::string &Text) {
  for (const auto &[OfCuda, OfHip] : Phrases)
    for (size_t At = Text.find(OfCuda); At != std::string::npos; At = Text.find(OfCuda))
      Text.replace(At, OfCuda.size(), OfHip);
  Text = withHipNames(Text);
}

static void wordFile(FileAnalysis &File) {
  for (KernelAnalysis &Kernel : File.Kernels) {
    erase_if(Kernel.Findings, [](const Finding &Item) {
      return !isGiven(Item.Basis, /*IsAmd=*/false, /*IsHip=*/true);
    });
    for (Finding &Item : Kernel.Findings) {
      wordText(Item.Message);
      for (FindingNote &Note : Item.Notes)
        wordText(Note.Message);
      if (Item.Help)
        wordText(Item.Help->Message);
      wordText(Item.FixTitle);
    }
  }
}

void wordForHip(MutableArrayRef<FileAnalysis> Files) {
  for (FileAnalysis &File : Files)
    if (File.IsHip)
      wordFile(File);
}

} // namespace memlint
