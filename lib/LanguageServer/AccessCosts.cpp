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

static bool hasLaunch(const ReportKernel &Kernel, StringRef Key) {
  return any_of(Kernel.Accesses, [&](const ReportAccess &Site) {
    return any_of(Site.Launches, [&](const ReportLaunch &Each) { return Each.Key == Key; });
  });
}

bool isChosen(const ReportedText &Of, const ReportKernel &Kernel, const ReportLaunch &Launch) {
  if (Of.ChosenLaunches.empty())
    return true;
  auto Chosen = Of.ChosenLaunches.find(Kernel.Name);
  if (Chosen != Of.ChosenLaunches.end() && Chosen->second == Launch.Key)
    return true;
  // The launch that was chosen, perhaps of another instantiation, may have changed or gone since,
  // and this instantiation may have come since.
  return none_of(Of.Report.Kernels, [&](const ReportKernel &Other) {
    auto OfOther = Of.ChosenLaunches.find(Other.Name);
    return Other.At.Path == Kernel.At.Path && Other.At.Line == Kernel.At.Line &&
           OfOther != Of.ChosenLaunches.end() && hasLaunch(Other, OfOther->second);
  });
}

std::optional<double> worstFactor(const ReportedText &Of, const ReportKernel &Kernel,
                                  const ReportAccess &Site) {
  std::optional<double> Worst;
  for (const ReportLaunch &Launch : Site.Launches)
    if (isChosen(Of, Kernel, Launch) && Launch.MeanPerRequest && Launch.IdealPerRequest &&
        *Launch.IdealPerRequest > 0)
      Worst = std::max(Worst.value_or(0), *Launch.MeanPerRequest / *Launch.IdealPerRequest);
  return Worst;
}

std::vector<InlayHint> inlayHintsOf(const ReportedText &Of, const Range &Where, size_t Most) {
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
  if (Factors.size() > Most)
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

StringRef unitsOf(const ReportAccess &Site) {
  bool IsAmd = !Site.Launches.empty() && !Site.Launches.front().Target.empty() &&
               !StringRef(Site.Launches.front().Target).starts_with("sm_");
  if (Site.Space == "global")
    return IsAmd ? "cache lines" : "sectors";
  if (Site.Space == "shared")
    return IsAmd ? "bank cycles" : "wavefronts";
  return "addresses";
}

namespace {

/// What stands around parts of a hover.
struct Markup {
  StringRef Bold, Code, BlockBegin, BlockEnd;
};

} // namespace

static constexpr Markup Markdown = {"**", "`", "```text\n", "```\n\n"};
static constexpr Markup PlainText = {"", "", "", "\n"};

/// One line for each launch: what the access costs there.
static std::string costsOf(const ReportedText &Of, const ReportKernel &Kernel,
                           const ReportAccess &Site, const Markup &Marks) {
  std::string Result;
  StringRef Unit = unitsOf(Site);
  for (const ReportLaunch &Launch : Site.Launches) {
    if (!isChosen(Of, Kernel, Launch))
      continue;
    Result += ("- " + Marks.Code + Kernel.Name + Launch.Text + Marks.Code).str() +
              Launch.Arguments + (Launch.Line ? " at line " + utostr(Launch.Line) : "") + ": ";
    Result += Launch.MeanPerRequest
                  ? formatv("{0:F1} {1} per request, {2:F1} needed ({3})\n", *Launch.MeanPerRequest,
                            Unit, *Launch.IdealPerRequest, Launch.Known)
                        .str()
                  : "unknown\n";
  }
  return Result;
}

namespace {

/// Accesses of one place that read alike: those of instantiations, or inlined at several calls.
struct ExplainedAccess {
  std::string Costs;
  /// That which costs most, and its kernel.
  const ReportAccess *Site = nullptr;
  std::string Kernel;
  std::optional<double> Factor;
  unsigned Number = 0;
};

/// Those at one position, by what they are.
struct ExplainedAccesses {
  std::optional<Range> Shown;
  std::map<std::string, ExplainedAccess> ByTitle;
};

} // namespace

static ExplainedAccesses accessesAt(const ReportedText &Of, const Position &At,
                                    const Markup &Marks) {
  TextPositions Positions(Of.Text);
  ExplainedAccesses Result;
  for (const ReportKernel &Kernel : Of.Report.Kernels)
    for (const ReportAccess &Site : Kernel.Accesses) {
      Range Where = Positions.range(Site.At, Site.Text);
      if (Site.At.Path != Of.Path || At < Where.start || Where.end < At)
        continue;
      if (!Result.Shown)
        Result.Shown = Where;
      ExplainedAccess &All = Result.ByTitle[formatv("{3}{0}{3} of {1} B per lane, {2} memory",
                                                    Site.Kind, Site.Bytes, Site.Space, Marks.Bold)
                                                .str()];
      std::string Costs = costsOf(Of, Kernel, Site, Marks);
      if (!StringRef(All.Costs).contains(Costs))
        All.Costs += Costs;
      std::optional<double> Factor = worstFactor(Of, Kernel, Site);
      if (All.Number++ != 0 && (!Factor || (All.Factor && *All.Factor >= *Factor)))
        continue;
      All.Site = &Site;
      All.Kernel = Kernel.Name;
      All.Factor = Factor;
    }
  return Result;
}

json::Array picturesOf(const ReportedText &Of, const Position &At) {
  json::Array Result;
  for (const auto &[Title, All] : accessesAt(Of, At, PlainText).ByTitle)
    if (const json::Object *Picture = All.Site->Picture.getAsObject()) {
      json::Object Titled = *Picture;
      Titled["title"] = Title;
      Result.push_back(std::move(Titled));
    }
  return Result;
}

std::optional<Hover> hoverOf(const ReportedText &Of, const Position &At,
                             mlir::lsp::MarkupKind Format) {
  const Markup &Marks = Format == mlir::lsp::MarkupKind::Markdown ? Markdown : PlainText;
  ExplainedAccesses Found = accessesAt(Of, At, Marks);
  if (!Found.Shown)
    return std::nullopt;
  Hover Result(*Found.Shown);
  Result.contents.kind = Format;
  for (const auto &[Title, All] : Found.ByTitle) {
    Result.contents.value += formatv("{0}\n\n{1}\n", Title, All.Costs).str();
    if (All.Site->Explanation.empty())
      continue;
    if (All.Number > 1)
      Result.contents.value +=
          formatv("The most expensive, in {1}{0}{1}:\n\n", All.Kernel, Marks.Code).str();
    Result.contents.value += (Marks.BlockBegin + All.Site->Explanation + Marks.BlockEnd).str();
  }
  if (Of.IsOfEarlierText)
    Result.contents.value += "The text has errors since: this is what it cost before.\n";
  return Result;
}

} // namespace memlint::lsp
