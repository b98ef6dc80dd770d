//===- SyntaxErrors.h - Errors that no header explains ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_SYNTAXERRORS_H
#define CUDA_MEMLINT_LIB_FRONTEND_SYNTAXERRORS_H

namespace clang {
class Diagnostic;
class Preprocessor;
} // namespace clang

namespace memlint {

/// Whether \p Info is an error in the syntax of the main file that other headers cannot mend: the
/// statement it is in names nothing that \p Reader does not know, which could be a macro of theirs.
bool isOfTextAlone(const clang::Diagnostic &Info, const clang::Preprocessor &Reader);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_SYNTAXERRORS_H
