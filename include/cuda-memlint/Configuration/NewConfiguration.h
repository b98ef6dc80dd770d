//===- NewConfiguration.h - A configuration to begin with -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CONFIGURATION_NEWCONFIGURATION_H
#define CUDA_MEMLINT_CONFIGURATION_NEWCONFIGURATION_H

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace memlint {

/// What a folder shows of the project that is in it. Paths are relative to it.
struct ProjectFacts {
  size_t Sources = 0;
  /// Where a compile_commands.json is; empty: there is none.
  std::string Database;
  /// The devices that it names, as "sm_90", the oldest first.
  std::vector<std::string> DatabaseDevices;
  /// Likewise, of the GPUs of this machine.
  std::vector<std::string> Gpus;
  /// Files with launches that programs made.
  std::vector<std::string> Recordings;
  /// Folders that look like other projects' code.
  std::vector<std::string> ForeignFolders;
  /// The configuration of a folder above; empty: there is none.
  std::string Outer;
};

/// Prints a configuration under which nothing changes. What \p Facts suggest is behind a #, without
/// a space, one setting a line: without the # it is valid.
void printNewConfiguration(llvm::raw_ostream &Stream, const ProjectFacts &Facts);

} // namespace memlint

#endif // CUDA_MEMLINT_CONFIGURATION_NEWCONFIGURATION_H
