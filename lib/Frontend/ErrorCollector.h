//===- ErrorCollector.h - The errors of a parse -----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_ERRORCOLLECTOR_H
#define CUDA_MEMLINT_LIB_FRONTEND_ERRORCOLLECTOR_H

#include "HostCodeErrors.h"

#include "cuda-memlint/Frontend/Frontend.h"

#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"

#include <vector>

namespace clang {
class ASTContext;
class LangOptions;
class Preprocessor;
} // namespace clang

namespace memlint {

/// The names that errors are about.
struct UndeclaredNames {
  /// Of types and templates.
  llvm::StringSet<> Types;
  /// Of variables and functions.
  llvm::StringSet<> Others;
  /// Some error is about more than a name that is not declared, a header that is not found, or
  /// the syntax of the text alone.
  bool HasOtherErrors = false;

  /// Other headers could not mend a single error, but for those that are not found.
  bool empty() const { return Types.empty() && Others.empty() && !HasOtherErrors; }
};

/// Keeps the errors, each once, and the names that are not declared; prints nothing.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  ErrorCollector(std::vector<ParseDiagnostic> &Errors, UndeclaredNames &Undeclared)
      : Errors(Errors), Undeclared(Undeclared) {}

  void BeginSourceFile(const clang::LangOptions &, const clang::Preprocessor *Of) override {
    Reader = Of;
  }
  void EndSourceFile() override { Reader = nullptr; }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;

  /// An error at \p Location, unless it is known; whether it is not.
  bool add(ParseDiagnostic Error, clang::SourceLocation Location,
           const clang::SourceManager *Sources);

  /// The file \p From has another name, \p To. False: a message mentions the old one.
  bool renameFile(llvm::StringRef From, llvm::StringRef To);

  void forEachMessage(llvm::function_ref<void(std::string &)> Change) {
    for (ParseDiagnostic &Error : Errors)
      Change(Error.Message);
  }

  /// Finds out which of the errors are in host functions.
  void setReach(clang::ASTContext &Ast, llvm::ArrayRef<clang::SourceLocation> KernelSpecifiers);

private:
  std::vector<ParseDiagnostic> &Errors;
  UndeclaredNames &Undeclared;
  /// Null where no file is being read.
  const clang::Preprocessor *Reader = nullptr;
  /// Of each error.
  std::vector<LocatedError> Located;
  /// The last one is a call of what may be a kernel.
  bool LastHasNoMatch = false;
  llvm::StringSet<> Seen;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_ERRORCOLLECTOR_H
