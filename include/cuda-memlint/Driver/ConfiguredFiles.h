//===- ConfiguredFiles.h - Files with their configurations ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_DRIVER_CONFIGUREDFILES_H
#define CUDA_MEMLINT_DRIVER_CONFIGUREDFILES_H

#include "cuda-memlint/Configuration/FileSettings.h"
#include "cuda-memlint/Driver/SourceFiles.h"

#include <map>
#include <memory>

namespace memlint {

/// Where configurations come from.
struct ConfigurationSource {
  /// Look for none.
  bool Off = false;
  /// One for all files; empty: the nearest of each file.
  std::string Path;
  /// What the command line says, which is stronger.
  Configuration CommandLine;
};

/// What holds for the file at \p Path in the end. The error is one line.
llvm::Expected<Configuration> effectiveConfiguration(llvm::StringRef Path,
                                                     const ConfigurationSource &From);

/// The settings of those of \p Files that have a configuration. Files that theirs ignores are
/// taken out. The error is one line.
llvm::Expected<std::shared_ptr<const std::map<std::string, FileSettings>>>
configureFiles(std::vector<SourceFile> &Files, const ConfigurationSource &From);

} // namespace memlint

#endif // CUDA_MEMLINT_DRIVER_CONFIGUREDFILES_H
