//===- HtmlDetails.cpp - What only the page shows -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HtmlDetails.h"

#include "ExpressionTable.h"
#include "MendedAccess.h"
#include "RaceDrawing.h"
#include "RequestJson.h"

#include "cuda-memlint/Analysis/Barriers/RacingPairs.h"
#include "cuda-memlint/Checks/RaceWording.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Report/SourceText.h"
#include "cuda-memlint/Target/BankWidth.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace memlint {

namespace {

class HtmlDetails {
public:
  explicit HtmlDetails(raw_ostream &Stream) : Json(Stream) {}

  void print(ArrayRef<FileAnalysis> Files);

private:
  void printTargets(ArrayRef<FileAnalysis> Files);
  void printKernel(const FileAnalysis &File, const KernelAnalysis &Kernel);
  void printRequest(const TargetModel &Target, const Access &Site, const AccessVerdict &Verdict,
                    ExprContext &Expressions, const KernelAnalysis &Kernel);
  void printCost(const FormulatedCost &Of);
  void printFormula(const RequestFormula &Formula);
  void printFinding(const KernelAnalysis &Kernel, const Finding &Item, MendedAccesses &Mended);
  void printSources(ArrayRef<FileAnalysis> Files);
  void notePosition(const SourcePosition &Position) {
    if (Position.Line != 0)
      Paths.insert(Position.Path);
  }

  JsonWriter Json;
  /// Of the kernel that is being printed.
  ExpressionTable Table;
  /// Sources that something is shown in.
  std::set<std::string> Paths;
};

} // namespace

/// The rules of the devices that \p Files were analysed for, by which costs are computed.
void HtmlDetails::printTargets(ArrayRef<FileAnalysis> Files) {
  std::set<std::string> Names;
  for (const FileAnalysis &File : Files)
    // One without a result, as one that cannot be read, has no device.
    if (!File.Kernels.empty())
      Names.insert(File.Target);
  Json.attributeObject("targets", [&] {
    for (const std::string &Name : Names) {
      const TargetModel &Target = *cantFail(findTarget(Name));
      Json.attributeObject(Name, [&] { printCostRules(Json, Target); });
    }
  });
}

void HtmlDetails::printFormula(const RequestFormula &Formula) {
  Json.attribute("offset", Table.add(Formula.Offset));
  Json.string("form", requestFormName(Formula.Form));
  Json.attributeArray("guards", [&] {
    for (ExprRef Guard : Formula.Guards)
      Json.value(Table.add(Guard));
  });
  Json.objects("variables", Formula.Variables, [&](const RequestFormula::Variable &Each) {
    const LeafInfo &Leaf = Each.Leaf->leaf();
    Json.attribute("node", Table.add(Each.Leaf));
    bool IsBlock = Leaf.Kind == LeafKind::BlockIndex;
    Json.attribute(IsBlock ? "block" : "loop", IsBlock ? Leaf.Dimension : Leaf.Id);
    Json.attribute("low", exactNumber(Each.Range.Low));
    Json.attribute("high", exactNumber(Each.Range.High));
    Json.attribute("counted", Each.IsCounted);
    Json.attribute("worst", exactNumber(Each.AtWorst));
  });
  Json.objects("followed", Formula.Loops, [&](const RequestFormula::FollowedLoop &Each) {
    Json.attribute("variable", Each.Variable);
    Json.attributeArray("exits", [&] {
      for (ExprRef Exit : Each.Exits)
        Json.value(Table.add(Exit));
    });
  });
}

/// The costliest request, and what any other is computed from.
void HtmlDetails::printCost(const FormulatedCost &Of) {
  printCostliestRequest(Json, Of.Cost);
  if (Of.Formula)
    Json.attributeObject("formula", [&] { printFormula(*Of.Formula); });
}

void HtmlDetails::printRequest(const TargetModel &Target, const Access &Site,
                               const AccessVerdict &Verdict, ExprContext &Expressions,
                               const KernelAnalysis &Kernel) {
  Json.object([&] {
    Json.attribute("launch", Verdict.Launch);
    if (Verdict.Cost.Known == Knowledge::Unknown || Verdict.Cost.NeverExecuted ||
        Target.Shape.IsAmd)
      return;
    // As many steps as it took suffice.
    printCost(formulateAccess(Expressions, Kernel.Program, Site, Kernel.Launches[Verdict.Launch],
                              Target, std::max<uint64_t>(Verdict.Cost.Steps, 1)));
  });
}

static StringRef scopeName(BarrierScope Scope) {
  switch (Scope) {
  case BarrierScope::Thread:
    return "thread";
  case BarrierScope::Warp:
    return "warp";
  case BarrierScope::Named:
    return "named";
  case BarrierScope::Block:
    return "block";
  case BarrierScope::Cluster:
    return "cluster";
  case BarrierScope::Grid:
    return "grid";
  }
  llvm_unreachable("covered switch");
}

