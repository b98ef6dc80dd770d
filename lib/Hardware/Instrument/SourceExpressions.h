//===- SourceExpressions.h - Expressions by their text ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_INSTRUMENT_SOURCEEXPRESSIONS_H
#define CUDA_MEMLINT_LIB_HARDWARE_INSTRUMENT_SOURCEEXPRESSIONS_H

#include "OwnFiles.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/SmallVector.h"

#include <compare>
#include <map>
#include <optional>

namespace memlint {

/// A piece of one of the files: its index, and bytes of it, the end exclusive.
struct TextRange {
  unsigned File = 0;
  unsigned Begin = 0;
  unsigned End = 0;

  auto operator<=>(const TextRange &) const = default;
};

/// What the tree says of one piece of text that is an expression.
struct ExpressionUse {
  const clang::Expr *Expression = nullptr;
  /// The left side of an assignment, or what is incremented or decremented.
  bool Assigned = false;
  /// In a function that may be evaluated by the compiler.
  bool InConstexpr = false;
  /// An operand of inline assembly.
  bool InAssembly = false;
};

/// All expressions, kernels and launches that are written in the given files.
/// Expressions of templates are those of their instantiations.
class SourceExpressions {
public:
  SourceExpressions(clang::ASTContext &Ast, llvm::ArrayRef<OwnFile> Files);

  llvm::ArrayRef<ExpressionUse> at(TextRange Range) const;
  /// Kernels with a body of their own, templates as such, by their location.
  const std::map<TextRange, const clang::FunctionDecl *> &kernels() const { return Kernels; }
  /// The expressions `kernel<<<...>>>(...)` of host code.
  const std::map<TextRange, const clang::CUDAKernelCallExpr *> &launches() const {
    return Launches;
  }
  /// The body of main, if it is here.
  const clang::Stmt *mainBody() const { return MainBody; }

  /// The text of \p Range, if it is written in one of the files and not by a macro.
  std::optional<TextRange> textOf(clang::SourceRange Range) const;

private:
  friend class ExpressionCollector;

  /// The index of the file with \p Id.
  std::optional<unsigned> indexOf(clang::FileID Id) const;

  llvm::ArrayRef<OwnFile> Files;
  const clang::SourceManager &Sources;
  const clang::LangOptions &Language;
  std::map<TextRange, llvm::SmallVector<ExpressionUse, 2>> Uses;
  std::map<TextRange, const clang::FunctionDecl *> Kernels;
  std::map<TextRange, const clang::CUDAKernelCallExpr *> Launches;
  const clang::Stmt *MainBody = nullptr;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_INSTRUMENT_SOURCEEXPRESSIONS_H
