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
};

NamedFunctions findNamedFunctions(llvm::StringRef Text);

/// By file, whether another one seems to call a function that it defines. A forecast that is wrong
/// costs time only. \p Names: by file.
std::vector<bool> forecastCalls(llvm::ArrayRef<SourceFile> Files,
                                llvm::ArrayRef<NamedFunctions> Names);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_DRIVER_CALLFORECAST_H
