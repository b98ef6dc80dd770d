//===- GuardRewriter.h - Work under a condition, not barriers ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_SOURCEEDITS_GUARDREWRITER_H
#define CUDA_MEMLINT_LIB_SOURCEEDITS_GUARDREWRITER_H

#include "GuardedCode.h"
#include "TextPositions.h"

#include "cuda-memlint/Model/SourcePosition.h"

#include "clang/AST/ASTContext.h"

#include <optional>
#include <string>
#include <vector>

namespace memlint {

/// Puts statements under a condition, as many as possible under each, and leaves out the barriers
/// among them, with the declarations and the loops around them.
class GuardRewriter {
public:
  /// The condition is written as \p Text; \p Operands are the variables in it. Barriers are the
  /// calls of \p Barrier.
  GuardRewriter(const clang::ASTContext &Ast, const clang::FunctionDecl &Barrier, std::string Text,
                Variables Operands);

  /// Puts \p Statements, in one block, under the condition; false: that is not possible.
  bool guard(llvm::ArrayRef<const clang::Stmt *> Statements);
  /// Removes the text of the file from \p Begin up to \p End.
  void remove(unsigned Begin, unsigned End) { change({Begin, End - Begin, ""}); }
  /// Removes the lines from \p Begin up to the offset \p End; false: something else is on them.
  bool removeLines(clang::SourceLocation Begin, unsigned End);

  /// No thread evaluates what another one would have changed under the condition.
  bool isSound() const;

  /// All changes in \p File as one, and its text.
  std::pair<SourcePosition, std::string> result(clang::SourceLocation File);

private:
  enum class Place : uint8_t {
    Guarded,     ///< under the condition
    Everywhere,  ///< all threads execute it
    Initialised, ///< a declaration whose initial value is zero without the condition
    Enclosing    ///< a loop or a condition around barriers
  };
  struct Change {
    unsigned Offset, Length;
    std::string Text;
  };

  /// Of several at one place, the first comes first.
  void change(Change New);
  std::optional<Place> placeOf(const clang::Stmt &Statement);
  bool isBarrier(const clang::Stmt &Statement) const;
  /// Declarations that only the work directly behind them needs go with it.
  void joinDeclarations(llvm::ArrayRef<const clang::Stmt *> Statements,
                        llvm::MutableArrayRef<Place> Places) const;
  /// Guards the work in the loop or under the condition \p Around.
  bool enter(const clang::Stmt &Around);
  bool guardRun(llvm::ArrayRef<const clang::Stmt *> Run);
  bool initialise(const clang::DeclStmt &Statement);
  void declareForAll(const clang::DeclStmt &Statement);

  const clang::ASTContext &Ast;
  const clang::SourceManager &Sources;
  const clang::FunctionDecl &Barrier;
  std::string Condition;
  Variables Operands;
  /// Named in what all threads evaluate.
  Variables Common;
  /// Declared for all threads with a value that is computed from those in the condition.
  Variables Derived;
  /// Declared with a value that depends on the condition.
  Variables Dependent;
  std::vector<const clang::Stmt *> Guarded, Evaluated;
  /// By offset.
  std::vector<Change> Changes;
};

/// The offset in its file behind \p Statement and its semicolon; nothing: not known.
std::optional<unsigned> endOfStatement(const clang::Stmt &Statement, const clang::ASTContext &Ast);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_SOURCEEDITS_GUARDREWRITER_H
