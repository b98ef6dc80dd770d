//===- ProgramExpressions.cpp - The expressions of a program --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Model/ProgramExpressions.h"

#include "cuda-memlint/Model/Fields.h"

using namespace llvm;

namespace memlint {

namespace {

/// Appends the expressions of fields, at whatever depth.
class Collection {
public:
  template <typename T> void add(T &Field) {
    if constexpr (HasFields<T>)
      std::apply([&](auto &...Each) { (add(Each), ...); }, fieldsOf(Field));
  }
  template <typename T> void add(std::vector<T> &Elements) {
    for (T &Each : Elements)
      add(Each);
  }
  void add(ExprRef &Field) {
    if (Field)
      Found.push_back(&Field);
  }

  std::vector<ExprRef *> Found;
};

} // namespace

void keepExpressionsOf(KernelProgram &Program, ExprContext &Expressions) {
  Collection Roots;
  Roots.add(Program);
  Expressions.keepOnly(Roots.Found);
}

} // namespace memlint
