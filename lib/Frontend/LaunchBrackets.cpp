//===- LaunchBrackets.cpp - Launches with spaces in their brackets --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchBrackets.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <optional>
#include <vector>

using namespace llvm;
using namespace clang;

namespace memlint {

namespace {

/// A token and where it is in the text.
struct Piece {
  tok::TokenKind Kind;
  size_t Begin;
  size_t End;
};

} // namespace

static std::vector<Piece> piecesOf(const std::string &Text) {
  LangOptions Language;
  Language.CPlusPlus = Language.CPlusPlus11 = Language.RawStringLiterals = Language.CUDA = true;
  const char *Begin = Text.c_str();
  Lexer Raw(SourceLocation(), Language, Begin, Begin, Begin + Text.size());
  std::vector<Piece> Pieces;
  for (Token Each; !Raw.LexFromRawLexer(Each);) {
    size_t End = size_t(Raw.getBufferLocation() - Begin);
    Pieces.push_back({Each.getKind(), End - Each.getLength(), End});
  }
  return Pieces;
}

/// A bracket in two pieces, with nothing but space between them.
static bool isSplit(ArrayRef<Piece> Pieces, StringRef Text, tok::TokenKind First,
                    tok::TokenKind Second) {
  return Pieces.size() >= 2 && Pieces[0].Kind == First && Pieces[1].Kind == Second &&
         Text.slice(Pieces[0].End, Pieces[1].Begin).trim().empty();
}

/// A launch begins, not the use of an operator with template arguments.
static bool beginsLaunch(ArrayRef<Piece> Pieces, size_t Index, StringRef Text) {
  if (Index == 0 || !isSplit(Pieces.drop_front(Index), Text, tok::lessless, tok::less))
    return false;
  const Piece &Before = Pieces[Index - 1];
  return Before.Kind == tok::greater || Before.Kind == tok::greatergreater ||
         (Before.Kind == tok::raw_identifier && Text.slice(Before.Begin, Before.End) != "operator");
}

/// Where the bracket that ends the launch begins; nothing where there is none, or where it is in
/// one piece.
static std::optional<size_t> findEnd(ArrayRef<Piece> Pieces, size_t Index, StringRef Text) {
  int Depth = 0;
  for (; Index < Pieces.size(); ++Index) {
    ArrayRef<Piece> Rest = Pieces.drop_front(Index);
    tok::TokenKind Kind = Rest.front().Kind;
    Depth += Kind == tok::l_paren || Kind == tok::l_brace || Kind == tok::l_square;
    Depth -= Kind == tok::r_paren || Kind == tok::r_brace || Kind == tok::r_square;
    if (Depth < 0 || (Depth == 0 && Kind == tok::semi))
      return std::nullopt;
    bool IsEnd = isSplit(Rest, Text, tok::greatergreater, tok::greater) ||
                 isSplit(Rest, Text, tok::greater, tok::greatergreater);
    if (Depth == 0 && IsEnd && Rest.size() > 2 && Rest[2].Kind == tok::l_paren)
      return Index;
  }
  return std::nullopt;
}

/// Moves the space within a bracket behind it.
static void joinBracket(std::string &Text, ArrayRef<Piece> Pieces, char Bracket) {
  std::string Space = Text.substr(Pieces[0].End, Pieces[1].Begin - Pieces[0].End);
  Text.replace(Pieces[0].Begin, Pieces[1].End - Pieces[0].Begin, std::string(3, Bracket) + Space);
}

std::string joinLaunchBrackets(StringRef Text) {
  std::string Result = Text.str();
  // Most sources have none, and are not looked at twice.
  if (!Text.contains("<< <"))
    return Result;
  std::vector<Piece> Pieces = piecesOf(Result);
  for (size_t Index = 0; Index != Pieces.size(); ++Index) {
    if (!beginsLaunch(Pieces, Index, Text))
      continue;
    if (std::optional<size_t> End = findEnd(Pieces, Index + 2, Text)) {
      joinBracket(Result, ArrayRef(Pieces).drop_front(Index), '<');
      joinBracket(Result, ArrayRef(Pieces).drop_front(*End), '>');
    }
  }
  return Result;
}

} // namespace memlint
