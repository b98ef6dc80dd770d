//===- OnDemand.cpp - Only the declarations that a file asks for ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/OnDemand.h"

#include "OwnHeaders.h"

#include "cuda-memlint/Support/Words.h"

#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>

using namespace llvm;

namespace memlint {
namespace {

/// Keeps the pieces that words ask for, and those that the words of these ask for.
class PieceSelection {
public:
  explicit PieceSelection(const HeaderPieces &All) : All(All), IsKept(All.Pieces.size()) {
    for (const PieceName &Each : All.Names)
      if (Each.IsBeginning)
        Beginnings.push_back(&Each);
  }

  void keepFor(StringRef Source) {
    addWords(Source);
    while (!Added.empty())
      addWords(All.Pieces[Added.pop_back_val()].Text);
  }

  bool isKept(size_t Piece) const { return IsKept[Piece] || All.Pieces[Piece].IsAlwaysKept; }

private:
  void addWords(StringRef Text) {
    forEachWord(Text, [this](StringRef Word) {
      add(Word);
      // `make_int2` mentions `int2`, too.
      if (Word.consume_front("make_"))
        add(Word);
    });
  }

  void add(StringRef Word) {
    if (!Words.insert(CachedHashStringRef(Word)).second)
      return;
    const std::string_view Name = Word;
    auto Known = std::lower_bound(All.Names.begin(), All.Names.end(), PieceName{Name});
    for (; Known != All.Names.end() && Known->Name == Name; ++Known)
      keep(Known->Piece);
    for (const PieceName *Each : Beginnings)
      if (Name.starts_with(Each->Name))
        keep(Each->Piece);
  }

  void keep(unsigned Piece) {
    if (IsKept[Piece])
      return;
    IsKept[Piece] = true;
    Added.push_back(Piece);
  }

  const HeaderPieces &All;
  DenseSet<CachedHashStringRef> Words;
  SmallVector<const PieceName *, 64> Beginnings;
  std::vector<bool> IsKept;
  SmallVector<unsigned, 32> Added;
};

} // namespace

std::vector<std::string> selectPieces(const HeaderPieces &All, size_t HeaderCount,
                                      StringRef Source) {
  PieceSelection Selection(All);
  Selection.keepFor(Source);
  std::vector<std::string> Results(HeaderCount);
  for (auto [Index, Piece] : enumerate(All.Pieces))
    if (Selection.isKept(Index))
      Results[Piece.Header] += Piece.Text;
  return Results;
}

std::vector<std::string> selectDeclarations(ArrayRef<StringRef> Headers, StringRef Source) {
  PieceCounter Counts;
  for (StringRef Header : Headers)
    HeaderDivision(std::string_view(Header), Counts).run();
  std::vector<HeaderPiece> Pieces(Counts.Pieces);
  std::vector<PieceName> Names(Counts.Names);
  PieceCollector<std::vector<HeaderPiece>, std::vector<PieceName>> Found{Pieces, Names};
  for (StringRef Header : Headers) {
    HeaderDivision(std::string_view(Header), Found).run();
    ++Found.Header;
  }
  std::sort(Names.begin(), Names.end());
  return selectPieces({Pieces, Names}, Headers.size(), Source);
}

} // namespace memlint
