//===- LaunchedTemplates.h - Template arguments of launches -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_LAUNCHEDTEMPLATES_H
#define CUDA_MEMLINT_LIB_FRONTEND_LAUNCHEDTEMPLATES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace clang {
class LangOptions;
class SourceManager;
} // namespace clang

namespace memlint {

/// A template argument that is written as a literal: a number (`true` is 1), or the name of a
/// fundamental type.
using LiteralArgument = std::variant<int64_t, std::string>;

/// The template arguments of the launches of \p Kernel, `Kernel<16, float><<<…>>>`, in the main
/// file, where all of them are literals; each list once. Branches that the preprocessor skips (`#if
/// 0`, another device) are read like others.
std::vector<llvm::SmallVector<LiteralArgument, 4>>
findLaunchedArguments(const clang::SourceManager &Sources, const clang::LangOptions &Language,
                      llvm::StringRef Kernel);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_LAUNCHEDTEMPLATES_H
