//===- Lowering.h - From Clang's AST to memory programs ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lowering: an abstract interpreter over Clang's AST that turns each kernel
/// into a memory program. Nothing behind this stage knows Clang.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LOWERING_LOWERING_H
#define CUDA_MEMLINT_LOWERING_LOWERING_H

#include "cuda-memlint/MemoryProgram/MemoryProgram.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace memlint {

/// A comment to the tool that says nothing that can be used, and why.
struct BadComment {
  SourcePosition Position;
  std::string Message;
};

/// What is stated of a kernel outside of its source, as a comment to the tool would.
struct StatedFact {
  /// "assume n % 32 == 0", "distinct order".
  std::string Text;
  SourcePosition Position;
  /// It is stated of many kernels: nothing is said where it does not fit one.
  bool OfSeveral = false;
};

/// Why \p Text is no fact, whatever kernel it is about.
llvm::Error checkFact(llvm::StringRef Text);

/// A kernel and the function it was lowered from.
struct LoweredKernel {
  KernelProgram Program;
  const clang::FunctionDecl *Function = nullptr;
  std::vector<BadComment> BadComments;
};

/// Lowers every kernel of the translation unit that is not in a system header,
/// template instantiations included, in source order. Never fails: a kernel
/// that cannot be lowered has Program.Analysed false and a reason. \p StatedOf, if not
/// null, tells what is stated of the kernel of a qualified name.
std::vector<LoweredKernel>
lowerKernels(clang::ASTContext &Ast, ExprContext &Expressions,
             llvm::function_ref<std::vector<StatedFact>(llvm::StringRef)> StatedOf = nullptr);

} // namespace memlint

#endif // CUDA_MEMLINT_LOWERING_LOWERING_H
