//===- OwnHeaders.cpp - Our headers, and CUDA's divided -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The build writes it: see memlint_embed_files.
#include "EmbeddedOwnHeaders.cpp"

#include "OwnHeaders.h"

#include <algorithm>
#include <array>

namespace memlint {

static constexpr bool isOfCuda(const EmbeddedFile &File) {
  return std::string_view(File.Path).starts_with("cuda/");
}

template <class Client> static constexpr void divideCudaHeaders(Client &Found) {
  for (unsigned At = 0; At < EmbeddedOwnHeadersCount; ++At) {
    const EmbeddedFile &File = EmbeddedOwnHeaders[At];
    if (!isOfCuda(File))
      continue;
    if constexpr (requires { Found.Header; })
      Found.Header = At;
    HeaderDivision(std::string_view(File.Contents, File.Size), Found).run();
  }
}

static constexpr PieceCounter Counts = [] {
  PieceCounter Found;
  divideCudaHeaders(Found);
  return Found;
}();

template <size_t PieceCount, size_t NameCount> struct PieceTable {
  std::array<HeaderPiece, PieceCount> Pieces;
  std::array<PieceName, NameCount> Names;
};

static constexpr auto Table = [] {
  PieceTable<Counts.Pieces, Counts.Names> Result;
  PieceCollector<decltype(Result.Pieces), decltype(Result.Names)> Found{Result.Pieces,
                                                                        Result.Names};
  divideCudaHeaders(Found);
  std::sort(Result.Names.begin(), Result.Names.end());
  return Result;
}();

llvm::ArrayRef<EmbeddedFile> ownHeaders() { return {EmbeddedOwnHeaders, EmbeddedOwnHeadersCount}; }

HeaderPieces piecesOfCudaHeaders() { return {Table.Pieces, Table.Names}; }

} // namespace memlint
