//===- TextTable.cpp - Columns of text ------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextTable.h"

#include "cuda-memlint/Report/SourceText.h"
#include "cuda-memlint/Support/BrokenLines.h"
#include "cuda-memlint/Support/TerminalColumns.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"

#include <algorithm>
#include <unistd.h>

using namespace llvm;

namespace memlint {

std::string shortSourceText(StringRef Text) {
  std::string Result;
  bool Space = false;
  for (char Character : Text) {
    if (isSpace(Character)) {
      Space = true;
      continue;
    }
    if (Space && !Result.empty())
      Result += ' ';
    Space = false;
    Result += Character;
  }
  Result = printableText(Result);
  constexpr size_t Longest = 32;
  if (Result.size() <= Longest)
    return Result;
  size_t End = Longest - 3;
  while (End > 0 && (static_cast<unsigned char>(Result[End]) & 0xc0) == 0x80)
    --End;
  return Result.substr(0, End) + "...";
}

static size_t widthOf(StringRef Cell) {
  return size_t(std::max(0, sys::unicode::columnWidthUTF8(Cell)));
}

unsigned terminalColumns(const raw_ostream &Stream) {
  return Stream.is_displayed() ? terminalColumns(STDOUT_FILENO) : 0;
}

/// Whether \p Byte goes on with a letter of UTF-8.
static bool continuesLetter(char Byte) { return (static_cast<unsigned char>(Byte) & 0xc0) == 0x80; }

/// \p Cell with dots in the place of its middle, where it has more than \p Width columns.
static std::string shortenInMiddle(StringRef Cell, size_t Width) {
  constexpr StringLiteral Dots = "...";
  if (widthOf(Cell) <= Width)
    return Cell.str();
  size_t Front = 0, Back = Cell.size();
  auto Next = [&] {
    size_t End = Front + 1;
    while (End < Back && continuesLetter(Cell[End]))
      ++End;
    return End;
  };
  auto Previous = [&] {
    size_t Begin = Back - 1;
    while (Begin > Front && continuesLetter(Cell[Begin]))
      --Begin;
    return Begin;
  };
  auto Fits = [&](size_t First, size_t Last) {
    return widthOf(Cell.take_front(First)) + Dots.size() + widthOf(Cell.drop_front(Last)) <= Width;
  };
  // The front first: names differ there more often.
  for (bool Grows = true; Grows;) {
    Grows = false;
    if (size_t Longer = Next(); Fits(Longer, Back))
      Front = Longer, Grows = true;
    if (size_t Longer = Previous(); Fits(Front, Longer))
      Back = Longer, Grows = true;
  }
  return (Cell.take_front(Front) + Dots + Cell.drop_front(Back)).str();
}

/// Before each column.
static constexpr size_t Gap = 2;

/// To which columns are shortened at most.
static constexpr size_t Narrowest = 12;

/// So many columns of what may be shortened are worth more than a dispensable column.
static constexpr size_t Readable = 20;

/// The narrowest column that goes on in further lines.
static constexpr size_t NarrowestLines = 36;

/// Of the last column, with what the others leave of \p Available columns.
static size_t brokenWidth(ArrayRef<size_t> Widths, size_t Available) {
  size_t Others = Gap;
  for (size_t Width : Widths.drop_back())
    Others += Width + Gap;
  size_t Left = Available > Others ? Available - Others : 0;
  return std::min(Widths.back(), std::max(Left, NarrowestLines));
}

/// Narrows the widest of the columns that may be until a row has \p Available columns. Where it has
/// more even so, and is broken by the terminal in any case, nothing is.
static void fitWidths(ArrayRef<TextColumn> Columns, std::vector<size_t> &Widths, size_t Available) {
  size_t Total = 0;
  for (size_t Width : Widths)
    Total += Width + Gap;
  std::vector<size_t> Fitted = Widths;
  for (; Total > Available; --Total) {
    size_t *Widest = nullptr;
    for (auto [Column, Width] : zip_equal(Columns, Fitted))
      if (Column.MayBeShortened && Width > Narrowest && (!Widest || Width > *Widest))
        Widest = &Width;
    if (!Widest)
      return;
    --*Widest;
  }
  Widths = std::move(Fitted);
}

static std::vector<size_t> widestCells(ArrayRef<TextColumn> Columns,
                                       ArrayRef<std::vector<std::string>> Rows) {
  std::vector<size_t> Widths;
  for (auto [Index, Column] : enumerate(Columns)) {
    size_t Width = widthOf(Column.Heading);
    for (const std::vector<std::string> &Cells : Rows)
      Width = std::max(Width, widthOf(Cells[Index]));
    Widths.push_back(Width);
  }
  return Widths;
}

/// The columns, by index, that are left of a table with \p Available columns.
static SmallVector<size_t> columnsThatFit(ArrayRef<TextColumn> Columns, ArrayRef<size_t> Widths,
                                          size_t Available) {
  SmallVector<size_t> Left = to_vector(seq(Columns.size()));
  auto LeastWidth = [&](size_t Index) {
    const TextColumn &Column = Columns[Index];
    size_t Least = Column.MayBeShortened ? Readable
                   : Column.MayBeBroken  ? NarrowestLines
                                         : ~size_t(0);
    return std::min(Widths[Index], Least) + Gap;
  };
  for (;;) {
    size_t Total = 0;
    for (size_t Index : Left)
      Total += LeastWidth(Index);
    auto Least = std::max_element(Left.begin(), Left.end(), [&](size_t One, size_t Other) {
      return Columns[One].Dispensable < Columns[Other].Dispensable;
    });
    if (Total <= Available || Least == Left.end() || Columns[*Least].Dispensable == 0)
      return Left;
    Left.erase(Least);
  }
}

template <typename T> static std::vector<T> chosen(ArrayRef<T> All, ArrayRef<size_t> Indices) {
  std::vector<T> Result;
  for (size_t Index : Indices)
    Result.push_back(All[Index]);
  return Result;
}

static void printFittedTable(raw_ostream &Stream, ArrayRef<TextColumn> Columns,
                             ArrayRef<std::vector<std::string>> Rows, size_t Available) {
  std::vector<size_t> Widths = widestCells(Columns, Rows);
  if (Available != 0) {
    if (Columns.back().MayBeBroken)
      Widths.back() = brokenWidth(Widths, Available);
    fitWidths(Columns, Widths, Available);
  }
  auto PrintRow = [&](function_ref<StringRef(size_t)> CellAt) {
    std::string Text;
    std::vector<std::string> More;
    size_t Indent = 0;
    for (auto [Index, Column] : enumerate(Columns)) {
      if (Column.MayBeBroken) {
        More = brokenLines(CellAt(Index), Widths[Index]);
        Indent = widthOf(Text) + Gap;
        Text += std::string(Gap, ' ') + More.front();
        continue;
      }
      std::string Cell = shortenInMiddle(CellAt(Index), Widths[Index]);
      std::string Filler(Widths[Index] - widthOf(Cell), ' ');
      Text += std::string(Gap, ' ');
      Text += Column.FlushLeft ? Cell + Filler : Filler + Cell;
    }
    Stream << StringRef(Text).rtrim() << '\n';
    for (StringRef Line : drop_begin(More, More.empty() ? 0 : 1))
      Stream.indent(unsigned(Indent)) << Line << '\n';
  };
  PrintRow([&](size_t Index) { return StringRef(Columns[Index].Heading); });
  for (const std::vector<std::string> &Cells : Rows)
    PrintRow([&](size_t Index) { return StringRef(Cells[Index]); });
}

void printTextTable(raw_ostream &Stream, ArrayRef<TextColumn> Columns,
                    ArrayRef<std::vector<std::string>> Rows) {
  size_t Available = terminalColumns(Stream);
  SmallVector<size_t> Left = columnsThatFit(Columns, widestCells(Columns, Rows), Available);
  if (Available == 0 || Left.size() == Columns.size())
    return printFittedTable(Stream, Columns, Rows, Available);
  std::vector<std::vector<std::string>> RowsLeft;
  for (ArrayRef<std::string> Cells : Rows)
    RowsLeft.push_back(chosen(Cells, Left));
  printFittedTable(Stream, chosen(Columns, Left), RowsLeft, Available);
  SmallVector<StringRef> Omitted;
  for (auto [Index, Column] : enumerate(Columns))
    if (!is_contained(Left, Index) && !is_contained(Omitted, Column.Heading))
      Omitted.push_back(Column.Heading);
  printIndented(Stream, "columns that need a wider terminal: " + join(Omitted, ", "), Gap);
}

void printIndented(raw_ostream &Stream, StringRef Text, unsigned Indent) {
  size_t Available = terminalColumns(Stream);
  size_t Width =
      Available == 0 ? Text.size() : std::max(Available, Indent + NarrowestLines) - Indent;
  for (StringRef Line : brokenLines(Text, Width))
    Stream.indent(Indent) << Line << '\n';
}

} // namespace memlint
