//===- HazardTable.cpp - What compute-sanitizer saw, by line --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Report/HazardTable.h"

#include "TextTable.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Hardware/Sanitizer/FindingConfirmation.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace memlint {

static constexpr TextColumn HazardColumns[] = {
    {"tool", true},         {"at", true, true}, {"and", true, true}, {"function", true, true},
    {"hazard", true},       {"access", true},   {"B", false},        {"count", false},
    {"first thread", true}, {"severity", true}};

static std::string sourceText(const Hazard &Item, size_t Side) {
  if (Side >= Item.Sides.size())
    return "-";
  const SourceLine &Source = Item.Sides[Side].Source;
  if (Source.Path.empty())
    return "?";
  return printableText(sys::path::filename(Source.Path)) + ":" + utostr(Source.Line);
}

/// "shared write, read", "global write"; "-" for what is not an access.
static std::string accessText(const Hazard &Item) {
  std::vector<std::string> Directions;
  for (const HazardSide &Side : Item.Sides)
    if (!Side.Direction.empty())
      Directions.push_back(printableText(Side.Direction));
  std::string Text = Item.Space;
  if (!Directions.empty())
    Text += (Text.empty() ? "" : " ") + join(Directions, ", ");
  return Text.empty() ? "-" : Text;
}

static std::string indexText(const ThreadIndex &Index) {
  return "(" + utostr(Index[0]) + "," + utostr(Index[1]) + "," + utostr(Index[2]) + ")";
}

static bool isInItsOwnWords(const Hazard &Item) {
  return Item.Kind == HazardKind::FailedCall || Item.Kind == HazardKind::Other;
}

/// A barrier's error is short: `Barrier error: Divergent thread(s) in warp`.
static std::string hazardText(const Hazard &Item) {
  std::string Kind = hazardKindName(Item.Kind).str();
  StringRef Words = Item.Message;
  if (Item.Kind != HazardKind::Barrier || !Words.consume_front_insensitive("barrier error: "))
    return Kind;
  return Kind + ": " + shortSourceText(Words);
}

static std::vector<std::string> hazardCells(const HazardGroup &Group) {
  const Hazard &Item = Group.First;
  std::string Function = Item.Sides.empty() ? "-" : printableText(Item.Sides.front().Function);
  std::string Thread = "-";
  if (Item.Thread)
    Thread = indexText(*Item.Thread);
  if (Item.Thread && Item.Block)
    Thread += " of block " + indexText(*Item.Block);
  return {sanitizerToolName(Item.Tool).str(),
          sourceText(Item, 0),
          sourceText(Item, 1),
          Function,
          hazardText(Item),
          accessText(Item),
          Item.Bytes ? utostr(*Item.Bytes) : "-",
          formatCount(Item.Count),
          Thread,
          hazardSeverityName(Item.Severity).str()};
}

/// A line for each finding; kernels made from one template say the same.
static void printConfirmations(raw_ostream &Stream, const FileHazards &Hazards) {
  std::vector<std::string> Lines;
  for (const FindingConfirmation &Item : confirmFindings(*Hazards.File, Hazards.Report)) {
    const SourcePosition &Position = Item.Subject->Position;
    std::string Line = printableText(sys::path::filename(Position.Path)) + ":" +
                       utostr(Position.Line) + " " + Item.Subject->Check + ": ";
    switch (Item.Status) {
    case ConfirmationStatus::Confirmed:
      Line += "confirmed by " + sanitizerToolName(*Item.Tool).str() + ", " +
              formatNumberOf(Item.Count, "hazard");
      break;
    case ConfirmationStatus::NotSeen:
      Line += "not seen by " + sanitizerToolName(*Item.Tool).str() + " in this run";
      break;
    case ConfirmationStatus::NotWatched:
      Line += "no tool checks for it: racecheck only checks shared memory";
      break;
    }
    if (!is_contained(Lines, Line))
      Lines.push_back(std::move(Line));
  }
  if (!Lines.empty())
    Stream << "\nfindings:\n";
  for (const std::string &Line : Lines)
    Stream << Line << '\n';
}

void printHazardTable(raw_ostream &Stream, const FileHazards &Hazards) {
  Stream << printableText(Hazards.File->Path) << ": what compute-sanitizer "
         << printableText(Hazards.Report.Version) << " saw\n";
  if (Hazards.GeneratedMain)
    Stream << "launched by a generated main\n";
  Stream << "built with: " << printableText(Hazards.Report.Build) << "\n\n";
  std::vector<std::vector<std::string>> Rows;
  std::vector<std::string> Messages, Summary;
  for (const SanitizerRun &Run : Hazards.Report.Runs) {
    uint64_t Count = 0;
    std::vector<HazardGroup> Groups = mergeHazards(Run.Hazards);
    for (const HazardGroup &Group : Groups) {
      Rows.push_back(hazardCells(Group));
      if (isInItsOwnWords(Group.First))
        Messages.push_back((sanitizerToolName(Run.Tool) + ": ").str() +
                           printableText(Group.First.Message));
      Count += Group.First.Count;
    }
    std::string Line = sanitizerToolName(Run.Tool).str() + ": ";
    if (Groups.empty())
      Line += "no hazard";
    else
      Line += formatNumberOf(Count, "hazard") + " at " + formatNumberOf(Groups.size(), "location");
    if (Run.LimitReached)
      Line += ", and possibly more";
    if (!Run.Ending.empty())
      Line += "; the program " + Run.Ending;
    Summary.push_back(std::move(Line));
  }
  if (!Rows.empty()) {
    printTextTable(Stream, HazardColumns, Rows);
    for (const std::string &Message : Messages)
      Stream << "  " << Message << '\n';
    Stream << '\n';
  }
  for (const std::string &Line : Summary)
    Stream << Line << '\n';
  printConfirmations(Stream, Hazards);
}

} // namespace memlint
