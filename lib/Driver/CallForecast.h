//===- CallForecast.h - Which files others may call -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_DRIVER_CALLFORECAST_H
#define CUDA_MEMLINT_LIB_DRIVER_CALLFORECAST_H

#include "cuda-memlint/Driver/SourceFiles.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <vector>

namespace memlint {

/// The functions that a text names, as its tokens look; macros and included files are not seen.
struct NamedFunctions {
  llvm::StringSet<> Called;
  llvm::StringSet<> Defined;
  /// Those that stand before `<<<`, with template arguments or without; all names, if a function of
  /// CUDA's runtime launches kernels.
  llvm::StringSet<> Launched;
};

NamedFunctions findNamedFunctions(llvm::StringRef Text);

/// What other files seem to do with the functions that one defines.
struct UsesElsewhere {
  bool AreCalled = false;
  bool AreLaunched = false;
};

/// By file. A forecast that is wrong costs time only. \p Names: by file.
std::vector<UsesElsewhere> forecastUses(llvm::ArrayRef<SourceFile> Files,
                                        llvm::ArrayRef<NamedFunctions> Names);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_DRIVER_CALLFORECAST_H
