//===- LaunchOption.h - Launches given by the user --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text form of a launch, `kernel<<<(64,64),(32,8),4096>>>(_, _, 1024)`, as
/// given on the command line or in a project's configuration.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LAUNCH_LAUNCHOPTION_H
#define CUDA_MEMLINT_LAUNCH_LAUNCHOPTION_H

#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Model/SourcePosition.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace memlint {

struct KernelParameter;

/// Whether \p Pattern means the kernel of this qualified name: it is the name, with or
/// without qualification and template arguments, or a glob over any of these forms.
bool matchesKernelName(llvm::StringRef Pattern, llvm::StringRef KernelName);

/// One launch as the user wrote it. A number written `_` is empty.
struct LaunchRequest {
  /// A kernel's name, with or without qualification and template arguments, or
  /// a glob over any of these forms.
  std::string Kernel;
  std::array<std::optional<uint64_t>, 3> Grid;
  std::array<std::optional<uint64_t>, 3> Block;
  /// 0 when left out, as in CUDA.
  std::optional<uint64_t> DynamicSharedBytes = 0;
  std::vector<std::optional<int64_t>> Arguments;
  /// Those that were given by their parameter's name, in the order written, each once.
  std::vector<std::pair<std::string, std::optional<int64_t>>> NamedArguments;
  LaunchOrigin Origin = LaunchOrigin::Option;
  /// Where a configuration has it.
  SourcePosition Position;

  /// Whether the launch is meant for the kernel of this qualified name.
  bool matches(llvm::StringRef KernelName) const;
  /// Why the launch does not fit a kernel with these parameters, as a part of a sentence
  /// that begins with the kernel; empty where it does.
  std::string misfit(llvm::ArrayRef<KernelParameter> Parameters) const;
  /// For a kernel with these parameters; what does not fit them is left out.
  LaunchContext context(llvm::ArrayRef<KernelParameter> Parameters) const;
};

/// Reads `kernel<<<grid, block[, bytes]>>>[(argument, ...)]`, where an argument is a number,
/// or `name=number` after those that are given by position. Grid and block are
/// numbers or `(x[,y[,z]])`, and dimensions left out are 1, as in CUDA; numbers
/// are decimal or hexadecimal; `_` means not known (a lone `_` for grid or block:
/// all three dimensions). The error is one line that names the column, counted
/// from 1.
llvm::Expected<LaunchRequest> parseLaunchOption(llvm::StringRef Text);

} // namespace memlint

#endif // CUDA_MEMLINT_LAUNCH_LAUNCHOPTION_H
