//===- TerminalLinks.h - Whether a terminal has links -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_TOOLS_TERMINALLINKS_H
#define CUDA_MEMLINT_TOOLS_TERMINALLINKS_H

#include <string>

namespace memlint {

/// Whether the terminal, according to the environment, is one that shows links (OSC 8). None can be
/// asked, and some print what they do not know.
bool terminalHasLinks();

/// The folder of the checks' pages that is installed with this program; empty: there is none.
std::string installedPages();

} // namespace memlint

#endif // CUDA_MEMLINT_TOOLS_TERMINALLINKS_H
