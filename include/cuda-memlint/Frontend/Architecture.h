//===- Architecture.h - The device a file is read for -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_ARCHITECTURE_H
#define CUDA_MEMLINT_FRONTEND_ARCHITECTURE_H

#include "cuda-memlint/Target/WarpRequest.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace memlint {

/// A compute capability by name, or one of AMD's processors.
struct Architecture {
  /// Major * 10 + minor: 90 for 9.0, 120 for 12.0.
  unsigned Number = 0;
  /// 'a' (this very device) or 'f' (its family) when the name ends so, else 0.
  char Suffix = 0;
  /// "gfx90a"; empty: NVIDIA's.
  std::string Processor;
  /// Lanes of a warp.
  unsigned WarpLanes = NvidiaWarpLanes;
  /// The name that was asked for, where this one stands in for it: "gfx1036" for "gfx1030".
  std::string Asked;

  bool isAmd() const { return !Processor.empty(); }
  /// "sm_90a", "gfx90a".
  std::string name() const;
  /// The nearest name that Clang 19 knows for CUDA: it stops at sm_90a. For AMD's processors, CUDA
  /// is read as for the default device.
  std::string clangName() const;
  /// The value of __CUDA_ARCH__: 900 for 9.0.
  unsigned macroValue() const { return Number * 10; }
};

/// Reads "sm_90a", "compute_90", "lto_90", "90" or "gfx90a". A processor of AMD's that has no rules
/// of its own, such as "gfx1036", counts as the nearest of its generation.
llvm::Expected<Architecture> parseArchitecture(llvm::StringRef Name);

/// The newest of the devices called \p Names, the first one of AMD's. A name that is none is as
/// good as absent.
std::optional<Architecture> newestArchitecture(llvm::ArrayRef<std::string> Names);

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_ARCHITECTURE_H
