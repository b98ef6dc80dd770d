//===- ParseAction.h - One parse that keeps its tree ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_PARSEACTION_H
#define CUDA_MEMLINT_LIB_FRONTEND_PARSEACTION_H

#include "cuda-memlint/Frontend/HostHeaders.h"

#include "clang/Frontend/FrontendAction.h"
#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <string>
#include <vector>

namespace memlint {

/// Parses and keeps the tree.
class ParseAction : public clang::ASTFrontendAction {
public:
  /// What \p Unmarked declares may be called from both sides; null: no header is without marks.
  ParseAction(const HostHeaders &Host, const HostHeaders *Unmarked,
              std::vector<std::string> &MissingHeaders)
      : Host(Host), Unmarked(Unmarked), MissingHeaders(MissingHeaders) {}

  llvm::ArrayRef<clang::SourceLocation> kernelSpecifiers() const { return KernelSpecifiers; }

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &Compiler,
                                                        llvm::StringRef) override;

private:
  const HostHeaders &Host;
  const HostHeaders *Unmarked;
  std::vector<std::string> &MissingHeaders;
  std::vector<clang::SourceLocation> KernelSpecifiers;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_PARSEACTION_H
