//===- OnDemand.cpp - Only the declarations that a file asks for ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/OnDemand.h"
#include "cuda-memlint/Support/Words.h"

#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {
namespace {

/// The words of the source and of what is kept; `make_int2` mentions `int2`, too.
class MentionedWords {
public:
  void add(ArrayRef<StringRef> Texts) {
    for (StringRef Text : Texts)
      forEachWord(Text, [this](StringRef Word) {
        insert(Word);
        if (Word.consume_front("make_"))
          insert(Word);
      });
    std::sort(InOrder.begin(), InOrder.end());
  }

  bool contains(StringRef Name) const { return Words.contains(CachedHashStringRef(Name)); }

  /// Whether a word begins with \p Name.
  bool containsBeginning(StringRef Name) const {
    auto Found = std::lower_bound(InOrder.begin(), InOrder.end(), Name);
    return Found != InOrder.end() && Found->starts_with(Name);
  }

private:
  void insert(StringRef Word) {
    if (Words.insert(CachedHashStringRef(Word)).second)
      InOrder.push_back(Word);
  }

  DenseSet<CachedHashStringRef> Words;
  std::vector<StringRef> InOrder;
};

/// A declaration that may be left out, or text that may not.
struct Piece {
  StringRef Text;
  /// Empty: always kept.
  SmallVector<StringRef, 1> Names;
  /// Declared by a macro, which may append to the name.
  bool IsMacro = false;
  bool IsKept = false;

  bool isAskedFor(const MentionedWords &Words) const {
    return any_of(Names, [&](StringRef Name) {
      return IsMacro ? Words.containsBeginning(Name) : Words.contains(Name);
    });
  }
};

StringRef firstWord(StringRef Text) {
  return Text.drop_until(isWordCharacter).take_while(isWordCharacter);
}

/// The word that \p Text ends with, if any.
StringRef lastWord(StringRef Text) {
  size_t Start = Text.size();
  while (Start > 0 && isWordCharacter(Text[Start - 1]))
    --Start;
  return Text.drop_front(Start);
}

/// The declaration \p Text, with its names.
Piece describe(StringRef Text) {
  Piece Result;
  Result.Text = Text;
  StringRef Rest = Text.ltrim();
  if (Rest.consume_front("enum ")) {
    forEachWord(Rest, [&Result](StringRef Word) { Result.Names.push_back(Word); });
    return Result;
  }
  if (Rest.consume_front("struct ") || Rest.consume_front("union ")) {
    Result.Names = {firstWord(Rest)};
    return Result;
  }
  if (Rest.consume_front("typedef ")) {
    Result.Names = {Rest.rtrim(" ;\n").rsplit(' ').second};
    return Result;
  }
  size_t Parenthesis = Rest.find('(');
  StringRef Before = Rest.take_front(Parenthesis);
  StringRef Name = lastWord(Before);
  if (Parenthesis == StringRef::npos)
    Name = firstWord(Rest);
  Result.IsMacro = Name.starts_with("__MEMLINT_");
  if (Result.IsMacro)
    Name = firstWord(Rest.drop_front(Parenthesis));
  Result.Names = {Name};
  return Result;
}

/// Takes one declaration from the front of \p Rest.
StringRef takeDeclaration(StringRef &Rest) {
  StringRef Start = Rest;
  bool IsType =
      Rest.starts_with("enum ") || Rest.starts_with("struct ") || Rest.starts_with("union ");
  bool IsEnumerator = Rest.starts_with(" ");
  bool IsMacro = Rest.starts_with("__MEMLINT_") && !Rest.starts_with("__MEMLINT_HD ") &&
                 !Rest.starts_with("__MEMLINT_D ");
  StringRef Line;
  do {
    std::tie(Line, Rest) = Rest.split('\n');
    Line = Line.rtrim();
  } while (!Rest.empty() &&
           !(IsType    ? (Line == "};" || Line.ends_with(" };"))
             : IsMacro ? Line.ends_with(")")
                       : Line.ends_with(";") || (IsEnumerator && Line.ends_with(","))));
  return Start.drop_back(Rest.size());
}

std::vector<Piece> divide(StringRef Header) {
  std::vector<Piece> Pieces;
  constexpr llvm::StringLiteral OnDemand = "// [on demand]\n", Always = "// [always]\n";
  while (!Header.empty()) {
    size_t Start = Header.find(OnDemand);
    Pieces.emplace_back().Text = Header.take_front(Start);
    Header = Start == StringRef::npos ? "" : Header.drop_front(Start + OnDemand.size());
    size_t End = std::min(Header.find(Always), Header.size());
    for (StringRef Section = Header.take_front(End); !Section.empty();) {
      if (Section.starts_with("\n") || Section.starts_with("//")) {
        Section = Section.split('\n').second;
        continue;
      }
      Pieces.push_back(describe(takeDeclaration(Section)));
    }
    Header = Header.drop_front(End);
    Header.consume_front(Always);
  }
  return Pieces;
}

} // namespace

std::vector<std::string> selectDeclarations(ArrayRef<StringRef> Headers, StringRef Source) {
  std::vector<std::vector<Piece>> Divided;
  for (StringRef Header : Headers)
    Divided.push_back(divide(Header));

  MentionedWords Words;
  Words.add(Source);
  // What is kept may mention further types: again, until nothing is added.
  for (bool Changed = true; Changed;) {
    SmallVector<StringRef, 32> Added;
    for (std::vector<Piece> &Pieces : Divided)
      for (Piece &Candidate : Pieces)
        if (!Candidate.IsKept && Candidate.isAskedFor(Words)) {
          Candidate.IsKept = true;
          Added.push_back(Candidate.Text);
        }
    Words.add(Added);
    Changed = !Added.empty();
  }

  std::vector<std::string> Results;
  for (const std::vector<Piece> &Pieces : Divided) {
    std::string &Result = Results.emplace_back();
    for (const Piece &Part : Pieces)
      if (Part.IsKept || Part.Names.empty())
        Result += Part.Text;
  }
  return Results;
}

} // namespace memlint
