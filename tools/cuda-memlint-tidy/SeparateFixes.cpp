//===- SeparateFixes.cpp - Fixes that clang-tidy may all make -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SeparateFixes.h"

#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace llvm;

namespace memlint {

/// Whether the edits replace common text, or one inserts where the other does anything.
static bool meet(const FindingFix &A, const FindingFix &B) {
  auto Begin = [](const FindingFix &Fix) {
    return std::tie(Fix.Position.Line, Fix.Position.Column);
  };
  auto End = [](const FindingFix &Fix) {
    return std::tie(Fix.Position.EndLine, Fix.Position.EndColumn);
  };
  return A.Position.Path == B.Position.Path && Begin(A) <= End(B) && Begin(B) <= End(A);
}

DenseSet<const Finding *> separateFixes(const FileAnalysis &File, bool UnsafeFixes) {
  DenseSet<const Finding *> Separate;
  std::vector<FindingFix> Made;
  for (FindingLevel Level : {FindingLevel::Error, FindingLevel::Warning, FindingLevel::Remark})
    for (const KernelAnalysis &Kernel : File.Kernels)
      for (const Finding &Item : Kernel.Findings) {
        if (Item.Level != Level || Item.Suppressed != Suppression::None ||
            (Item.Unsafe && !UnsafeFixes))
          continue;
        bool IsMet = any_of(Item.Fixes, [&](const FindingFix &Fix) {
          return any_of(Made, [&](const FindingFix &Other) { return meet(Fix, Other); });
        });
        if (IsMet)
          continue;
        Separate.insert(&Item);
        append_range(Made, Item.Fixes);
      }
  return Separate;
}

} // namespace memlint
