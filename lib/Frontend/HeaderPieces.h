//===- HeaderPieces.h - The declarations of a header, divided ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Divides a header as OnDemand.h describes. The compiler does this for the embedded headers
/// (OwnHeaders.cpp): at run time it took longer than to parse what a small file asks for.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_FRONTEND_HEADERPIECES_H
#define CUDA_MEMLINT_LIB_FRONTEND_HEADERPIECES_H

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace memlint {

/// A declaration that may be left out, or text that may not.
struct HeaderPiece {
  /// Which of the headers it is in.
  unsigned Header = 0;
  std::string_view Text;
  bool IsAlwaysKept = false;
};

/// A name that asks for a piece, or the beginning of such names.
struct PieceName {
  std::string_view Name;
  unsigned Piece = 0;
  /// Declared by a macro, which may append to the name.
  bool IsBeginning = false;

  friend constexpr bool operator<(const PieceName &Left, const PieceName &Right) {
    return Left.Name < Right.Name;
  }
};

inline constexpr std::string_view OnDemandMark = "// [on demand]\n", AlwaysMark = "// [always]\n";

/// Gives the pieces of one header to \p Client: piece(Text, IsAlwaysKept), and after each the names
/// that ask for it, name(Name, IsBeginning).
template <class Client> class HeaderDivision {
public:
  constexpr HeaderDivision(std::string_view Header, Client &Found) : Rest(Header), Found(Found) {}

  constexpr void run() {
    while (!Rest.empty()) {
      Found.piece(takeUpTo(OnDemandMark), /*IsAlwaysKept=*/true);
      std::string_view Behind = takeUpTo(AlwaysMark);
      std::swap(Rest, Behind);
      while (!Rest.empty())
        if (Rest.starts_with("\n") || Rest.starts_with("//"))
          takeLine();
        else
          describe(takeDeclaration());
      Rest = Behind;
    }
  }

private:
  static constexpr std::string_view MacroStart = "__MEMLINT_";

  /// What stands before \p Mark, which is passed over, or all.
  constexpr std::string_view takeUpTo(std::string_view Mark) {
    size_t At = 0;
    while (At < Rest.size() && !(Rest[At] == '/' && Rest.substr(At).starts_with(Mark)))
      ++At;
    std::string_view Before = Rest.substr(0, At);
    Rest.remove_prefix(std::min(At + Mark.size(), Rest.size()));
    return Before;
  }

  constexpr std::string_view takeLine() {
    size_t End = Rest.find('\n');
    std::string_view Line = Rest.substr(0, End);
    Rest.remove_prefix(End == std::string_view::npos ? Rest.size() : End + 1);
    return Line;
  }

  /// As isWordCharacter() is, for the compiler, too.
  static constexpr bool isOfWord(char C) {
    return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || (C >= '0' && C <= '9') || C == '_';
  }

  static constexpr bool isSpace(char C) { return C == ' ' || (C >= '\t' && C <= '\r'); }

  /// Takes one declaration from the front of the rest.
  constexpr std::string_view takeDeclaration() {
    const std::string_view Start = Rest;
    const bool IsType =
        Rest.starts_with("enum ") || Rest.starts_with("struct ") || Rest.starts_with("union ");
    const bool IsEnumerator = Rest.starts_with(" ");
    const bool IsMacro = Rest.starts_with(MacroStart) && !Rest.starts_with("__MEMLINT_HD ") &&
                         !Rest.starts_with("__MEMLINT_D ");
    bool IsLast = false;
    while (!IsLast) {
      std::string_view Line = takeLine();
      while (!Line.empty() && isSpace(Line.back()))
        Line.remove_suffix(1);
      IsLast = Rest.empty() ||
               (IsType    ? Line == "};" || Line.ends_with(" };")
                : IsMacro ? Line.ends_with(")")
                          : Line.ends_with(";") || (IsEnumerator && Line.ends_with(",")));
    }
    return Start.substr(0, Start.size() - Rest.size());
  }

  static constexpr std::string_view firstWord(std::string_view Text) {
    while (!Text.empty() && !isOfWord(Text.front()))
      Text.remove_prefix(1);
    size_t End = 0;
    while (End < Text.size() && isOfWord(Text[End]))
      ++End;
    return Text.substr(0, End);
  }

  /// The word that \p Text ends with, if any.
  static constexpr std::string_view lastWord(std::string_view Text) {
    size_t Start = Text.size();
    while (Start > 0 && isOfWord(Text[Start - 1]))
      --Start;
    return Text.substr(Start);
  }

  static constexpr bool consume(std::string_view &Text, std::string_view Front) {
    if (!Text.starts_with(Front))
      return false;
    Text.remove_prefix(Front.size());
    return true;
  }

  constexpr void describe(std::string_view Text) {
    Found.piece(Text, /*IsAlwaysKept=*/false);
    while (!Text.empty() && isSpace(Text.front()))
      Text.remove_prefix(1);
    if (consume(Text, "enum "))
      return nameAll(Text);
    if (consume(Text, "struct ") || consume(Text, "union "))
      return Found.name(firstWord(Text), /*IsBeginning=*/false);
    if (consume(Text, "using ::"))
      return Found.name(firstWord(Text), /*IsBeginning=*/false);
    if (consume(Text, "typedef ")) {
      while (!Text.empty() && (Text.back() == ' ' || Text.back() == ';' || Text.back() == '\n'))
        Text.remove_suffix(1);
      size_t Space = Text.rfind(' ');
      return Found.name(Space == std::string_view::npos ? "" : Text.substr(Space + 1),
                        /*IsBeginning=*/false);
    }
    size_t Parenthesis = Text.find('(');
    if (Parenthesis == std::string_view::npos)
      return nameDeclared(firstWord(Text), "");
    nameDeclared(lastWord(Text.substr(0, Parenthesis)), Text.substr(Parenthesis));
  }

  /// \p Name stands before the parenthesis that \p Behind begins with, if there is one.
  constexpr void nameDeclared(std::string_view Name, std::string_view Behind) {
    bool IsMacro = Name.starts_with(MacroStart);
    Found.name(IsMacro ? firstWord(Behind) : Name, IsMacro);
  }

  constexpr void nameAll(std::string_view Text) {
    while (!Text.empty()) {
      std::string_view Word = firstWord(Text);
      if (Word.empty())
        return;
      if (Word.front() < '0' || Word.front() > '9')
        Found.name(Word, /*IsBeginning=*/false);
      Text.remove_prefix(size_t(Word.data() - Text.data()) + Word.size());
    }
  }

  std::string_view Rest;
  Client &Found;
};

/// Collects the pieces of several headers, in arrays or vectors that have room for them.
template <class PieceArray, class NameArray> struct PieceCollector {
  PieceArray &Pieces;
  NameArray &Names;
  size_t PieceCount = 0, NameCount = 0;
  unsigned Header = 0;

  constexpr void piece(std::string_view Text, bool IsAlwaysKept) {
    Pieces[PieceCount++] = {Header, Text, IsAlwaysKept};
  }
  constexpr void name(std::string_view Name, bool IsBeginning) {
    Names[NameCount++] = {Name, unsigned(PieceCount - 1), IsBeginning};
  }
};

struct PieceCounter {
  size_t Pieces = 0, Names = 0;

  constexpr void piece(std::string_view, bool) { ++Pieces; }
  constexpr void name(std::string_view, bool) { ++Names; }
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_FRONTEND_HEADERPIECES_H
