//===- Toolchain.h - Where NVIDIA's programs are ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_TOOLCHAIN_TOOLCHAIN_H
#define CUDA_MEMLINT_HARDWARE_TOOLCHAIN_TOOLCHAIN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace memlint {

/// Where to look for NVIDIA's programs, in the order given.
struct ToolSearch {
  /// CUDA toolkits; their `bin` is looked into, and for compute-sanitizer the folder
  /// of that name.
  std::vector<std::string> Toolkits;
  /// Folders as in PATH.
  std::vector<std::string> Path;
  /// Folders that hold a version of Nsight Compute each: /opt/nvidia/nsight-compute.
  /// The newest version counts.
  std::vector<std::string> ProfilerFolders;
  /// Files that are there when the driver has a GPU.
  std::vector<std::string> DeviceFiles;

  /// What this process's environment says: the toolkit at \p CudaPath when it is not
  /// empty, else CUDA_PATH, CUDA_HOME and the one that discoverToolkit() finds; PATH;
  /// and where the installers put things.
  static ToolSearch fromEnvironment(llvm::StringRef CudaPath = "");
};

/// Finds NVIDIA's programs. Each function fails with one line that says what is
/// missing, where it was looked for and what to do.
class Toolchain {
public:
  explicit Toolchain(ToolSearch Search) : Search(std::move(Search)) {}

  /// In a toolkit, then on PATH.
  llvm::Expected<std::string> nvcc() const;
  /// Nsight Compute's command line: on PATH, beside nvcc, in its own folders.
  llvm::Expected<std::string> ncu() const;
  llvm::Expected<std::string> computeSanitizer() const;
  llvm::Expected<std::string> cuobjdump() const;

  /// Whether the driver shows a GPU: false is not a proof that there is none.
  bool hasDevice() const;

private:
  llvm::Expected<std::string> find(llvm::StringRef Name, llvm::ArrayRef<std::string> Folders,
                                   llvm::StringRef Remedy) const;
  std::vector<std::string> toolkitFolders(llvm::StringRef Within = "bin") const;
  std::vector<std::string> profilerFolders() const;

  ToolSearch Search;
};

} // namespace memlint

#endif // CUDA_MEMLINT_HARDWARE_TOOLCHAIN_TOOLCHAIN_H
