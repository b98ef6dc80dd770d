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

#include "cuda-memlint/Lowering/StatedFact.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
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

/// A kernel and the function it was lowered from.
struct LoweredKernel {
  KernelProgram Program;
  const clang::FunctionDecl *Function = nullptr;
  /// How many instantiations of the same template come before it.
  unsigned Instance = 0;
  std::vector<BadComment> BadComments;
};

/// Steps that all kernels of a file may take: a second or two. Lowering and analysis have as
/// many each. Interpreter::MaximumSteps is for one kernel.
inline constexpr uint64_t MaximumStepsOfFile = 2'500'000;

/// Empties \p Program, which is not analysed, as \p Reason says.
void giveUp(KernelProgram &Program, llvm::StringRef Reason);

/// Why a kernel is not analysed when \p Before others have used up what the file may take.
std::string fileBudgetRanOut(size_t Before);

/// \p Kernels, of a file in the order of its source, so that a budget is spread fairly: the first
/// instantiations of all templates before second ones, and, once their accesses are known, those
/// with few of them first. What a small one may take does not depend on whether a large one stands
/// before it.
std::vector<LoweredKernel *> inFairOrder(llvm::MutableArrayRef<LoweredKernel> Kernels);

/// Lowers every kernel of the translation unit that is not in a system header,
/// template instantiations included, in source order. Never fails: a kernel
/// that cannot be lowered has Program.Analysed false and a reason, and so have those that come, in
/// fair order, after all of \p StepsOfFile was used up. \p StatedOf, if not
/// null, returns the facts stated for the kernel of a qualified name. \p MayOverlap, if not null,
/// returns whether some launch of a kernel may make two of its objects overlap. \p IsIncomplete, if
/// not null, returns whether templates that a kernel needs were too large to instantiate. \p Device
/// is what the kernels will run on.
std::vector<LoweredKernel>
lowerKernels(clang::ASTContext &Ast, ExprContext &Expressions,
             llvm::function_ref<std::vector<StatedFact>(llvm::StringRef)> StatedOf = nullptr,
             llvm::function_ref<bool(const clang::FunctionDecl &Kernel, const MemoryObject &,
                                     const MemoryObject &)>
                 MayOverlap = nullptr,
             llvm::function_ref<bool(const clang::FunctionDecl &)> IsIncomplete = nullptr,
             uint64_t StepsOfFile = MaximumStepsOfFile, const DeviceShape &Device = {});

} // namespace memlint

#endif // CUDA_MEMLINT_LOWERING_LOWERING_H
