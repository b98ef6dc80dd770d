//===- NolintComments.cpp - Comments that silence findings ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Suppression/NolintComments.h"

#include "cuda-memlint/Support/NearestName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace memlint {

namespace {

enum class WordKind : uint8_t { ThisLine, NextLine, Begin, End };

} // namespace

static constexpr StringLiteral Stem = "NOLINT";

/// One of the words, with what stands in parentheses behind it, trimmed.
struct NolintWord {
  WordKind Kind;
  size_t Offset;
  std::optional<std::string> Checks;

  std::vector<std::string> globs() const {
    if (!Checks)
      return {"*"};
    std::vector<std::string> Result;
    for (StringRef Part : split(*Checks, ','))
      if (Part = Part.trim(); !Part.starts_with("-"))
        Result.push_back(Part.str());
    return Result;
  }
};

/// Adds to \p Others where words stand that begin alike.
static std::vector<NolintWord> findWords(StringRef Text, std::vector<size_t> &Others) {
  std::vector<NolintWord> Result;
  for (size_t At = Text.find(Stem); At != StringRef::npos;) {
    StringRef Word = Text.drop_front(At).take_while(isAlpha);
    size_t After = At + Word.size();
    auto Kind = StringSwitch<std::optional<WordKind>>(Word)
                    .Case("NOLINT", WordKind::ThisLine)
                    .Case("NOLINTNEXTLINE", WordKind::NextLine)
                    .Case("NOLINTBEGIN", WordKind::Begin)
                    .Case("NOLINTEND", WordKind::End)
                    .Default(std::nullopt);
    if (Kind) {
      NolintWord &Found = Result.emplace_back(NolintWord{*Kind, At, std::nullopt});
      StringRef Behind = Text.drop_front(After);
      if (Behind.consume_front("("))
        if (size_t End = Behind.find_first_of("\n)");
            End != StringRef::npos && Behind[End] == ')') {
          Found.Checks = Behind.take_front(End).trim().str();
          After += End;
        }
    } else {
      Others.push_back(At);
    }
    At = Text.find(Stem, After);
  }
  return Result;
}

bool matchesGlob(StringRef Glob, StringRef Name) {
  auto [First, Rest] = Glob.split('*');
  if (!Name.consume_front(First))
    return false;
  if (First.size() == Glob.size())
    return Name.empty();
  // What stands between two stars may be taken where it is met first.
  while (Rest.contains('*')) {
    std::tie(First, Rest) = Rest.split('*');
    size_t At = Name.find(First);
    if (At == StringRef::npos)
      return false;
    Name = Name.drop_front(At + First.size());
  }
  return Name.ends_with(Rest);
}

static bool matchesAny(ArrayRef<std::string> Globs, StringRef Name) {
  return any_of(Globs, [&](StringRef Glob) { return matchesGlob(Glob, Name); });
}

/// A word that stands where one of ours may have been meant.
struct NolintSlip {
  size_t Offset;
  std::string Meant;
};

/// Of the words at \p Offsets, which begin as ours do, those that end almost as they do.
static std::vector<NolintSlip> findWrongEndings(StringRef Text, ArrayRef<size_t> Offsets) {
  static constexpr StringRef Endings[] = {"NEXTLINE", "BEGIN", "END"};
  std::vector<NolintSlip> Result;
  for (size_t At : Offsets) {
    StringRef Word = Text.drop_front(At).take_while(isAlpha);
    StringRef Ending = Word.drop_front(Stem.size());
    if (StringRef Meant = nameBySlip(Ending, Endings); !Meant.empty() && all_of(Word, isUpper))
      Result.push_back({At, (Stem + Meant).str()});
    else if (Ending == Stem.take_back())
      Result.push_back({At, Stem.str()});
  }
  return Result;
}

