//===- BankModes.h - Widths of banks that host code sets --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Devices of compute capability 3.x have banks of shared memory of 4 or 8 bytes, as host code asks
/// for, of all kernels or of one.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LAUNCH_BANKMODES_H
#define CUDA_MEMLINT_LAUNCH_BANKMODES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallSet.h"

#include <cstdint>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace memlint {

class BankModes {
public:
  explicit BankModes(clang::ASTContext &Ast);

  /// \p Kernel runs with banks of 8 bytes wherever it is launched: host code asks for no others.
  bool areWideFor(const clang::FunctionDecl &Kernel) const;

private:
  class Finder;
  enum class Width : uint8_t { Four, Eight, Unknown };
  using Widths = llvm::SmallSet<Width, 3>;

  static bool isAlwaysWide(const Widths &Asked) {
    return Asked.size() == 1 && Asked.contains(Width::Eight);
  }

  /// Of kernels that no other call is about.
  Widths OfDevice;
  llvm::DenseMap<const clang::FunctionDecl *, Widths> OfKernel;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LAUNCH_BANKMODES_H
