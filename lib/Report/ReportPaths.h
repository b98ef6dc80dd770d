//===- ReportPaths.h - Paths as services show them --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_REPORTPATHS_H
#define CUDA_MEMLINT_LIB_REPORT_REPORTPATHS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace memlint {

/// \p Path in a URI (RFC 3986): all but letters, digits and a few marks is written as %XX, by
/// bytes.
std::string percentEncoded(llvm::StringRef Path);

/// Services that show findings next to a change know files by their path in the repository, that
/// of the current folder. Without one, paths are relative to the current folder. What is not below
/// is absolute.
class ReportPaths {
public:
  ReportPaths();

  std::string of(llvm::StringRef Path) const;

private:
  std::string Root;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_REPORTPATHS_H
