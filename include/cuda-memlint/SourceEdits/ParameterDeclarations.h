//===- ParameterDeclarations.h - Pointers as they are declared --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SOURCEEDITS_PARAMETERDECLARATIONS_H
#define CUDA_MEMLINT_SOURCEEDITS_PARAMETERDECLARATIONS_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace clang {
class ASTContext;
class Decl;
class FunctionDecl;
class ParmVarDecl;
} // namespace clang

namespace memlint {

/// How \p Parameter of \p Kernel, a definition, is declared; nothing where it is not written
/// `type *name`, or where qualifiers put there change nothing.
std::optional<PointerDeclaration> pointerDeclarationOf(const clang::FunctionDecl &Kernel,
                                                       const clang::ParmVarDecl &Parameter,
                                                       const clang::ASTContext &Ast);

/// Functions of a file that something else than a launch names: pointers to them have types
/// that hold those of their parameters. Of templates, the templates.
class NamedKernels {
public:
  explicit NamedKernels(clang::ASTContext &Ast);
  bool contains(const clang::FunctionDecl &Kernel) const;

private:
  llvm::SmallPtrSet<const clang::Decl *, 8> Named;
};

/// As KernelProgram::HasOtherDeclarations, but for pointers.
bool hasOtherDeclarations(const clang::FunctionDecl &Kernel);

/// As KernelProgram::IsInHeader.
bool isDeclaredInHeader(const clang::FunctionDecl &Kernel);

} // namespace memlint

#endif // CUDA_MEMLINT_SOURCEEDITS_PARAMETERDECLARATIONS_H
