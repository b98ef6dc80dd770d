//===- WithheldElsewhere.cpp - Edits that another file has not ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WithheldElsewhere.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

StringRef withheldElsewhere(ArrayRef<FileAnalysis> Files, size_t File, const KernelAnalysis &Kernel,
                            const Finding &Item, RealPaths &Paths) {
  // What stands in the file itself is in no other one.
  if (Paths.of(Item.Position.Path) == Paths.of(Files[File].Path))
    return "";
  auto IsWithheld = [&](const Finding &Other) {
    return Other.Check == Item.Check && Other.Fixes.empty() &&
           Other.Position.Line == Item.Position.Line &&
           Other.Position.Column == Item.Position.Column &&
           Paths.of(Other.Position.Path) == Paths.of(Item.Position.Path);
  };
  for (auto [Number, Other] : enumerate(Files))
    if (Number != File && any_of(Other.Kernels, [&](const KernelAnalysis &Same) {
          return Same.Kernel.Name == Kernel.Kernel.Name && any_of(Same.Findings, IsWithheld);
        }))
      return Other.Path;
  return "";
}

} // namespace memlint
