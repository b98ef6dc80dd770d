//===- NamesInText.h - Tables whose rows hold many names --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CUDAMODEL_NAMESINTEXT_H
#define CUDA_MEMLINT_LIB_CUDAMODEL_NAMESINTEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

namespace memlint {

/// By each name, the value of the row that it stands in. Blanks separate the names of a row.
template <typename T>
llvm::StringMap<T> namesInText(llvm::ArrayRef<std::pair<T, llvm::StringLiteral>> Rows) {
  llvm::StringMap<T> Result;
  for (const auto &[Value, Names] : Rows) {
    llvm::SmallVector<llvm::StringRef, 0> Parts;
    llvm::SplitString(Names, Parts);
    for (llvm::StringRef Part : Parts)
      Result.try_emplace(Part, Value);
  }
  return Result;
}

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CUDAMODEL_NAMESINTEXT_H