/// The first words of comments that are but a slip away from ours, or have their letters.
static std::vector<NolintSlip> findWrongStems(StringRef Text) {
  static constexpr StringRef Names[] = {"NOLINT", "NOLINTNEXTLINE", "NOLINTBEGIN", "NOLINTEND"};
  std::vector<NolintSlip> Result;
  for (size_t At = Text.find('/'); At != StringRef::npos; At = Text.find('/', At)) {
    ++At;
    StringRef Comment = Text.drop_front(At);
    if (!Comment.consume_front("/") && !Comment.consume_front("*"))
      continue;
    Comment = Comment.ltrim(" \t");
    StringRef Word = Comment.take_while(isAlpha);
    if (Word.starts_with(Stem) || Word.size() + 1 < Stem.size() ||
        !Word.starts_with_insensitive("n"))
      continue;
    StringRef Meant = nameBySlip(StringRef(Word.upper()), Names);
    if (!Meant.empty() && (all_of(Word, isUpper) || Word.equals_insensitive(Meant)))
      Result.push_back({size_t(Comment.begin() - Text.begin()), Meant.str()});
  }
  return Result;
}

NolintComments::NolintComments(StringRef Text) {
  std::vector<size_t> Others;
  std::vector<NolintWord> Words = findWords(Text, Others);
  std::vector<NolintSlip> Slips = findWrongEndings(Text, Others);
  append_range(Slips, findWrongStems(Text));
  if (Words.empty() && Slips.empty())
    return;
  llvm::sort(Slips, [](const NolintSlip &Left, const NolintSlip &Right) {
    return Left.Offset < Right.Offset;
  });
  Lines = LineTable(Text);
  for (const NolintWord &Word : Words)
    if (Word.Kind == WordKind::ThisLine || Word.Kind == WordKind::NextLine)
      append_range(ByLine[Lines.positionOf(Word.Offset).first + (Word.Kind == WordKind::NextLine)],
                   Word.globs());
  matchBlocks(Words);
  collectNames(Words);
  collectMisspellings(Text, Slips);
}

void NolintComments::collectMisspellings(StringRef Text, ArrayRef<NolintSlip> Slips) {
  for (const NolintSlip &Slip : Slips) {
    StringRef Word = Text.drop_front(Slip.Offset).take_while(isAlpha);
    if (any_of(Misspellings, [&](const Misspelling &Known) { return Known.Word.Name == Word; }))
      continue;
    auto [Line, Column] = Lines.positionOf(Slip.Offset);
    Misspellings.push_back({{Word.str(), Line, Column}, Slip.Meant});
  }
}

void NolintComments::collectNames(ArrayRef<NolintWord> Words) {
  for (const NolintWord &Word : Words)
    for (std::string &Name : Word.globs()) {
      if (!Word.Checks ||
          any_of(Names, [&](const NolintName &Known) { return Known.Name == Name; }))
        continue;
      auto [Line, Column] = Lines.positionOf(Word.Offset);
      Names.push_back({std::move(Name), Line, Column});
    }
}

void NolintComments::matchBlocks(ArrayRef<NolintWord> Words) {
  std::vector<const NolintWord *> Open, Alone;
  for (const NolintWord &Word : Words) {
    if (Word.Kind == WordKind::Begin) {
      Open.push_back(&Word);
    } else if (Word.Kind == WordKind::End) {
      if (!Open.empty() && Open.back()->Checks == Word.Checks) {
        Blocks.push_back({Open.back()->Offset, Word.Offset, Word.globs()});
        Open.pop_back();
      } else {
        Alone.push_back(&Word);
      }
    }
  }
  append_range(Alone, Open);
  llvm::sort(Alone, [](const NolintWord *Left, const NolintWord *Right) {
    return Left->Offset < Right->Offset;
  });
  for (const NolintWord *Word : Alone) {
    auto [Line, Column] = Lines.positionOf(Word->Offset);
    Unmatched.push_back({Word->Kind == WordKind::Begin, Line, Column});
  }
}

bool NolintComments::suppress(StringRef Check, unsigned Line, unsigned Column) const {
  std::optional<size_t> LineStart = Lines.offsetOf(Line, 1);
  if (!LineStart)
    return false;
  if (auto Found = ByLine.find(Line); Found != ByLine.end() && matchesAny(Found->second, Check))
    return true;
  size_t Offset = *LineStart + std::max(Column, 1u) - 1;
  return any_of(Blocks, [&](const Block &Each) {
    return Each.Begin < Offset && Offset < Each.End && matchesAny(Each.Checks, Check);
  });
}

} // namespace memlint
