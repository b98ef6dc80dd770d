//===- SourcePosition.h - Where something is written ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A range of text in a source file, as plain data.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_SOURCEPOSITION_H
#define CUDA_MEMLINT_MODEL_SOURCEPOSITION_H

#include <string>

namespace memlint {

/// A range of source text, lines and columns counted from 1, the end exclusive.
struct SourcePosition {
  std::string Path;
  unsigned Line = 0;
  unsigned Column = 0;
  unsigned EndLine = 0;
  unsigned EndColumn = 0;
  /// Written inside a macro expansion: the text at the position is not the
  /// text of the construct, so it must not be edited.
  bool InMacro = false;
  /// Not in the file that is compiled but in one that it includes: other files, which need not
  /// have been given, may include it too.
  bool InHeader = false;
};

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_SOURCEPOSITION_H
