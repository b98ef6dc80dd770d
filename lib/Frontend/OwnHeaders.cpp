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

/// Whether \p File has declarations that may be left out. Only some folders are looked into, as
/// this takes the compiler long.
static constexpr bool isDivided(const EmbeddedFile &File) {
  std::string_view Path = File.Path, Text(File.Contents, File.Size);
  return (Path.starts_with("cuda/") || Path.starts_with("c/") || Path.starts_with("c++/cst")) &&
         Text.find(OnDemandMark) != std::string_view::npos;
}

template <class Client> static constexpr void divideHeaders(Client &Found) {
  for (unsigned At = 0; At < EmbeddedOwnHeadersCount; ++At) {
    const EmbeddedFile &File = EmbeddedOwnHeaders[At];
    if (!isDivided(File))
      continue;
    if constexpr (requires { Found.Header; })
      Found.Header = At;
    HeaderDivision(std::string_view(File.Contents, File.Size), Found).run();
  }
}

static constexpr PieceCounter Counts = [] {
  PieceCounter Found;
  divideHeaders(Found);
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
  divideHeaders(Found);
  std::sort(Result.Names.begin(), Result.Names.end());
  return Result;
}();

llvm::ArrayRef<EmbeddedFile> ownHeaders() { return {EmbeddedOwnHeaders, EmbeddedOwnHeadersCount}; }

HeaderPieces piecesOfOwnHeaders() { return {Table.Pieces, Table.Names}; }

} // namespace memlint
