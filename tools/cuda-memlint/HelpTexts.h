//===- HelpTexts.h - What the command says of itself ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_HELPTEXTS_H
#define CUDA_MEMLINT_TOOLS_HELPTEXTS_H

#include "SubCommands.h"

#include <string>

namespace memlint {

/// For --help; \p Which is null for the command itself.
std::string helpText(const SubCommand *Which);

/// For --version.
std::string versionText();

/// For --licenses.
std::string licenseText();

/// For --list-checks.
std::string checkList();

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_HELPTEXTS_H
