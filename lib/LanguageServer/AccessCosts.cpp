//===- AccessCosts.cpp - What accesses and kernels cost, in place ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportFeatures.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using mlir::lsp::Hover;
using mlir::lsp::InlayHint;

namespace memlint::lsp {

static bool isChosen(const ReportedText &Of, const ReportKernel &Kernel,
                     const ReportLaunch &Launch) {
  auto Chosen = Of.ChosenLaunches.find(Kernel.Name);
  return Chosen == Of.ChosenLaunches.end() || Chosen->second == Launch.Text;
}

/// How many times more than needed the access costs, in the launch where that is most; nothing:
/// unknown in all of them.
static std::optional<double> worstFactor(const ReportedText &Of, const ReportKernel &Kernel,
                                         const ReportAccess &Site) {
  std::optional<double> Worst;
  for (const ReportLaunch &Launch : Site.Launches)
    if (isChosen(Of, Kernel, Launch) && Launch.MeanPerRequest && Launch.IdealPerRequest &&
        *Launch.IdealPerRequest > 0)
      Worst = std::max(Worst.value_or(0), *Launch.MeanPerRequest / *Launch.IdealPerRequest);
  return Worst;
}

std::vector<InlayHint> inlayHintsOf(const ReportedText &Of, const Range &Where) {
  TextPositions Positions(Of.Text);
  // One access of the source may be several: of instantiations, or inlined at several calls.
  std::map<Position, double> Factors;
  for (const ReportKernel &Kernel : Of.Report.Kernels)
    for (const ReportAccess &Site : Kernel.Accesses)
      if (std::optional<double> Factor = worstFactor(Of, Kernel, Site);
          Factor && Site.At.Path == Of.Path) {
        double &Worst = Factors[Positions.range(Site.At, Site.Text).end];
        Worst = std::max(Worst, *Factor);
      }
  std::vector<InlayHint> Result;
  if (Factors.size() > MostInlayHints)
    return Result;
  for (const auto &[At, Factor] : Factors) {
    if (At < Where.start || Where.end < At)
      continue;
    InlayHint Hint(mlir::lsp::InlayHintKind::Type, At);
    // As the text prints it: 1.04 is more than needed, too.
    Hint.label = Factor > 1 ? formatv("{0:F1}x", Factor).str() : "\u2713";
    if (Factor > 1 && Hint.label == "1.0x")
      Hint.label = formatv("{0:F2}x", Factor).str();
    Hint.paddingLeft = true;
    Result.push_back(std::move(Hint));
  }
  return Result;
}

std::vector<std::string> launchesOf(const ReportKernel &Kernel) {
  std::vector<std::string> Result;
  for (const ReportAccess &Site : Kernel.Accesses)
    for (const ReportLaunch &Launch : Site.Launches)
      if (!is_contained(Result, Launch.Text))
        Result.push_back(Launch.Text);
  return Result;
}

/// What the cost of \p Site is counted in.
static StringRef unitsOf(const ReportAccess &Site) {
  bool IsAmd = !Site.Launches.empty() && !Site.Launches.front().Target.empty() &&
               !StringRef(Site.Launches.front().Target).starts_with("sm_");
  if (Site.Space == "global")
    return IsAmd ? "cache lines" : "sectors";
  if (Site.Space == "shared")
    return IsAmd ? "bank cycles" : "wavefronts";
  return "addresses";
}

/// `65,536 sectors, 8,192 needed` of all accesses to \p Space together; empty: unknown, or none.
static std::string totalsIn(const ReportedText &Of, const ReportKernel &Kernel, StringRef Space) {
  StringRef Units;
  uint64_t Cost = 0, Ideal = 0;
  for (const ReportAccess &Site : Kernel.Accesses)
    for (const ReportLaunch &Launch : Site.Launches) {
      if (Site.Space != Space || !isChosen(Of, Kernel, Launch))
        continue;
      if (!Launch.Cost || !Launch.Ideal)
        return "";
      Units = unitsOf(Site);
      Cost += *Launch.Cost;
      Ideal += *Launch.Ideal;
    }
  return Cost == 0 ? "" : formatv("{0:N} {1}, {2:N} needed", Cost, Units, Ideal).str();
}

static std::string lensTitle(const ReportedText &Of, const ReportKernel &Kernel) {
  if (!Kernel.Analysed)
    return "not analysed: " + Kernel.Reason;
  std::vector<std::string> Launches = launchesOf(Kernel);
  auto Chosen = Of.ChosenLaunches.find(Kernel.Name);
  SmallVector<std::string, 3> Parts;
  if (Chosen != Of.ChosenLaunches.end())
    Parts.push_back(Chosen->second + " of " + utostr(Launches.size()) + " launches");
  else if (Launches.size() == 1)
    Parts.push_back(Launches.front());
  else
    Parts.push_back(utostr(Launches.size()) + " launches");
  for (StringRef Space : {"global", "shared"})
    if (std::string Totals = totalsIn(Of, Kernel, Space); !Totals.empty())
      Parts.push_back(std::move(Totals));
  return join(Parts, " | ");
}

std::vector<CodeLens> codeLensesOf(const ReportedText &Of, const URIForFile &Uri) {
  TextPositions Positions(Of.Text);
  std::vector<CodeLens> Result;
  for (const ReportKernel &Kernel : Of.Report.Kernels) {
    if (Kernel.At.Path != Of.Path)
      continue;
    CodeLens Lens;
    Lens.At = Positions.range({Of.Path, Kernel.At.Line, 1}, "");
    Lens.Shown.Title = lensTitle(Of, Kernel);
    if (launchesOf(Kernel).size() > 1) {
      Lens.Shown.Name = ChooseLaunchCommand.str();
      Lens.Shown.Arguments = json::Array{Uri.uri(), Kernel.Name};
    }
    Result.push_back(std::move(Lens));
  }
  return Result;
}

/// One line for each launch: what the access costs there.
static std::string costsOf(const ReportedText &Of, const ReportKernel &Kernel,
                           const ReportAccess &Site) {
  std::string Result;
  StringRef Unit = unitsOf(Site);
  for (const ReportLaunch &Launch : Site.Launches) {
    if (!isChosen(Of, Kernel, Launch))
      continue;
    Result += "- `" + Kernel.Name + Launch.Text + "`" +
              (Launch.Line ? " at line " + utostr(Launch.Line) : "") + ": ";
    Result += Launch.MeanPerRequest
                  ? formatv("{0:F1} {1} per request, {2:F1} needed ({3})\n", *Launch.MeanPerRequest,
                            Unit, *Launch.IdealPerRequest, Launch.Known)
                        .str()
                  : "unknown\n";
  }
  return Result;
}

std::optional<Hover> hoverOf(const ReportedText &Of, const Position &At) {
  TextPositions Positions(Of.Text);
  std::optional<Hover> Result;
  for (const ReportKernel &Kernel : Of.Report.Kernels)
    for (const ReportAccess &Site : Kernel.Accesses) {
      Range Where = Positions.range(Site.At, Site.Text);
      if (Site.At.Path != Of.Path || At < Where.start || Where.end < At)
        continue;
      if (!Result)
        Result.emplace(Where);
      Result->contents.value += formatv("**{0}** of {1} B per lane, {2} memory\n\n{3}\n", Site.Kind,
                                        Site.Bytes, Site.Space, costsOf(Of, Kernel, Site))
                                    .str();
      if (!Site.Explanation.empty())
        Result->contents.value += "```text\n" + Site.Explanation + "```\n\n";
    }
  return Result;
}

} // namespace memlint::lsp
