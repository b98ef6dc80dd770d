//===- EmbeddedFile.h - A file carried inside the binary --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What memlint_embed_files (cmake/MemlintEmbed.cmake) makes tables of: text
/// files that the binary carries, so that it needs nothing beside it.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SUPPORT_EMBEDDEDFILE_H
#define CUDA_MEMLINT_SUPPORT_EMBEDDEDFILE_H

#include <cstddef>

namespace memlint {

using std::size_t;

/// One embedded text file.
struct EmbeddedFile {
  /// Its path below the folder it was embedded from, with forward slashes.
  const char *Path;
  /// Its text, followed by a NUL.
  const char *Contents;
  /// Bytes of text, the NUL not counted.
  size_t Size;
};

} // namespace memlint

#endif // CUDA_MEMLINT_SUPPORT_EMBEDDEDFILE_H
