//===- CheckPage.h - The page that explains a check -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_DOCUMENTATION_CHECKPAGE_H
#define CUDA_MEMLINT_DOCUMENTATION_CHECKPAGE_H

#include "cuda-memlint/Checks/Check.h"

namespace memlint {

/// docs/checks/<name>.md, in Markdown: a heading, a paragraph that says what is wrong,
/// and sections.
llvm::StringRef pageOf(const Check &Item);

/// The first paragraph of that page, as one line.
std::string introductionOf(const Check &Item);

/// The check of this name; the error names the one that is spelled most alike.
llvm::Expected<const Check *> findCheck(llvm::StringRef Name);

} // namespace memlint

#endif // CUDA_MEMLINT_DOCUMENTATION_CHECKPAGE_H
