//===- FileFacts.h - Facts of a file itself ---------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is known of a file that no kernel decides on.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_FILEFACTS_H
#define CUDA_MEMLINT_MODEL_FILEFACTS_H

#include "cuda-memlint/Model/HostFault.h"

#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// Calls of a function of CUDA's that later toolkits have no more, or will not have, in one file.
struct OutdatedCall {
  std::string Name;
  /// The first of them.
  SourcePosition Position;
  unsigned Count = 0;
  /// Of all of them, in the order of the source, each once.
  std::vector<unsigned> Lines;
  /// It asks for shared memory banks of 8 bytes, which only some devices have.
  bool DependsOnDevice = false;
};

/// A call by which host code lets a kernel have more dynamic shared memory than every kernel has.
struct SharedLimitCall {
  static constexpr char AnyKernel[] = "*";
  /// Its name without scopes, of an instance with its template arguments where they are known;
  /// AnyKernel: it may be any.
  std::string Kernel;
  /// Empty: any number.
  std::optional<uint64_t> Bytes;
  SourcePosition Position;
};

/// A call by which host code says how much of a multiprocessor's memory shall be shared memory when
/// a kernel runs.
struct CarveoutCall {
  /// As SharedLimitCall::Kernel.
  std::string Kernel;
  /// Of the largest capacity of the device; empty: not known, or left to the driver.
  std::optional<uint64_t> Percent;
  SourcePosition Position;
  /// Launches that the same function makes before.
  std::vector<SourcePosition> LaunchesBefore;
};

struct FileFacts {
  /// The major version of the toolkit that the user or the file's compile command names.
  std::optional<unsigned> NamedToolkitVersion;
  std::vector<OutdatedCall> OutdatedCalls;
  /// Each once, by kernel.
  std::vector<SharedLimitCall> SharedLimits;
  std::vector<CarveoutCall> Carveouts;
  /// Those that need no kernel, see needsKernel().
  std::vector<HostFault> HostFaults;
  /// Of all constant variables that it and its headers define, whether or not they are read.
  uint64_t ConstantBytes = 0;
};

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_FILEFACTS_H
