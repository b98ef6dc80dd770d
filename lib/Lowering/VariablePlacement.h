//===- VariablePlacement.h - Where compilers put variables ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compilers put the variables of a program one behind the other, each at the next multiple of its
/// alignment, in an order of their own. test/hardware/measure/placement.csv has such programs.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_VARIABLEPLACEMENT_H
#define CUDA_MEMLINT_LIB_LOWERING_VARIABLEPLACEMENT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <map>
#include <optional>

namespace memlint {

struct KernelProgram;

bool isInConstantMemory(const clang::VarDecl &Variable);

/// What variables of global memory begin at.
class DeviceVariables {
public:
  explicit DeviceVariables(clang::ASTContext &Ast) : Ast(Ast) {}

  /// A power of two that the address of \p Variable is a multiple of, in bytes, if \p Declared is
  /// one that its declaration demands, and the first variable begins at a multiple of
  /// \p FirstAlignment.
  uint64_t alignmentOf(const clang::VarDecl &Variable, uint64_t Declared, uint64_t FirstAlignment);

private:
  clang::ASTContext &Ast;
  /// The bytes of each; filled when first asked for.
  std::optional<std::map<const clang::VarDecl *, uint64_t>> Sizes;
};

/// Raises the alignments of the static shared arrays of \p Program, all of which is followed.
void placeSharedArrays(KernelProgram &Program);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_VARIABLEPLACEMENT_H
