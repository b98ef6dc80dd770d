//===- PaddedElsewhere.cpp - Other kernels that have an array -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PaddedElsewhere.h"

#include "cuda-memlint/Checks/PaddingAgreement.h"
#include "cuda-memlint/Frontend/CrashGuard.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

namespace {

/// A declaration of an array, whose edits are asked of kernels.
class PaddedArray {
public:
  PaddedArray(const FileAnalysis &File, const KernelAnalysis &Kernel, const Finding &Item,
              const MemoryObject &Array, RealPaths &Paths)
      : Kernel(Kernel.Program), Item(Item), Array(Array), Paths(Paths),
        // The name of a shared array goes to no function: each access stands where it is declared.
        IsInFunction(!Kernel.Program.Accesses[*Item.Access].InlinedThrough.empty()),
        IsInHeader(!areOneFile(Array.Position.Path, File.Path)) {}

  bool mayBreak(const FileAnalysis &File, const KernelAnalysis &Other) const {
    if (!Other.Program.Analysed)
      return areAtOnePosition(Other.Program.Position, Kernel.Position) || mayCall(File);
    return any_of(Other.Program.Objects, [&](const MemoryObject &Each) {
      return isSame(Each) && !isAllowed(*File.Expressions, Other, Each);
    });
  }

  std::optional<UnsafeFix> findHazard(const KernelAnalysis &Other) const {
    auto Same =
        find_if(Other.Program.Objects, [this](const MemoryObject &Each) { return isSame(Each); });
    if (Same == Other.Program.Objects.end())
      return std::nullopt;
    return findPaddingHazard(Other, *Same);
  }

private:
  bool areOneFile(StringRef One, StringRef Other) const {
    return One == Other || Paths.of(One) == Paths.of(Other);
  }

  bool areAtOnePosition(const SourcePosition &One, const SourcePosition &Other) const {
    return One.Line == Other.Line && One.Column == Other.Column && areOneFile(One.Path, Other.Path);
  }

  /// Kernels of \p Other may call the device function that declares the array.
  bool mayCall(const FileAnalysis &Other) const {
    return IsInFunction && (IsInHeader || areOneFile(Array.Position.Path, Other.Path));
  }

  /// Several names in one declaration begin at one location.
  bool isSame(const MemoryObject &Other) const {
    return Other.Kind == Array.Kind && Other.Name == Array.Name &&
           areAtOnePosition(Other.Position, Array.Position);
  }

  /// Expressions may be as deep as when they were made.
  bool isAllowed(ExprContext &Expressions, const KernelAnalysis &Other,
                 const MemoryObject &Same) const {
    bool Allowed = false;
    return runGuarded([&] { Allowed = allowsPadding(Expressions, Other, Same, Item.Fixes); }) &&
           Allowed;
  }

  const KernelProgram &Kernel;
  const Finding &Item;
  const MemoryObject &Array;
  RealPaths &Paths;
  bool IsInFunction, IsInHeader;
};

} // namespace

PaddingDoubt doubtPadding(ArrayRef<FileAnalysis> Files, size_t File, const KernelAnalysis &Kernel,
                          const Finding &Item, RealPaths &Paths) {
  const MemoryObject *Array = paddedArray(Kernel, Item);
  PaddingDoubt Doubt;
  if (!Array)
    return Doubt;
  PaddedArray Padded(Files[File], Kernel, Item, *Array, Paths);
  for (const FileAnalysis &Each : Files)
    for (const KernelAnalysis &Other : Each.Kernels) {
      // The finding's own kernel was asked when the edits were made.
      if (&Other != &Kernel && Doubt.MayBreak.empty() && Padded.mayBreak(Each, Other))
        Doubt.MayBreak = Other.Program.Name;
      if (!Doubt.Hazard)
        Doubt.Hazard = Padded.findHazard(Other);
    }
  return Doubt;
}

} // namespace memlint
