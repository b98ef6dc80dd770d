//===- ExpressionTable.h - Expressions as JSON --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_REPORT_EXPRESSIONTABLE_H
#define CUDA_MEMLINT_LIB_REPORT_EXPRESSIONTABLE_H

#include "JsonWriter.h"

#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace memlint {

/// A list of the nodes of expressions, each once and operands before their users, for another
/// program that evaluates them. lib/Report/Html/evaluate.js reads it.
class ExpressionTable {
public:
  /// The number of \p Root in the list, to which what is missing is added.
  size_t add(ExprRef Root);

  void print(JsonWriter &Json, llvm::StringRef Key) const;

private:
  std::vector<ExprRef> Nodes;
  llvm::DenseMap<ExprRef, size_t> Numbers;
};

/// \p Number, which a reader of JSON may take for a floating-point number: as text where that would
/// lose digits.
llvm::json::Value exactNumber(int64_t Number);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_REPORT_EXPRESSIONTABLE_H
