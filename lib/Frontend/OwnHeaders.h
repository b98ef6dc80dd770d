//===- OwnHeaders.h - Our headers, and CUDA's divided -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_OWNHEADERS_H
#define CUDA_MEMLINT_LIB_FRONTEND_OWNHEADERS_H

#include "HeaderPieces.h"

#include "cuda-memlint/Support/EmbeddedFile.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace memlint {

llvm::ArrayRef<EmbeddedFile> ownHeaders();

struct HeaderPieces {
  llvm::ArrayRef<HeaderPiece> Pieces;
  /// By their letters.
  llvm::ArrayRef<PieceName> Names;
};

/// The headers that may be read in part, numbered as ownHeaders() does.
HeaderPieces piecesOfOwnHeaders();

/// Of each of the first \p HeaderCount headers what \p Source asks for; empty where \p All does not
/// divide the header.
std::vector<std::string> selectPieces(const HeaderPieces &All, size_t HeaderCount,
                                      llvm::StringRef Source);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_OWNHEADERS_H
