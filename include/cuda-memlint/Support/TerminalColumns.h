//===- TerminalColumns.h - How wide a terminal is ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SUPPORT_TERMINALCOLUMNS_H
#define CUDA_MEMLINT_SUPPORT_TERMINALCOLUMNS_H

#include <sys/ioctl.h>

namespace memlint {

/// The columns of the terminal at \p Descriptor; 0: it is something else, or they are not known.
/// LLVM's sys::Process asks the variable COLUMNS only, which shells do not export.
inline unsigned terminalColumns(int Descriptor) {
  winsize Size = {};
  return ioctl(Descriptor, TIOCGWINSZ, &Size) == 0 ? Size.ws_col : 0;
}

} // namespace memlint

#endif // CUDA_MEMLINT_SUPPORT_TERMINALCOLUMNS_H
