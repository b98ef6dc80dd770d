//===- StatedFacts.h - What the source states -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_STATEDFACTS_H
#define CUDA_MEMLINT_LIB_LOWERING_STATEDFACTS_H

#include "BuiltinVariables.h"
#include "Emitter.h"

#include "cuda-memlint/Lowering/Lowering.h"

namespace memlint {

/// Reads what is stated of a kernel in comments and elsewhere.
class StatedFacts {
public:
  StatedFacts(clang::ASTContext &Ast, ExprContext &Exprs, const clang::FunctionDecl &Kernel,
              KernelProgram &Program, Emitter &Out, KernelObjects &Objects,
              BuiltinVariables &Builtins)
      : Ast(Ast), Exprs(Exprs), Kernel(Kernel), Program(Program), Out(Out), Objects(Objects),
        Builtins(Builtins) {}

  /// What comments above and in the kernel state of its parameters.
  void readComments();
  void readStated(llvm::ArrayRef<StatedFact> Stated);
  /// After the kernel has been run.
  void refuseUnmetNames();
  /// Comments to the tool that are not understood.
  std::vector<BadComment> takeBadComments() { return std::move(BadComments); }

private:
  void readFact(llvm::StringRef Text, const FactSource &At);
  void refuseFact(const FactSource &At, const llvm::Twine &Text, const llvm::Twine &Why);
  /// What \p Name stands for in a comment; empty where it stands for no number.
  std::optional<ExprRef> namedNumber(llvm::StringRef Name);

  clang::ASTContext &Ast;
  ExprContext &Exprs;
  const clang::FunctionDecl &Kernel;
  KernelProgram &Program;
  Emitter &Out;
  KernelObjects &Objects;
  BuiltinVariables &Builtins;
  std::vector<BadComment> BadComments;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_STATEDFACTS_H
