//===- HarnessTypes.h - Kernels and types as C++ has them -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a harness needs of the syntax tree: how a kernel is named, and where in its
/// parameters and in what they point to the numbers are. Internal to the verifying library.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_HARDWARE_HARNESS_HARNESSTYPES_H
#define CUDA_MEMLINT_LIB_HARDWARE_HARNESS_HARNESSTYPES_H

#include "cuda-memlint/Hardware/Harness/Harness.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

namespace memlint {

/// A pointer within a parameter.
struct PointerPart {
  uint64_t Offset = 0; ///< bytes from the parameter's start
  uint64_t ElementBytes = 1;
  /// Of what it points to; empty where that is not known.
  std::vector<HarnessScalar> Element;
};

/// A parameter of a kernel.
struct ParameterShape {
  uint64_t Bytes = 0;
  std::vector<PointerPart> Pointers;
  std::vector<HarnessScalar> Numbers;
};

/// How a kernel is called by a main in the file that declares it.
struct KernelSignature {
  std::vector<ParameterShape> Parameters;
  /// An expression that is its address.
  std::string Address;
  /// Not empty: why it cannot be called.
  std::string Problem;
};

/// The numbers in \p Type, pointers left out. Of unions, vectors of the compiler and arrays
/// beyond a thousand numbers none.
std::vector<HarnessScalar> scalarsOf(clang::ASTContext &Ast, clang::QualType Type);

ParameterShape shapeOf(clang::ASTContext &Ast, clang::QualType Type);

/// An expression that is the address of \p Kernel in the file scope that declares it. The
/// error is why there is none, part of a sentence.
llvm::Expected<std::string> addressOf(clang::ASTContext &Ast, const clang::FunctionDecl &Kernel);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_HARDWARE_HARNESS_HARNESSTYPES_H
