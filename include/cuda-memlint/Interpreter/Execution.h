//===- Execution.h - Where an interpreter is --------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_INTERPRETER_EXECUTION_H
#define CUDA_MEMLINT_INTERPRETER_EXECUTION_H

#include "cuda-memlint/Interpreter/Jumps.h"
#include "cuda-memlint/Interpreter/Value.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
} // namespace clang

namespace memlint {

/// One activation of a function.
struct Frame {
  const clang::FunctionDecl *Function = nullptr;
  const clang::Stmt *CallSite = nullptr;
  llvm::DenseMap<const clang::ValueDecl *, SlotId> Slots;
  std::optional<Lvalue> This;
  /// Lambda call operators: the enclosing object, when it is captured.
  std::optional<Lvalue> CapturedThis;
  /// Lambda call operators: where captured variables live in *this.
  llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> Captures;
  /// States at return statements; the value returned is in the variable
  /// Result.
  std::vector<State> Returns;
  SlotId Result = 0;
  /// Variables that are alive and whose destructors run code, in the order of their declarations.
  std::vector<const clang::VarDecl *> Objects;
  /// What is known of the function's labels, once one was asked for.
  std::optional<llvm::DenseMap<const clang::LabelDecl *, LabelJumps>> Jumps;
  /// What the function assigns, looked for at the first label that a goto may lead to.
  std::optional<std::vector<const clang::ValueDecl *>> Assigned;
  /// States at gotos that have not arrived at their label yet.
  llvm::MapVector<const clang::LabelDecl *, std::vector<State>> Gotos;
};

/// What is executed at this moment.
struct Execution {
  explicit Execution(clang::ASTContext &Ast) : Ast(Ast) {}

  clang::ASTContext &Ast;
  State Current;
  std::vector<Frame> Frames;
  /// The loops around it, by their numbers.
  std::vector<unsigned> LoopStack;
  /// Off while a loop's body is run to see what it changes.
  bool Recording = true;

  Frame &frame() { return Frames.back(); }
  /// What happens here is to be recorded.
  bool isRecorded() const { return Recording && Current.Reachable; }
  /// \p Range or, within the system's headers, the call that led there, which is what
  /// the user can change. \p Depth: how many frames lead to what is returned.
  clang::SourceRange shownRange(clang::SourceRange Range, size_t &Depth) const;
  /// The same as it is written.
  std::string shownText(clang::SourceRange Range) const;
};

} // namespace memlint

#endif // CUDA_MEMLINT_INTERPRETER_EXECUTION_H
