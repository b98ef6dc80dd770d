//===- AssignedVariables.h - What a statement assigns -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_INTERPRETER_ASSIGNEDVARIABLES_H
#define CUDA_MEMLINT_LIB_INTERPRETER_ASSIGNEDVARIABLES_H

#include <vector>

namespace clang {
class Stmt;
class ValueDecl;
} // namespace clang

namespace memlint {

/// Variables that \p Within assigns by name, each once, in source order. What
/// is changed through references and calls is not among them. Null: none.
std::vector<const clang::ValueDecl *> assignedVariables(const clang::Stmt *Within);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_INTERPRETER_ASSIGNEDVARIABLES_H
