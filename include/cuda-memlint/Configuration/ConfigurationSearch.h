//===- ConfigurationSearch.h - The configuration of a file ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CONFIGURATION_CONFIGURATIONSEARCH_H
#define CUDA_MEMLINT_CONFIGURATION_CONFIGURATIONSEARCH_H

#include "cuda-memlint/Configuration/Configuration.h"

#include <map>
#include <memory>

namespace memlint {

/// Reads the configuration at \p Path. The error is one line.
llvm::Expected<Configuration> readConfiguration(llvm::StringRef Path);

/// Finds configurations, each read once.
class ConfigurationSearch {
public:
  static constexpr llvm::StringLiteral FileName = ".cuda-memlint.yaml";

  /// What holds for the file at \p Path: the nearest configuration in its folder or those
  /// above it, on top of the next ones for as long as they inherit. Null: there is none.
  /// The error is one line.
  llvm::Expected<std::shared_ptr<const Configuration>> find(llvm::StringRef Path);

private:
  llvm::Expected<std::shared_ptr<const Configuration>> ofFolder(llvm::StringRef Folder);

  /// By folder.
  std::map<std::string, std::shared_ptr<const Configuration>> Known;
};

} // namespace memlint

#endif // CUDA_MEMLINT_CONFIGURATION_CONFIGURATIONSEARCH_H
