//===- ParsedKernels.h - What the tests look for in a tree ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TEST_PARSEDKERNELS_H
#define CUDA_MEMLINT_TEST_PARSEDKERNELS_H

#include "cuda-memlint/Frontend/Frontend.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace memlint {

/// Kernels with a body, template instantiations included, and launches.
struct ParsedKernels : clang::RecursiveASTVisitor<ParsedKernels> {
  explicit ParsedKernels(ParsedFile &File) {
    TraverseDecl(File.context().getTranslationUnitDecl());
  }
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitFunctionDecl(clang::FunctionDecl *Function) {
    if (Function->hasAttr<clang::CUDAGlobalAttr>() && !Function->isTemplated() &&
        Function->isThisDeclarationADefinition())
      Kernels.push_back(Function);
    return true;
  }
  bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr *Launch) {
    Launches.push_back(Launch);
    return true;
  }

  std::vector<clang::FunctionDecl *> Kernels;
  std::vector<clang::CUDAKernelCallExpr *> Launches;
};

/// All errors in one text, for a test's message.
inline std::string errorText(const ParsedFile &File) {
  std::string Text;
  for (const ParseDiagnostic &Error : File.errors())
    Text += Error.Path + ":" + std::to_string(Error.Line) + ": " + Error.Message + "\n";
  return Text;
}

} // namespace memlint

#endif // CUDA_MEMLINT_TEST_PARSEDKERNELS_H