void HtmlDetails::printKernel(const FileAnalysis &File, const KernelAnalysis &Kernel) {
  const TargetModel &OfFile = *cantFail(findTarget(File.Target));
  const TargetModel Target = Kernel.HasWideBanks ? withWideBanks(OfFile) : OfFile;
  Table = ExpressionTable();
  notePosition(Kernel.Program.Position);
  Json.object([&] {
    if (Kernel.HasWideBanks)
      Json.string("shared", "wide-words");
    Json.attributeArray("launches", [&] {
      for (unsigned Number = 0; Number != Kernel.Launches.size(); ++Number)
        Json.value(json::fixUTF8(describeLaunch(Kernel, Number)));
    });
    Json.attributeArray("loops", [&] {
      for (const Loop &Each : Kernel.Program.Loops)
        Json.value(Each.Position.Line);
    });
    Json.objects("barriers", Kernel.Program.Barriers, [&](const Barrier &Each) {
      notePosition(Each.Position);
      Json.position(Each.Position);
      Json.string("scope", scopeName(Each.Scope));
      Json.string("text", Each.Text);
      Json.attribute("node", Each.NodeId);
    });
    Json.objects("accesses", Kernel.Program.Accesses, [&](const Access &Site) {
      notePosition(Site.Position);
      Json.attribute("node", Site.NodeId);
      Json.attributeArray("requests", [&] {
        for (const AccessVerdict &Verdict : Kernel.Verdicts[Site.Id])
          printRequest(Target, Site, Verdict, *File.Expressions, Kernel);
      });
    });
    MendedAccesses Mended(*File.Expressions, Kernel, Target);
    Json.attributeArray("findings", [&] {
      for (const Finding &Item : Kernel.Findings)
        printFinding(Kernel, Item, Mended);
    });
    Table.print(Json, "nodes");
  });
}

void HtmlDetails::printFinding(const KernelAnalysis &Kernel, const Finding &Item,
                               MendedAccesses &Mended) {
  notePosition(Item.Position);
  for (const FindingNote &Note : Item.Notes)
    notePosition(Note.Position);
  Json.object([&] {
    Json.number("access", Item.Access);
    Json.number("launch", Item.Launch);
    if (Item.Race) {
      const RaceVerdict &Verdict = Kernel.Races[Item.Race->first].Verdicts[Item.Race->second];
      Json.attribute("race_launch", Item.Race->first);
      Json.attribute("race_verdict", Item.Race->second);
      if (Verdict.Form == DataRaceForm::None) {
        std::string Drawing;
        raw_string_ostream Stream(Drawing);
        drawRace(Stream, Kernel.Program, Verdict, /*Indent=*/0);
        Json.string("drawing", Drawing);
        Json.string("element", describeCommonElement(Kernel.Program, Verdict));
        int64_t Ahead = iterationsAhead(Verdict);
        Json.attribute("swapped", Ahead > 0);
        Json.attribute("together", Ahead == 0);
      }
    }
    if (std::optional<MendedAccess> After = Mended.find(Item))
      Json.attributeObject("after", [&] {
        Json.string("title", After->Title);
        Json.numbers("block", After->Block);
        printCost(After->Cost);
        if (!After->Tile.empty())
          Json.objects("tile", After->Tile, [&](const TileRequest &Each) {
            Json.string("kind", kindName(Each.Kind));
            Json.string("title", Each.Title);
            Json.numbers("block", Each.Block);
            printCost(Each.Cost);
          });
      });
  });
}

/// A source that is longer is not shown.
static constexpr uint64_t MostSourceBytes = 1 << 20;

void HtmlDetails::printSources(ArrayRef<FileAnalysis> Files) {
  SourceTexts Texts;
  Texts.addTextsOf(Files);
  Json.attributeObject("sources", [&] {
    for (const std::string &Path : Paths)
      if (std::optional<StringRef> Text = Texts.text(Path); Text && Text->size() <= MostSourceBytes)
        Json.string(json::fixUTF8(Path), *Text);
  });
}

void HtmlDetails::print(ArrayRef<FileAnalysis> Files) {
  Json.object([&] {
    printTargets(Files);
    Json.objects("files", Files, [&](const FileAnalysis &File) {
      Paths.insert(File.Path);
      Json.string("target", File.Target);
      Json.attributeArray("kernels", [&] {
        for (const KernelAnalysis &Kernel : File.Kernels)
          printKernel(File, Kernel);
      });
    });
    printSources(Files);
  });
  Json.flush();
}

void printHtmlDetails(raw_ostream &Stream, ArrayRef<FileAnalysis> Files) {
  HtmlDetails(Stream).print(Files);
}

} // namespace memlint
