//===- SummaryTable.cpp - All accesses of a kernel in a table -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SummaryTable.h"
#include "KernelTotals.h"
#include "TextTable.h"

#include "cuda-memlint/Analysis/Layout/LocalArrays.h"
#include "cuda-memlint/Checks/CompiledCosts.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <optional>
#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

constexpr TextColumn SummaryColumns[] = {{"line", false},
                                         {"access", true, true},
                                         {"space", true},
                                         dispensableColumn("kind", true, 1),
                                         dispensableColumn("B", false, 2),
                                         dispensableColumn("requests", false, 4),
                                         {"cost", false},
                                         {"ideal", false},
                                         {"ratio", false},
                                         dispensableColumn("worst", false, 3),
                                         {"known", true}};
using Row = std::vector<std::string>;

struct Line {
  const Access *Site;
  /// As compiled; nothing where that makes no request of its own.
  std::optional<AccessCost> Cost;
  unsigned Bytes;
  bool IsPartOfOther;
  /// Compilers may make fewer requests.
  bool IsMost;

  bool known() const { return Cost && Cost->Known != Knowledge::Unknown; }
};

} // namespace

static bool isExecuted(const AccessCost &Cost) {
  return Cost.Known != Knowledge::Unknown && !Cost.NeverExecuted;
}

double ratioOf(const AccessCost &Cost) {
  if (!isExecuted(Cost))
    return 0;
  if (Cost.Totals)
    return Cost.Totals->Ideal ? double(Cost.Totals->Cost) / double(Cost.Totals->Ideal) : 0;
  return Cost.MeanIdeal > 0 ? Cost.MeanCost / Cost.MeanIdeal : 0;
}

double excessOf(const AccessCost &Cost) {
  if (!isExecuted(Cost))
    return 0;
  if (Cost.Totals)
    return double(Cost.Totals->Cost) - double(Cost.Totals->Ideal);
  return Cost.MeanCost - Cost.MeanIdeal;
}

static Row summaryCells(const Line &Item) {
  const Access &Site = *Item.Site;
  Row Cells(std::size(SummaryColumns));
  Cells[0] = utostr(Site.Position.Line);
  Cells[1] = shortSourceText(Site.Text);
  Cells[2] = spaceName(Site.Space).str();
  Cells[3] = kindName(Site.Kind).str();
  Cells[4] = utostr(Item.Bytes);
  for (size_t Index = 5; Index < 10; ++Index)
    Cells[Index] = "-";
  if (!Item.Cost) {
    Cells[10] = Item.IsPartOfOther ? "merged" : "left out";
    return Cells;
  }
  const AccessCost &Cost = *Item.Cost;
  bool IsMost = Item.IsMost && Cost.Totals && Cost.Known == Knowledge::Proved;
  Cells[10] = (IsMost ? "at most" : knowledgeName(Cost.Known)).str();
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
  Cells[8] = formatRatio(ratioOf(Cost));
  Cells[9] = utostr(Cost.Worst.Cost) + "/" + utostr(Cost.Worst.Ideal);
  return Cells;
}

void printSummaryTable(raw_ostream &Stream, const FileAnalysis &File, const KernelAnalysis &Kernel,
                       const KernelCode *Code) {
  if (Kernel.Program.Accesses.empty())
    return;
  std::vector<bool> InRegisters = findAccessesInRegisters(Kernel.Program);
  CompiledCosts Costs(File, Kernel);
  auto Order = [](const Line &Item) {
    return std::make_tuple(!Item.Cost, !Item.known(), Item.Cost ? -ratioOf(*Item.Cost) : 0,
                           Item.Cost ? -excessOf(*Item.Cost) : 0, Item.Site->Id);
  };
  for (auto [Index, Launch] : enumerate(Kernel.Launches)) {
    std::vector<Line> Lines;
    for (const Access &Site : Kernel.Program.Accesses) {
      if (InRegisters[Site.Id])
        continue;
      const AccessCost &InSource = Kernel.Verdicts[Site.Id][Index].Cost;
      std::optional<AccessCost> Compiled =
          InSource.NeverExecuted ? InSource : Costs.costOf(Site, unsigned(Index));
      Lines.push_back({&Site, std::move(Compiled), Costs.bytesOf(Site), Costs.isPartOfOther(Site),
                       Costs.isMost(Site, unsigned(Index))});
    }
    llvm::sort(Lines,
               [&](const Line &Left, const Line &Right) { return Order(Left) < Order(Right); });
    printIndented(Stream, printableText(describeLaunch(Kernel, unsigned(Index))), 0);
    std::vector<Row> Table;
    for (const Line &Item : Lines)
      Table.push_back(summaryCells(Item));
    printTextTable(Stream, SummaryColumns, Table);
    printKernelTotals(Stream, Costs, File, Kernel, unsigned(Index), Code);
    Stream << '\n';
  }
}

} // namespace memlint
