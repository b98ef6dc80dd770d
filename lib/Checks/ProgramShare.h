//===- ProgramShare.h - What an excess is of its program --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How large the excess of some accesses is in relation to what another kernel moves that the
/// program launches in a loop: what initialises data once hardly matters beside time steps.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_PROGRAMSHARE_H
#define CUDA_MEMLINT_LIB_CHECKS_PROGRAMSHARE_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace memlint {

struct FileAnalysis;
struct KernelAnalysis;

/// What is measured of accesses.
enum class TrafficPart : uint8_t { All, Excess };

struct ProgramShare {
  double Share = 0;
  /// How often main launches the kernel.
  uint64_t Times = 0;
  const KernelAnalysis *Beside = nullptr;

  /// "launched once, and the excess is 1.2 % of what 100 launches of `step` move, which a loop
  /// makes".
  std::string describe(TrafficPart Of) const;
};

/// That of \p Accesses of \p Kernel, one of those of \p File, which are all that a program
/// launches: beside the one that moves most of those that a long loop launches, or one of unknown
/// length. Nothing unless main is known to launch \p Kernel a few times only, such a loop exists,
/// and a number bounds what the accesses move.
std::optional<ProgramShare> shareOfProgram(const FileAnalysis &File, const KernelAnalysis &Kernel,
                                           llvm::ArrayRef<unsigned> Accesses, TrafficPart Of);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_PROGRAMSHARE_H
