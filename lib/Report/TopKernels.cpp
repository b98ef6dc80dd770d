//===- TopKernels.cpp - The kernels that cost most ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelTotals.h"
#include "SummaryTable.h"
#include "TextTable.h"

#include "cuda-memlint/Checks/LaunchTraffic.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>
#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

constexpr TextColumn TopColumns[] = {{"excess B", false},   {"sectors", false}, {"excess", false},
                                     {"wavefronts", false}, {"excess", false},  {"kernel", true},
                                     {"worst access", true}};

/// A kernel in the launch in which it loses most.
struct RankedKernel {
  const KernelAnalysis *Kernel = nullptr;
  LaunchTraffic Traffic;
  uint64_t Excess = 0;
  const Access *Worst = nullptr;
  /// Of the worst access: cost to ideal.
  double Ratio = 0;
};

/// Bytes that an access loses: of a launch where its totals are known, else of a request, which
/// comes after those.
std::pair<bool, double> lossOf(const Access &Site, const AccessCost &Cost) {
  return {Cost.Totals.has_value(), double(unitBytes(Site.Space)) * excessOf(Cost)};
}

RankedKernel rank(const KernelAnalysis &Kernel, unsigned Launch) {
  RankedKernel Ranked{&Kernel, trafficOf(Kernel, Launch)};
  Ranked.Excess = excessBytes(Ranked.Traffic);
  std::pair Most(false, 0.0);
  for (const Access &Site : Kernel.Program.Accesses) {
    const AccessCost &Cost = Kernel.Verdicts[Site.Id][Launch].Cost;
    std::pair<bool, double> Loss = lossOf(Site, Cost);
    if (Loss.second <= 0 || Loss <= Most)
      continue;
    Most = Loss;
    Ranked.Worst = &Site;
    Ranked.Ratio = ratioOf(Cost);
  }
  return Ranked;
}

bool isWorse(const RankedKernel &Left, const RankedKernel &Right) {
  return std::pair(Left.Excess, Left.Ratio) > std::pair(Right.Excess, Right.Ratio);
}

/// Those that lose as much in order of the source.
bool comesFirst(const RankedKernel &Left, const RankedKernel &Right) {
  if (isWorse(Left, Right) || isWorse(Right, Left))
    return isWorse(Left, Right);
  auto Place = [](const RankedKernel &Each) {
    const KernelProgram &Program = Each.Kernel->Program;
    return std::tie(Program.Position.Path, Program.Position.Line, Program.Name);
  };
  return Place(Left) < Place(Right);
}

/// "65,536", of several accesses "65,536+" where some totals are not known.
std::string cost(const LaunchTraffic &Traffic, MemorySpace Space, uint64_t SpaceTraffic::*Sum) {
  auto Found = Traffic.find(Space);
  if (Found == Traffic.end())
    return "-";
  const SpaceTraffic &Own = Found->second;
  if (Own.Requests == 0 && !Own.isWhole())
    return "?";
  return formatCount(Own.*Sum) + (Own.isWhole() ? "" : "+");
}

std::vector<std::string> cells(const RankedKernel &Ranked) {
  auto Of = [&](MemorySpace Space, uint64_t SpaceTraffic::*Sum) {
    return cost(Ranked.Traffic, Space, Sum);
  };
  const Access &Worst = *Ranked.Worst;
  return {Ranked.Excess ? formatCount(Ranked.Excess) : "?",
          Of(MemorySpace::Global, &SpaceTraffic::Cost),
          Of(MemorySpace::Global, &SpaceTraffic::Excess),
          Of(MemorySpace::Shared, &SpaceTraffic::Cost),
          Of(MemorySpace::Shared, &SpaceTraffic::Excess),
          printableText(Ranked.Kernel->Program.Name),
          Worst.Position.Path + ":" + utostr(Worst.Position.Line) + " " +
              shortSourceText(Worst.Text) + " " + formatRatio(Ranked.Ratio)};
}

} // namespace

void printTopKernels(raw_ostream &Stream, ArrayRef<FileAnalysis> Files, unsigned Most) {
  std::vector<RankedKernel> Ranking;
  // A kernel of a header is one, whoever includes it.
  std::set<std::tuple<std::string, unsigned, std::string>> Seen;
  for (const FileAnalysis &File : Files)
    for (const KernelAnalysis &Kernel : File.Kernels) {
      std::optional<RankedKernel> Worst;
      for (unsigned Launch = 0; Launch != Kernel.Launches.size(); ++Launch)
        if (RankedKernel Own = rank(Kernel, Launch); !Worst || isWorse(Own, *Worst))
          Worst = std::move(Own);
      const SourcePosition &At = Kernel.Program.Position;
      if (Worst && Worst->Worst && Seen.insert({At.Path, At.Line, Kernel.Program.Name}).second)
        Ranking.push_back(std::move(*Worst));
    }
  llvm::sort(Ranking, comesFirst);
  std::vector<std::vector<std::string>> Rows;
  for (const RankedKernel &Each : ArrayRef(Ranking).take_front(Most))
    Rows.push_back(cells(Each));
  if (Rows.empty())
    return;
  printTextTable(Stream, TopColumns, Rows);
  if (Ranking.size() > Most)
    Stream << formatNumberOf(Ranking.size() - Most, "more kernel") << " with an excess\n";
  Stream << '\n';
}

} // namespace memlint
