//===- PaddedElsewhere.h - Other kernels that have an array -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FIXES_PADDEDELSEWHERE_H
#define CUDA_MEMLINT_LIB_FIXES_PADDEDELSEWHERE_H

#include "FileTexts.h"

#include "cuda-memlint/Model/Finding.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace memlint {

struct FileAnalysis;
struct KernelAnalysis;

/// What speaks against longer rows of an array in other kernels that have it.
struct PaddingDoubt {
  /// A kernel that longer rows may break, or one that may have the array and is not analysed;
  /// empty: none.
  llvm::StringRef MayBreak;
  /// Why they are unsafe for some kernel.
  std::optional<UnsafeFix> Hazard;
};

/// The doubts about \p Item, a finding about \p Kernel in file number \p File, where its edits make
/// the rows of an array longer, which the instantiations of one template have in common, and all
/// who call the device function that declares it.
PaddingDoubt doubtPadding(llvm::ArrayRef<FileAnalysis> Files, size_t File,
                          const KernelAnalysis &Kernel, const Finding &Item, RealPaths &Paths);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FIXES_PADDEDELSEWHERE_H
