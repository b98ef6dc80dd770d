//===- GuardSplit.h - One condition becomes several -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_SOURCEEDITS_GUARDSPLIT_H
#define CUDA_MEMLINT_LIB_SOURCEEDITS_GUARDSPLIT_H

#include "GuardedCode.h"

#include "cuda-memlint/Model/SourcePosition.h"

#include "clang/AST/ASTContext.h"

#include <optional>
#include <string>

namespace memlint {

/// The text of \p Choice with the calls of \p Barrier moved out of its branches, between conditions
/// on what is before and behind them. \p Negated is its condition's negation, and \p Operands are
/// the variables in it. Nothing: a barrier is in an inner statement, or what is behind one needs
/// what is declared before it.
std::optional<std::pair<SourcePosition, std::string>>
splitGuard(const clang::IfStmt &Choice, const clang::FunctionDecl &Barrier, llvm::StringRef Negated,
           const Variables &Operands, const clang::ASTContext &Ast);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_SOURCEEDITS_GUARDSPLIT_H
