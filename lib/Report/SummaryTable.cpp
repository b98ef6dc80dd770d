//===- SummaryTable.cpp - All accesses of a kernel in a table -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SummaryTable.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Unicode.h"

#include <algorithm>
#include <array>

using namespace llvm;

namespace memlint {

namespace {

constexpr size_t Columns = 11;
using Row = std::array<std::string, Columns>;

constexpr std::array<const char *, Columns> Headings = {
    "line", "access", "space", "kind", "B", "requests", "cost", "ideal", "ratio", "worst", "known"};
/// Text columns are set flush left, numbers flush right.
constexpr std::array<bool, Columns> FlushLeft = {false, true,  true,  true,  false, false,
                                                 false, false, false, false, true};

struct Line {
  const Access *Site;
  const AccessCost *Cost;

  bool known() const { return Cost->Known != Knowledge::Unknown; }
  double ratio() const {
    if (!known() || Cost->NeverExecuted)
      return 0;
    if (Cost->Totals)
      return Cost->Totals->Ideal ? double(Cost->Totals->Cost) / double(Cost->Totals->Ideal) : 0;
    return Cost->MeanIdeal > 0 ? Cost->MeanCost / Cost->MeanIdeal : 0;
  }
  double excess() const {
    if (!known())
      return 0;
    if (Cost->Totals)
      return double(Cost->Totals->Cost) - double(Cost->Totals->Ideal);
    return Cost->MeanCost - Cost->MeanIdeal;
  }
};

} // namespace

/// At most 32 columns of the access as written, on one line.
static std::string shortText(StringRef Text) {
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

static Row cells(const Line &Item) {
  const Access &Site = *Item.Site;
  const AccessCost &Cost = *Item.Cost;
  Row Cells;
  Cells[0] = utostr(Site.Position.Line);
  Cells[1] = shortText(Site.Text);
  Cells[2] = spaceName(Site.Space).str();
  Cells[3] = kindName(Site.Kind).str();
  Cells[4] = utostr(Site.Bytes);
  for (size_t Index = 5; Index < 10; ++Index)
    Cells[Index] = "-";
  Cells[10] = knowledgeName(Cost.Known).str();
  if (!Item.known())
    return Cells;
  if (Cost.NeverExecuted) {
    Cells[5] = Cells[6] = Cells[7] = "0";
    return Cells;
  }
  if (Cost.Totals) {
    Cells[5] = formatCount(Cost.Totals->Requests);
    Cells[6] = formatCount(Cost.Totals->Cost);
    Cells[7] = formatCount(Cost.Totals->Ideal);
  }
  Cells[8] = formatRatio(Item.ratio());
  Cells[9] = utostr(Cost.Worst.Cost) + "/" + utostr(Cost.Worst.Ideal);
  return Cells;
}

static void printTable(raw_ostream &Stream, ArrayRef<Row> Table) {
  std::array<size_t, Columns> Widths = {};
  auto Width = [](StringRef Cell) {
    return size_t(std::max(0, sys::unicode::columnWidthUTF8(Cell)));
  };
  for (const Row &Cells : Table)
    for (size_t Index = 0; Index < Columns; ++Index)
      Widths[Index] = std::max(Widths[Index], Width(Cells[Index]));
  for (const Row &Cells : Table) {
    std::string Text;
    for (size_t Index = 0; Index < Columns; ++Index) {
      std::string Filler(Widths[Index] - Width(Cells[Index]), ' ');
      Text += "  ";
      Text += FlushLeft[Index] ? Cells[Index] + Filler : Filler + Cells[Index];
    }
    Stream << StringRef(Text).rtrim() << '\n';
  }
}

void printSummaryTable(raw_ostream &Stream, const KernelAnalysis &Kernel) {
  if (Kernel.Kernel.Accesses.empty())
    return;
  for (auto [Index, Launch] : enumerate(Kernel.Launches)) {
    std::vector<Line> Lines;
    for (const Access &Site : Kernel.Kernel.Accesses)
      Lines.push_back({&Site, &Kernel.Verdicts[Site.Id][Index].Cost});
    llvm::sort(Lines, [](const Line &Left, const Line &Right) {
      return std::make_tuple(!Left.known(), -Left.ratio(), -Left.excess(), Left.Site->Id) <
             std::make_tuple(!Right.known(), -Right.ratio(), -Right.excess(), Right.Site->Id);
    });
    Stream << printableText(describeLaunch(Kernel.Kernel, Launch)) << '\n';
    std::vector<Row> Table(1);
    copy(Headings, Table.front().begin());
    for (const Line &Item : Lines)
      Table.push_back(cells(Item));
    printTable(Stream, Table);
    Stream << '\n';
  }
}

} // namespace memlint
